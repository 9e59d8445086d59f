package samples

import (
	"fmt"
	"math/rand/v2"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusanscondensed"
	"github.com/go-fonts/dejavu/dejavusanscondensedboldoblique"
	"github.com/go-fonts/dejavu/dejavuserif"
	"github.com/go-fonts/dejavu/dejavuserifbold"
	"github.com/go-fonts/dejavu/dejavuserifcondensed"
	"github.com/go-fonts/dejavu/dejavuserifcondensedbold"
	"github.com/go-fonts/liberation/liberationsansbolditalic"
	"github.com/go-fonts/liberation/liberationsansitalic"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifregular"
)

// The seventh profile was written after the reader by somebody who had not read
// it: the same devices, as another version of their software or another
// clinic's settings would print them, a layout for each.

// seventhDevices is every device with its layout of this profile.
var seventhDevices = []*deviceSpec{
	reprinted(iolmaster700, layout{"thirds", nil, printZeissThirds}),
	reprinted(lenstar, layout{"readings", adaptArgos, printHaagShots}),
	reprinted(eyestar, layout{"units", adaptArgos, printEyestarUnits}),
	reprinted(anterion, layout{"matrix", adaptArgos, printAnterionMatrix}),
	reprinted(aladdin, layout{"placido", adaptArgosSide, printAladdinPlacido}),
	reprinted(argos, layout{"tiles", adaptArgosSide, printArgosTiles}),
	reprinted(oa2000, layout{"middle", adaptOA2000Middle, printOA2000Middle}),
	reprinted(ms39, layout{"ledger", adaptMS39Ledger, printMS39Ledger}),
	reprinted(pentacam, layout{"screen", adaptPentacamScreen, printPentacamScreen}),
}

// reprinted is a device of the first profile with a layout of this one.
func reprinted(d deviceSpec, l layout) *deviceSpec {
	adapt := l.adapt
	l.adapt = func(r *rand.Rand, e *exam) {
		e.rewritten(r)
		if adapt != nil {
			adapt(r, e)
		}
	}
	d.layouts = []layout{l}
	return &d
}

// rewritten makes the person, the dates, the dashes and the notes those of this
// profile.
func (e *exam) rewritten(r *rand.Rand) {
	list, styles := seventhPeople[e.lang], seventhDates[e.lang]
	e.person, e.id = list[r.IntN(len(list))], seventhID(r)
	e.dateStyle = styles[r.IntN(len(styles))]
	e.dashes = []string{"-", "--", "—", none}[r.IntN(4)]
	e.notes = "" // that of a device without posterior surface is printed, and no field
	if r.IntN(3) == 0 {
		e.notes = seventhRemarks[r.IntN(len(seventhRemarks))].in(e.lang)
	}
}

func seventhID(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf("%d%s-%d", 1+r.IntN(9), digits(r, 5), r.IntN(10))
	case 1:
		return "AUG" + digits(r, 6)
	case 2:
		return fmt.Sprint(1+r.IntN(9)) + digits(r, 9)
	}
	return string(letters[r.IntN(len(letters))]) + digits(r, 4) + "-" + digits(r, 2)
}

// seventhDates are styles as in dateStyles.
var seventhDates = map[string][]string{
	"en": {"1/2/2006", "01/02/2006", "02/01/2006", "02-MON-2006", "MONTH 2, 2006", "2006-01-02"},
	"de": {"02.01.2006", "2.1.2006", "2. MONTH 2006", "2006-01-02"},
	"es": {"02/01/2006", "2/1/2006", "02-01-2006", "02-MON-2006"},
	"fr": {"02/01/2006", "02-01-2006", "2 MONTH 2006"},
	"pt": {"02/01/2006", "02-01-2006", "02/MON/2006"},
	"it": {"02/01/2006", "2/1/2006", "02-01-2006", "2 MONTH 2006"},
}

// seventhFonts are serif faces, slanted headings, and a slanted text.
func seventhFonts(layout string) []font {
	switch layout {
	case "thirds", "tiles", "screen":
		return seventhFaces[:3]
	case "matrix", "placido":
		return seventhFaces[:4]
	case "readings", "middle":
		return seventhFaces[2:5]
	}
	return seventhFaces
}

var seventhFaces = []font{
	newFont(liberationsansregular.TTF, liberationsansbolditalic.TTF),
	newFont(dejavusanscondensed.TTF, dejavusanscondensedboldoblique.TTF),
	newFont(dejavuserifcondensed.TTF, dejavuserifcondensedbold.TTF),
	newFont(liberationserifregular.TTF, liberationserifbold.TTF),
	newFont(dejavusans.TTF, dejavuserifbold.TTF),
	newFont(liberationsansitalic.TTF, liberationsansbolditalic.TTF),
	newFont(dejavuserif.TTF, dejavuserifbold.TTF),
}

// seventhPeople are as invented as people.
var seventhPeople = map[string][]person{
	"en": {{"Doe-Sample, Jane", "DJ"}, {"Mockingham, Peter", "MP"}, {"Trialman, Victor", "TV"}, {"INVENTED, IRIS MAY", "IIM"}, {"McNobody, Nell", "MN"}, {"Walter Nowhere", "WN"}},
	"de": {{"Musterberg, Hans-Jürgen", "MH"}, {"Beispielhuber, Xaver", "BX"}, {"Öhrlein-Probe, Ulrike", "ÖU"}, {"DEMO, GÜNTHER", "DG"}, {"Scheinbar, Lotte Marie", "SLM"}, {"zu Testen, Wilma", "ZTW"}},
	"es": {{"Inventado Ruiz, Óscar", "IRÓ"}, {"Modelo, Nuria", "MN"}, {"Paciente Ficticio, Andrés", "PFA"}, {"PEÑA DEMO, IÑAKI", "PDI"}, {"del Ensayo, Rocío", "DER"}, {"Elena Supuesta", "ES"}},
	"fr": {{"Fictive, Hélène", "FH"}, {"Patient-Modèle, Éric", "PÉ"}, {"L'Essai, Jean-Yves", "LJ"}, {"IMAGINAIRE, Agnès", "IA"}, {"Démo, Cédric", "DC"}, {"Solange Prétexte", "SP"}},
	"pt": {{"Modelo Silva, Tomás", "MST"}, {"Imaginário, Júlio", "IJ"}, {"dos Testes, Fátima", "DTF"}, {"ENSAIO, SIMÃO PEDRO", "ESP"}, {"Inventada, Mónica", "IM"}, {"Rui Exemplar", "RE"}}, //nolint:misspell // Portuguese
	"it": {{"Finzioni, Aurelio", "FA"}, {"Dell'Esempio, Carla", "DC"}, {"Modello Bianchi, Ugo", "MBU"}, {"INVENTATO, NICOLÒ", "IN"}, {"Prototipi, Rosa Maria", "PRM"}, {"Sara Ipotesi", "SI"}},
}
