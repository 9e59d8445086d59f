package samples

import (
	"fmt"
	"math/rand/v2"
)

// sixthPeople are obviously not real ones.
var sixthPeople = map[string][]person{
	"en": {{"Mockford, Millicent", "MM"}, {"Pretend, Oliver J.", "POJ"}, {"TRIALWOOD, SAM", "TS"}, {"Van Dummy, Ruth", "VDR"}, {"Inventedson, Peter", "IP"}},
	"de": {{"Erfunden, Ludwig", "EL"}, {"Platzhalter, Gisela", "PG"}, {"SCHABLONE, UWE", "SU"}, {"zum Schein, Änne", "ZSÄ"}, {"Probst-Probe, Götz", "PG"}},
	"es": {{"Inventado Soler, Óscar", "ISÓ"}, {"Supuesta, Nieves", "SN"}, {"MODELO RUIZ, IVÁN", "MRI"}, {"Del Ensayo, Pilar", "DEP"}, {"Simulada Peña, Inés", "SPI"}},
	"fr": {{"Fictive, Hélène", "FH"}, {"Untel, Gérard", "UG"}, {"BIDON, LÉA", "BL"}, {"De Lessai, Aurore", "DLA"}, {"Gabarit-Essai, Côme", "GC"}},
	"pt": {{"Inventado, Simão", "IS"}, {"da Simulação, Íris", "DSÍ"}, {"PROVISÓRIA, MARTA", "PM"}, {"Hipotético Leal, Rui", "HLR"}, {"Suposto, Élio", "SÉ"}},
	"it": {{"Finzioni, Carlo", "FC"}, {"Ipotesi, Chiara", "IC"}, {"SAGOMA, EZIO", "SE"}, {"Di Prova, Noè", "DPN"}, {"Modelli-Finti, Ada", "MA"}},
}

// sixthID draws a record number.
func sixthID(r *rand.Rand) string {
	switch r.IntN(5) {
	case 0:
		return "P-" + digits(r, 6)
	case 1:
		return fmt.Sprintf("%02d-%s", 10+r.IntN(16), digits(r, 5))
	case 2:
		return string(letters[r.IntN(len(letters))]) + digits(r, 8)
	case 3:
		return "HC" + digits(r, 6)
	}
	return fmt.Sprint(1+r.IntN(9)) + digits(r, 9)
}

// sixthDates are styles as in dateStyles.
var sixthDates = map[string][]string{
	"en": {"01/02/2006", "02/01/2006", "02-MON-2006", "MONTH 2, 2006", "2006/01/02", "2 MONTH 2006"},
	"de": {"02.01.2006", "02.01.2006", "2. MONTH 2006", "2.1.2006"},
	"es": {"02/01/2006", "02-01-2006", "2 de MONTH de 2006", "02.01.2006"},
	"fr": {"02/01/2006", "02-01-2006", "2 MONTH 2006"},
	"pt": {"02/01/2006", "02-01-2006", "2 de MONTH de 2006", "2006/01/02"},
	"it": {"02/01/2006", "02-01-2006", "2 MONTH 2006", "2006-01-02"},
}

// sixthRemarks are what examiners write: none of it is a measurement.
var sixthRemarks = []words{
	{
		"Patient wears hard contact lenses, K to be repeated in 3 weeks.", "Trägt harte Kontaktlinsen, K in 3 Wochen wiederholen.",
		"Usa lentes de contacto rígidas, repetir K en 3 semanas.", "Porte des lentilles rigides, K à refaire dans 3 semaines.",
		"Usa lentes de contacto rígidas, repetir K em 3 semanas.", "Porta lenti a contatto rigide, ripetere K tra 3 settimane.",
	},
	{
		"Posterior subcapsular cataract, low SNR of AL.", "Hintere Schalentrübung, niedriger SNR der AL.", "Catarata subcapsular posterior, SNR de AL bajo.",
		"Cataracte sous-capsulaire postérieure, SNR de AL faible.", "Catarata subcapsular posterior, SNR de AL baixo.", "Cataratta sottocapsulare posteriore, SNR di AL basso.",
	},
	{
		"Lids held open by the examiner.", "Lider vom Untersucher gehalten.", "Párpados sujetados por el examinador.",
		"Paupières tenues par l'examinateur.", "Pálpebras seguradas pelo examinador.", "Palpebre tenute dall'esaminatore.",
	},
	{
		"Left eye amblyopic, fixation unsteady.", "Linkes Auge amblyop, Fixation unruhig.", "Ojo izquierdo ambliope, fijación inestable.",
		"Œil gauche amblyope, fixation instable.", "Olho esquerdo amblíope, fixação instável.", "Occhio sinistro ambliope, fissazione instabile.",
	},
	{
		"Artificial tears given before measuring.", "Vor der Messung künstliche Tränen gegeben.", "Lágrimas artificiales antes de la medición.",
		"Larmes artificielles avant la mesure.", "Lágrimas artificiais antes da medição.", "Lacrime artificiali prima della misurazione.",
	},
}
