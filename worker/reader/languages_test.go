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
		"pl": "Nr pacjenta: A-1\nData urodzenia: 02.03.1950\nBadanie: 13.02.2026\nPłeć: Żeńska\nOko prawe\nDługość gałki 23,45 mm\nGłębokość komory przedniej 3,21 mm\nGrubość soczewki 4,56 mm\nGrubość rogówki 545 µm\nBiel do bieli 12,1 mm\nStatus soczewki: Pseudofakijne",
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

// TestWordsOfPrintouts: words that printouts of single devices have in a language.
func TestWordsOfPrintouts(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"no surgery, in Polish": {"OD\nAL: 22.41 mm\nLVC: Bez zabiegu", want{"right_eye.AL": 22.41, "right_eye.post_refractive": "None"}, nil},
		"the index, in Polish":  {"Oko: prawe\nAL: 22.41 mm\nWsp. załamania rogówki: n=1.3375     VD=12.00 mm", want{"right_eye.AL": 22.41, "right_eye.keratometric_index": 1.3375}, nil},
		"the back of the cornea on a Pentacam, in Spanish": {`
OCULUS - PENTACAM AXL
Ojo: Derecho
Córnea frontal
K1: 44,3 D
K2: 45,9 D
Eje (curvo): 95,3°
Córnea dorsal
K1: -6,3 D
K2: -6,7 D
Eje (curvo): 92,8°`, want{"right_eye.K1_magnitude": 44.3, "right_eye.K1_axis": 5.0, "right_eye.K2_magnitude": 45.9, "right_eye.K2_axis": 95.0,
			"posterior_keratometry.right_eye.PK1_magnitude": 6.3, "posterior_keratometry.right_eye.PK1_axis": 3.0, "posterior_keratometry.right_eye.PK2_magnitude": 6.7, "posterior_keratometry.right_eye.PK2_axis": 93.0}, nil},
		"the places of the cornea on a Pentacam, in Spanish": {`
OCULUS - PENTACAM HR
Ojo: Izquierdo
AL:                    23,45 mm
                       Paqui:     x[mm]    y[mm]
Centro pupila: +       533 µm     -0,21    +0,06
Vértice paqui.:        536 µm      0,00     0,00
Punto más fino:        529 µm     -0,63    -0,31`, want{"left_eye.AL": 23.45, "left_eye.CCT": 536.0}, nil},
		"places of the cornea in words that are not known": {`
OCULUS - PENTACAM AXL
Eye: Left
AL:                    23.45 mm
                       Pachy      x [mm]   y [mm]
Abcdefg hijklmn:       533 µm     -0,21    +0,06
Hijklmn:               529 µm     -0,63    -0,31`, want{"left_eye.AL": 23.45}, nil},
		"a Pentacam, in Polish": {`
OCULUS - PENTACAM AXL
Nazwisko:      Sample-Test
Imię:          Sally Anna
Nr ID:         A-12           Płeć:           żeńska
Data ur.:      09.05.1947     Oko:            prawe (OD)
Data bad.:     28.11.2019     Godz.:          08:53:17
Rogówka – pow. przednia (n = 1,3375)
Rf:            7,68 mm        K1:             43,9 D
Rs:            7,49 mm        K2:             45,1 D
Rm:            7,59 mm        Km:             44,5 D
QS:            OK             Oś (stroma):    98,3°
Rogówka – pow. tylna
Rf:            6,47 mm        K1:             -6,2 D
Rs:            6,08 mm        K2:             -6,6 D
Rm:            6,28 mm        Km:             -6,4 D        Total Corn. Refr. Power [D]        Krzywizna osiowa (tył) [D]
QS:            OK             Oś (stroma):    94,6°
                              Pachy           x [mm]     y [mm]
Środek źrenicy: +             549 µm          +0,14      +0,09
Pachy Apex:                   551 µm           0,00       0,00
Najcieńsze miejsce:           545 µm          +0,52      -0,37
ACD (wewn.):   2,21 mm        ACD (zewn.):    2,76 mm
AL:            22,37 mm       SD:             0,013 mm
Liczba pom.:   9              Stan oka:       fakijne
                              Op. refrakcyjna:   nie`, want{
			"patient.name": "Sample-Test, Sally Anna", "patient.id": "A-12", "patient.gender": "Female", "patient.date_of_birth": "1947-05-09", "exam_date": "2019-11-28",
			"right_eye.AL": 22.37, "right_eye.ACD": 2.76, "right_eye.CCT": 551.0, "right_eye.keratometric_index": 1.3375, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None",
			"right_eye.K1_magnitude": 43.9, "right_eye.K1_axis": 8.0, "right_eye.K2_magnitude": 45.1, "right_eye.K2_axis": 98.0,
			"posterior_keratometry.right_eye.PK1_magnitude": 6.2, "posterior_keratometry.right_eye.PK1_axis": 5.0, "posterior_keratometry.right_eye.PK2_magnitude": 6.6, "posterior_keratometry.right_eye.PK2_axis": 95.0}, nil},
		"an Anterion, in Polish": {`
ANTERION®    Cataract App – Kalkulator IOL
Pacjent: Sample, Sally      Data ur.: 1961-04-09     Płeć: mężczyzna    Data badania: 2025-02-19
OS (lewe)
Wcześniejsza chirurgia rogówki    LVC krótkowzroczność
Biometria
Długość osiowa                        27,46 mm
Głęb. komory przedniej (nabłonek)      3,62 mm
                                               Całkowita moc rogówki (3 mm)
SimK przednia (n=1,3375)
                                               Stroma         39,02 D @ 70°
Stroma          39,98 D @ 71°                  Płaska         38,11 D @ 160°
Płaska          39,17 D @ 161°                 Średnia        38,57 D
Średnia         39,58 D
Powierzchnia tylna
Stroma          -6,29 D @ 84°
Płaska          -6,05 D @ 174°`, want{
			"patient.name": "Sample, Sally", "patient.date_of_birth": "1961-04-09", "patient.gender": "Male", "exam_date": "2025-02-19",
			"left_eye.AL": 27.46, "left_eye.ACD": 3.62, "left_eye.post_refractive": "Myopic LVC", "left_eye.keratometric_index": 1.3375,
			"left_eye.K1_magnitude": 39.17, "left_eye.K1_axis": 161.0, "left_eye.K2_magnitude": 39.98, "left_eye.K2_axis": 71.0,
			"posterior_keratometry.left_eye.PK1_magnitude": 6.05, "posterior_keratometry.left_eye.PK1_axis": 174.0, "posterior_keratometry.left_eye.PK2_magnitude": 6.29, "posterior_keratometry.left_eye.PK2_axis": 84.0}, nil},
		"an MS-39, in Polish": {`
CSO MS-39
Pacjent: Sample Sally     Nr karty: K/1904/23
OP (prawe)                    Parametr              OL (lewe)
                          SimK (n = 1,3375)
46,12 D (7,32 mm) @ 78°       K płaski              43,27 D (7,80 mm) @ 95°
47,03 D (7,18 mm) @ 168°      K stromy              44,06 D (7,66 mm) @ 5°
                          Powierzchnia tylna (3 mm)
-6,31 D @ 81°                 K płaski              -6,28 D @ 92°
-6,60 D @ 171°                K stromy              -6,55 D @ 2°
572 µm                        CCT                   568 µm
2,83 mm                       ACD (nabłonek)        2,87 mm
LASIK nadwzroczny 2011        Zabieg refrakcyjny    brak`, want{
			"patient.name": "Sample Sally", "patient.id": "K/1904/23", "right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
			"right_eye.CCT": 572.0, "right_eye.ACD": 2.83, "right_eye.post_refractive": "Hyperopic LVC",
			"right_eye.K1_magnitude": 46.12, "right_eye.K1_axis": 78.0, "right_eye.K2_magnitude": 47.03, "right_eye.K2_axis": 168.0,
			"left_eye.CCT": 568.0, "left_eye.ACD": 2.87, "left_eye.post_refractive": "None",
			"left_eye.K1_magnitude": 43.27, "left_eye.K1_axis": 95.0, "left_eye.K2_magnitude": 44.06, "left_eye.K2_axis": 5.0,
			"posterior_keratometry.right_eye.PK1_magnitude": 6.31, "posterior_keratometry.right_eye.PK1_axis": 81.0, "posterior_keratometry.right_eye.PK2_magnitude": 6.6, "posterior_keratometry.right_eye.PK2_axis": 171.0,
			"posterior_keratometry.left_eye.PK1_magnitude": 6.28, "posterior_keratometry.left_eye.PK1_axis": 92.0, "posterior_keratometry.left_eye.PK2_magnitude": 6.55, "posterior_keratometry.left_eye.PK2_axis": 2.0}, nil},
		"names of eyes, heads and the mean of an OA-2000, in Polish": {`
TOMEY OA-2000
ID: A-12                  Indeks K: 1.3375
OP (R)                                                 OL (L)
Nr     AXIAL [mm]    CCT [µm]    ACD [mm]              Nr     AXIAL [mm]    CCT [µm]    ACD [mm]
1      23.18         528         3.03                  1      23.28         534         3.05
2      23.18         530         3.01                  2      23.25         531         3.06
3      23.19         526         3.01                  3      23.28         533         3.04
Śr.    23.18         528         3.02                  Śr.    23.27         533         3.05
SD     0.01          2           0.01                  SD     0.02          2           0.01`, want{"patient.id": "A-12",
			"right_eye.AL": 23.18, "right_eye.CCT": 528.0, "right_eye.ACD": 3.02, "right_eye.keratometric_index": 1.3375,
			"left_eye.AL": 23.27, "left_eye.CCT": 533.0, "left_eye.ACD": 3.05, "left_eye.keratometric_index": 1.3375}, nil},
		"the eye far behind its label among the patient's data of a Pentacam, in Portuguese": {`
OCULUS - PENTACAM AXL                            Calculadora LIO
Dados do paciente                     Córnea anterior
Apelido:                  Sample      Rf:           7,72 mm    K1:       43,7 D
Nome:                      Sally      Rs:           7,48 mm    K2:       45,1 D
ID:                    2024-1178      Rm:           7,60 mm    Km:       44,4 D
Data nasc.:           30/06/1961      Eixo (plano):   12,4°    Astig:     1,4 D
Data exame:           11/04/2024
Hora:                   15:22:08      Córnea posterior
Olho:                    Direito
Estado do olho:          Fáquico      Rf:           6,45 mm    K1:       -6,2 D
                                      Rs:           6,06 mm    K2:       -6,6 D
                                      Eixo (plano):    8,1°    Astig:    -0,4 D

                                      Poder refrativo corneal total (TCRP 3,0 mm)
Biometria
                                      K1:            43,1 D    K2:       44,2 D
AL:         23,71 mm                  Eixo (plano):   13,7°
PCA (Ext.):  3,29 mm`, want{
			"patient.name": "Sample, Sally", "patient.id": "2024-1178", "patient.date_of_birth": "1961-06-30", "exam_date": "2024-04-11",
			"right_eye.AL": 23.71, "right_eye.ACD": 3.29, "right_eye.lens_status": "Phakic",
			"right_eye.K1_magnitude": 43.7, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 45.1, "right_eye.K2_axis": 102.0,
			"posterior_keratometry.right_eye.PK1_magnitude": 6.2, "posterior_keratometry.right_eye.PK1_axis": 8.0, "posterior_keratometry.right_eye.PK2_magnitude": 6.6, "posterior_keratometry.right_eye.PK2_axis": 98.0}, nil},
		"a remark on a Pentacam, in Portuguese": {"OCULUS - PENTACAM AXL\nOlho: Esquerdo\nInfo exame: usa lentes até 7 dias\nVértice paq. N.:   548 µm", want{"notes": "usa lentes até 7 dias", "left_eye.CCT": 548.0}, nil},
	})
}
