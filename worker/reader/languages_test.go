package reader_test

import (
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

var withoutAccents = strings.NewReplacer("ä", "a", "ß", "ss", "á", "a", "â", "a", "à", "a", "é", "e", "É", "E", "è", "e", "í", "i", "ó", "o", "º", "o",
	"Œ", "OE", "ê", "e", "µ", "u")

// TestLanguages: one printout in each language, with its accents and without.
func TestLanguages(t *testing.T) {
	t.Parallel()
	eye := want{
		"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.56, "right_eye.CCT": 545.0, "right_eye.WTW": 12.1,
		"right_eye.lens_status": "Pseudophakic", "right_eye.post_refractive": "None",
		"patient.date_of_birth": "1950-03-02", "exam_date": "2026-02-01", "patient.gender": "Female", "patient.id": "A-1",
	}
	for lang, text := range map[string]string{
		"en": "Patient ID: A-1\nDate of birth: 2 March 1950\nExam date: 2026-02-01\nSex: Female\nRight eye\nAxial length 23.45 mm\nAnterior chamber depth 3.21 mm\nLens thickness 4.56 mm\nCentral corneal thickness 545 µm\nWhite-to-white 12.1 mm\nLens status: Pseudophakic\nRefractive surgery: None",
		"de": "Patienten-ID: A-1\nGeburtsdatum: 02.03.1950\nUntersuchungsdatum: 1. Februar 2026\nGeschlecht: weiblich\nRechtes Auge\nAchslänge 23,45 mm\nVorderkammertiefe 3,21 mm\nLinsendicke 4,56 mm\nZentrale Hornhautdicke 545 µm\nWeiß-zu-Weiß 12,1 mm\nLinsenstatus: Pseudophak\nRefraktive Chirurgie: keine",
		"es": "N.º de historia: A-1\nFecha de nacimiento: 02/03/1950\nFecha del examen: 1 de febrero de 2026\nSexo: Mujer\nOjo derecho\nLongitud axial 23,45 mm\nProfundidad de la cámara anterior 3,21 mm\nEspesor del cristalino 4,56 mm\nPaquimetría central 545 µm\nBlanco a blanco 12,1 mm\nEstado del cristalino: Pseudofáquico\nCirugía refractiva previa: Ninguna",
		"fr": "N° dossier : A-1\nNée le 02/03/1950\nDate de l'examen : 1er février 2026\nSexe : Femme\nŒil droit\nLongueur axiale 23,45 mm\nProfondeur de la chambre antérieure 3,21 mm\nÉpaisseur du cristallin 4,56 mm\nÉpaisseur cornéenne centrale 545 µm\nBlanc à blanc 12,1 mm\nÉtat du cristallin : Pseudophaque\nChirurgie réfractive : Aucune",
		"pt": "ID do paciente: A-1\nData de nascimento: 02/03/1950\nData do exame: 01/02/2026\nSexo: Feminino\nOlho direito\nComprimento axial 23,45 mm\nProfundidade da câmara anterior 3,21 mm\nEspessura do cristalino 4,56 mm\nEspessura central da córnea 545 µm\nBranco a branco 12,1 mm\nEstado do cristalino: Pseudofácico\nCirurgia refrativa: Nenhuma",
		"it": "Codice paziente: A-1\nNato/a il: 2 marzo 1950\nData esame: 01/02/2026\nSesso: Femmina\nOcchio destro\nLunghezza assiale 23,45 mm\nProfondità della camera anteriore 3,21 mm\nSpessore del cristallino 4,56 mm\nSpessore corneale centrale 545 µm\nBianco-bianco 12,1 mm\nStato del cristallino: Pseudofachico\nChirurgia refrattiva pregressa: Nessuna",
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			if got := reader.Language([]layout.Page{page(text)}); got != lang {
				t.Errorf("the language is %q", got)
			}
			check(t, eye, nil, page(text))
			check(t, eye, nil, page(withoutAccents.Replace(text)))
		})
	}
}

// TestOtherLanguages: of Dutch, Polish, Swedish and Turkish the commonest labels are known.
func TestOtherLanguages(t *testing.T) {
	t.Parallel()
	for lang, text := range map[string]string{
		"nl": "Patiëntnr.: A-1\nGeboortedatum: 02-03-1950\nOnderzoeksdatum: 13-02-2026\nGeslacht: Vrouw\nRechteroog\nAslengte 23,45 mm\nVoorkamerdiepte 3,21 mm\nLensdikte 4,56 mm\nHoornvliesdikte 545 µm\nWit-op-wit 12,1 mm\nLensstatus: pseudofaak",
		"pl": "Nr pacjenta: A-1\nData urodzenia: 02.03.1950\nData badania: 13.02.2026\nPłeć: Kobieta\nOko prawe\nDługość gałki 23,45 mm\nGłębokość komory przedniej 3,21 mm\nGrubość soczewki 4,56 mm\nGrubość rogówki 545 µm\nBiel do bieli 12,1 mm\nStatus soczewki: Pseudofakijne",
		"sv": "Patientnr: A-1\nFödelsedatum: 1950-03-02\nUndersökningsdatum: 2026-02-13\nKön: Kvinna\nHöger öga\nAxellängd 23,45 mm\nKammardjup 3,21 mm\nLinstjocklek 4,56 mm\nHornhinnetjocklek 545 µm\nVit till vit 12,1 mm\nLinsstatus: Pseudofakisk",
		"tr": "Hasta no: A-1\nDoğum tarihi: 02.03.1950\nMuayene tarihi: 13.02.2026\nCinsiyet: Kadın\nSağ göz\nAksiyel uzunluk 23,45 mm\nÖn kamara derinliği 3,21 mm\nLens kalınlığı 4,56 mm\nKornea kalınlığı 545 µm\nBeyazdan beyaza 12,1 mm\nLens durumu: Psödofakik",
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			check(t, want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.56, "right_eye.CCT": 545.0, "right_eye.WTW": 12.1, "right_eye.lens_status": "Pseudophakic",
				"patient.date_of_birth": "1950-03-02", "exam_date": "2026-02-13", "patient.gender": "Female", "patient.id": "A-1",
			}, nil, page(text))
		})
	}
}
