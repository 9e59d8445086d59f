package samples

import (
	"fmt"
	"math/rand/v2"
)

// person is a name as printouts have it, and as the service returns it: the
// initials are written by hand, in the printed order.
type person struct{ printed, initials string }

// people are obviously not real ones.
var people = map[string][]person{
	"en": {
		{"Sample, Sally", "SS"}, {"Testcase, Theodore", "TT"}, {"Specimen, Dora", "SD"}, {"Placeholder, Paul", "PP"},
		{"O'Sample, Nora Jane", "ONJ"}, {"DUMMY, DEREK", "DD"}, {"Fictional-Fake, Grace", "FG"}, {"Maria Example", "ME"},
	},
	"de": {
		{"Mustermann, Erika", "ME"}, {"Beispiel, Bernd", "BB"}, {"Probefall, Jördis", "PJ"}, {"Musterfrau, Anna Lena", "MAL"},
		{"von Muster, Karl", "VMK"}, {"Müller-Muster, Heidi", "MH"}, {"TESTER, Öykü", "TÖ"}, {"Änne Vorlage", "ÄV"},
	},
	"es": {
		{"Ejemplo Muestra, María", "EMM"}, {"García Ejemplo, José Luis", "GEJL"}, {"Prueba, Íñigo", "PÍ"}, {"Ficticia Núñez, Begoña", "FNB"},
		{"De la Muestra, Ana", "DLMA"}, {"FULANO PRUEBA, RAÚL", "FPR"}, {"Ángel Ejemplo", "ÁE"}, {"Menganita, Lucía", "ML"},
	},
	"fr": {
		{"Exemple, Amélie", "EA"}, {"Dupont-Test, Jean", "DJ"}, {"Échantillon, Zoé", "ÉZ"}, {"Spécimen, Marie-Claude", "SM"}, //nolint:misspell // French
		{"D'Exemple, François", "DF"}, {"FICTIF, NOËL", "FN"}, {"Thérèse Modèle", "TM"}, {"de La Maquette, Luc", "DLML"},
	},
	"pt": {
		{"Exemplo, João", "EJ"}, {"da Amostra, Conceição", "DAC"}, {"Teste Modelo, Ana Luísa", "TMAL"}, {"Fictícia, Inês", "FI"},
		{"FULANO DE TAL, ANDRÉ", "FDTA"}, {"Ângela Exemplo", "ÂE"}, {"Sousa-Teste, Gonçalo", "SG"}, {"Beltrano, Útia", "BÚ"},
	},
	"it": {
		{"Esempio, Niccolò", "EN"}, {"Rossi Prova, Giulia", "RPG"}, {"D'Esempio, Lucia", "DL"}, {"Campione, Maria Teresa", "CMT"},
		{"FINTI, DONATO", "FD"}, {"Élia Modello", "ÉM"}, {"Prova-Test, Nicolò", "PN"}, {"De Provis, Zeno", "DPZ"},
	},
}

// letters are those that no digit is taken for.
const letters = "ABCDEFGHKLMNPRTUVWXYZ"

// drawID draws a record number in one of the forms that clinics use.
func drawID(r *rand.Rand) string {
	switch r.IntN(7) {
	case 0:
		return "00" + digits(r, 6)
	case 1:
		return "MRN" + digits(r, 5)
	case 2:
		return fmt.Sprintf("%d/%04d", 2019+r.IntN(7), 1+r.IntN(9998))
	case 3:
		return string(letters[r.IntN(len(letters))]) + string(letters[r.IntN(len(letters))]) + digits(r, 7)
	case 4:
		return fmt.Sprintf("PT-%d-%s", 2020+r.IntN(6), digits(r, 4))
	case 5:
		return fmt.Sprint(1+r.IntN(9)) + digits(r, 7)
	}
	return string(letters[r.IntN(len(letters))]) + "-" + digits(r, 6)
}

func digits(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('0' + r.IntN(10))
	}
	return string(b)
}
