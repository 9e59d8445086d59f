package samples

import (
	"fmt"
	"math/rand/v2"
)

// thirdPeople are as invented as the others, and written as secondPeople are.
var thirdPeople = map[string][]person{
	"en": {
		{"Quentin R. Madeup", "QRM"}, {"Phony, Phyllis", "PP"}, {"FAKENAME, ROLAND", "FR"}, {"Van Dummy, Ida", "VDI"},
		{"Example|Eustace", "EE"}, {"Nobody-Real|Norma", "NN"}, {"Fable|Felix", "FF"},
	},
	"de": {
		{"Platzhalter, Rüdiger", "PR"}, {"Gisela Testfrau", "GT"}, {"SCHEINBAR, ÄGIDIUS", "SÄ"}, {"von der Probe, Lutz", "VDPL"},
		{"Fiktiv|Friederike", "FF"}, {"Attrappe|Alwin", "AA"}, {"Übung|Ümit", "ÜÜ"},
	},
	"es": {
		{"Supuesto Vega, Nuria", "SVN"}, {"Ignacio Inexistente", "II"}, {"DE PRUEBA MUÑOZ, ÍKER", "DPMÍ"}, {"Hipotética Gil, Úrsula", "HGÚ"},
		{"Zutano|Zoilo", "ZZ"}, {"Borrador|Berta", "BB"}, {"Ejemplar|Elvira", "EE"},
	},
	"fr": {
		{"Factice, Honoré", "FH"}, {"Léontine Supposée", "LS"}, {"PROTOTYPE, ÉLOÏSE", "PÉ"}, {"De l'Essai, Yves", "DLY"},
		{"Untel|Ursule", "UU"}, {"Témoin|Théodore", "TT"}, {"Simulé|Sidonie", "SS"},
	},
	"pt": {
		{"Suposto Leal, Duarte", "SLD"}, {"Graça Inventada", "GI"}, {"IRREAL, TOMÉ", "IT"}, {"dos Testes, Célia", "DTC"},
		{"Sicrano|Simão", "SS"}, {"Esboço|Eulália", "EE"}, {"Protótipo|Plínio", "PP"},
	},
	"it": {
		{"Inesistente, Orazio", "IO"}, {"Fulvia Immaginaria", "FI"}, {"DEL CAMPIONE, PIERO", "DCP"}, {"D'Ipotesi, Nerina", "DN"},
		{"Tizio|Tullio", "TT"}, {"Sempronio|Sveva", "SS"}, {"Caio-Caso|Cesira", "CC"},
	},
}

// thirdDates have years of two digits too: nobody was born in 2052.
var thirdDates = map[string][]string{
	"en": {"2 MON 2006", "MON 2, 2006", "MON-02-2006", "2006/01/02", "01/02/2006", "02/01/2006", "2 MONTH 2006"},
	"de": {"02.01.06", "2. MON 2006", "02.01.2006", "02. MONTH 2006", "2006-01-02"},
	"es": {"02/01/06", "2 MON 2006", "02/MON/2006", "02/01/2006", "2 de MONTH de 2006"},
	"fr": {"02/01/06", "02.01.06", "02 MON 2006", "2 MONTH 2006", "02/01/2006"},
	"pt": {"02/01/06", "02-MON-2006", "2 de MONTH de 2006", "02/01/2006", "2006/01/02"},
	"it": {"02/01/06", "02-MON-2006", "02 MONTH 2006", "02.01.06", "02/01/2006"},
}

func thirdID(r *rand.Rand) string {
	letter := string(letters[r.IntN(len(letters))])
	switch r.IntN(6) {
	case 0:
		return letter + digits(r, 6)
	case 1:
		return fmt.Sprint(1+r.IntN(9)) + digits(r, 4) + "/" + digits(r, 2)
	case 2:
		return digits(r, 4) + " " + digits(r, 4)
	case 3:
		return letter + "-" + digits(r, 3) + "-" + digits(r, 3)
	case 4:
		return digits(r, 6) + "-" + letter
	}
	return "0" + digits(r, 5)
}

// thirdRemarks speak of other devices, other days, and numbers that measure
// nothing.
var thirdRemarks = []words{
	{
		"Former biometer (%4): AL %3 mm, K %1 / %2 D.", "Früheres Biometer (%4): AL %3 mm, K %1 / %2 dpt.", "Biómetro anterior (%4): AL %3 mm, K %1 / %2 D.",
		"Ancien biomètre (%4) : AL %3 mm, K %1 / %2 D.", "Biómetro anterior (%4): AL %3 mm, K %1 / %2 D.", "Biometro precedente (%4): AL %3 mm, K %1 / %2 D.",
	},
	{
		"Cooperation moderate, 3rd attempt accepted.", "Mitarbeit mäßig, 3. Versuch übernommen.", "Colaboración regular, se acepta el 3.er intento.",
		"Coopération moyenne, 3e essai retenu.", "Colaboração razoável, aceite a 3.ª tentativa.", "Collaborazione discreta, accettato il 3° tentativo.",
	},
	{
		"Monovision discussed: dominant eye right, target of the left eye -1.50 D.", "Monovision besprochen: Führungsauge rechts, Zielrefraktion links -1,50 dpt.",
		"Monovisión comentada: ojo dominante derecho, objetivo del izquierdo -1,50 D.", "Monovision discutée : œil directeur droit, cible de l'œil gauche -1,50 D.",
		"Monovisão discutida: olho dominante direito, alvo do esquerdo -1,50 D.", "Monovisione discussa: occhio dominante destro, target del sinistro -1,50 D.",
	},
	{
		"Topography of %4 shows regular bow tie; no keratoconus.", "Topographie von %4 zeigt reguläre Fliegenfigur; kein Keratokonus.", "La topografía de %4 muestra pajarita regular; sin queratocono.",
		"La topographie de %4 montre un sablier régulier ; pas de kératocône.", "A topografia de %4 mostra laço regular; sem queratocone.", "La topografia del %4 mostra papillon regolare; nessun cheratocono.",
	},
	{
		"Wears glasses since %4, call back before surgery.", "Brille seit %4, vor der OP anrufen.", "Usa gafas desde %4, llamar antes de la cirugía.",
		"Lunettes depuis %4, rappeler avant l'intervention.", "Usa óculos desde %4, telefonar antes da cirurgia.", "Occhiali dal %4, richiamare prima dell'intervento.",
	},
}
