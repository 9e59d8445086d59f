package samples

import (
	"slices"

	"github.com/go-fonts/dejavu/dejavusansmono"
	"github.com/go-fonts/dejavu/dejavusansmonobold"
	"github.com/go-fonts/dejavu/dejavuserif"
	"github.com/go-fonts/dejavu/dejavuserifbold"
	"github.com/go-fonts/dejavu/dejavuserifcondensed"
	"github.com/go-fonts/dejavu/dejavuserifcondensedbold"
	"github.com/go-fonts/liberation/liberationmonobold"
	"github.com/go-fonts/liberation/liberationmonoregular"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifregular"
)

// The second profile is the same devices in pages that nobody fitted a reader
// to: its layouts, labels, fonts and dates were made without looking at what a
// reader can do.

// secondDevices is every device with the layouts of this profile.
var secondDevices = []*deviceSpec{
	presented(iolmaster700, &secondLexicon, mirrored, carded, covered, statistics),
	presented(lenstar, &secondLexicon, leftFirst, exported, gridded, radiiTable),
	presented(eyestar, &secondLexicon, threeColumns, differing, carded, lettered),
	presented(anterion, &secondLexicon, transposed, mirrored, summed, threeColumns),
	presented(aladdin, &secondLexicon, gridded, radiiTable, lettered, covered),
	presented(argos, &secondLexicon, transposed, axisCards, leftFirst, exported),
	presented(oa2000, &secondLexicon, statistics, radiiPairs, exported, differing),
	presented(ms39, &secondLexicon, differing, threeColumns, paired, summed),
	presented(pentacam, &secondLexicon, paired, mirrored, transposed, gridded),
}

// secondOmits is what a device does not measure or, in this profile, not
// print.
var secondOmits = map[string]string{
	"PentacamAXL": "LT vitreous", "MS39": "vitreous", "Argos": "kappa", "Aladdin": "rise vitreous",
	"OA-2000": "rise", "LenstarLS900": "rise kappa", "IOLMaster700": "vitreous rise", "EyestarES900": "kappa", "Anterion": "age",
}

// Fonts of this profile: books and typewriters. What is an export of text is
// in a typewriter's.
var (
	bookFonts = []font{
		newFont(liberationserifregular.TTF, liberationserifbold.TTF),
		newFont(dejavuserifcondensed.TTF, dejavuserifcondensedbold.TTF),
		newFont(dejavuserif.TTF, dejavuserifbold.TTF),
	}
	typewriters = []font{
		newFont(liberationmonoregular.TTF, liberationmonobold.TTF),
		newFont(dejavusansmono.TTF, dejavusansmonobold.TTF),
	}
)

func secondFonts(layout string) []font {
	if layout == exported.name {
		return typewriters
	}
	return slices.Concat(bookFonts, fonts[1:2])
}
