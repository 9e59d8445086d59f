package samples

import (
	"math/rand/v2"

	"github.com/go-fonts/dejavu/dejavusansbold"
	"github.com/go-fonts/dejavu/dejavusanscondensedbold"
	"github.com/go-fonts/dejavu/dejavuserif"
	"github.com/go-fonts/dejavu/dejavuserifbold"
	"github.com/go-fonts/dejavu/dejavuserifcondensed"
	"github.com/go-fonts/dejavu/dejavuserifcondensedbold"
	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/liberation/liberationserifbold"
	"github.com/go-fonts/liberation/liberationserifregular"
)

// The sixth profile was written to measure a reader that its author had not
// read: the same devices as in the usual profile, each printing in its own
// manner, as another version of its software or another clinic has it.

// sixthDevices is every device with the layouts of this profile.
var sixthDevices = []*deviceSpec{
	configured(
		iolmaster700,
		layout{"thirds", nil, printIOLMasterThirds},
		layout{"surfaces", nil, printIOLMasterSurfaces},
	),
	configured(lenstar, layout{"readings", adaptLenstarReadings, printLenstarReadings}),
	configured(eyestar, layout{"stacks", finerDiameter, printEyestarStacks}),
	configured(anterion, layout{"steep-first", finerDiameter, printAnterionSteep}),
	configured(aladdin, layout{"halves", finerDiameter, printAladdinHalves}),
	configured(argos, layout{"units-last", finerDiameter, printArgosUnits}),
	configured(oa2000, layout{"wide", nil, printOA2000Wide}),
	configured(ms39, layout{"six-columns", adaptMS39Six, printMS39Six}),
	configured(pentacam, layout{"front-back", adaptPentacamColumns, printPentacamColumns}),
}

// configured is a device of the usual profile with other layouts.
func configured(d deviceSpec, layouts ...layout) *deviceSpec {
	d.layouts = nil
	for _, l := range layouts {
		own := l.adapt
		l.adapt = func(r *rand.Rand, e *exam) {
			e.configure(r)
			if own != nil {
				own(r, e)
			}
		}
		d.layouts = append(d.layouts, l)
	}
	return &d
}

// configure makes the drawn exam one of this profile.
func (e *exam) configure(r *rand.Rand) {
	list, styles := sixthPeople[e.lang], sixthDates[e.lang]
	e.person, e.id = list[r.IntN(len(list))], sixthID(r)
	e.dateStyle = styles[r.IntN(len(styles))]
	e.dashes = []string{none, "-", "--", "–", "-----"}[r.IntN(5)]
	e.comma = e.lang != "en" && r.IntN(4) > 0
	if e.notes != "" {
		e.notes = sixthRemarks[r.IntN(len(sixthRemarks))].in(e.lang)
	}
}

// finerDiameter is for layouts with two decimals of the corneal diameter.
func finerDiameter(r *rand.Rand, e *exam) {
	for _, m := range e.both() {
		m.finerWTW(r)
	}
}

// sixthFonts has serifs, or other headings than the usual ones.
var sixthFonts = []font{
	newFont(liberationserifregular.TTF, liberationserifbold.TTF),
	newFont(dejavuserif.TTF, dejavuserifbold.TTF),
	newFont(dejavuserifcondensed.TTF, dejavuserifcondensedbold.TTF),
	newFont(liberationsansregular.TTF, dejavusanscondensedbold.TTF),
	newFont(liberationsansbold.TTF, dejavusansbold.TTF),
}
