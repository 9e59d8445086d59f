package samples

import (
	"math/rand/v2"
	"slices"
	"strings"

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
// reader can do. A layout is a way of presenting what any device measures, so
// that a device in a new layout is a line here:
//
//	exam ──sections──▶ facts (term, unit, value) ──put──▶ table, cards, letter …

// secondDevices is every device with the layouts of this profile.
var secondDevices = []*deviceSpec{
	second(iolmaster700, mirrored, carded, covered, statistics),
	second(lenstar, leftFirst, exported, gridded, radiiTable),
	second(eyestar, threeColumns, differing, carded, lettered),
	second(anterion, transposed, mirrored, summed, threeColumns),
	second(aladdin, gridded, radiiTable, lettered, covered),
	second(argos, transposed, axisCards, leftFirst, exported),
	second(oa2000, statistics, radiiPairs, exported, differing),
	second(ms39, differing, threeColumns, paired, summed),
	second(pentacam, paired, mirrored, transposed, gridded),
}

// second is a device of the first profile with other layouts.
func second(d deviceSpec, sheets ...folio) *deviceSpec {
	d.layouts = nil
	for _, s := range sheets {
		d.layouts = append(d.layouts, layout{s.name, s.adapt, func(c *canvas, e *exam) { s.put(&desk{c: c, e: e, folio: s}) }})
	}
	return &d
}

// folio is one layout of the second profile.
type folio struct {
	name  string
	omits string  // terms that it does not print
	forms []kform // in which it prints a meridian; a document uses one
	put   func(*desk)
}

// desk is where a page is put together.
type desk struct {
	c *canvas
	e *exam
	folio
}

// secondOmits is what a device does not measure or, in this profile, not
// print.
var secondOmits = map[string]string{
	"PentacamAXL": "LT vitreous", "MS39": "vitreous", "Argos": "kappa", "Aladdin": "rise vitreous",
	"OA-2000": "rise", "LenstarLS900": "rise kappa", "IOLMaster700": "vitreous rise", "EyestarES900": "kappa", "Anterion": "age",
}

// prints reports that a layout has a term.
func (s folio) prints(e *exam, term string) bool {
	return !strings.Contains(" "+s.omits+" "+secondOmits[e.device]+" ", " "+term+" ")
}

// adapt makes the drawn exam one of this profile, and takes from it what this
// layout does not print.
func (s folio) adapt(r *rand.Rand, e *exam) {
	e.redraw(r)
	finer := r.IntN(3) == 0
	for _, m := range e.both() {
		if finer {
			m.finerWTW(r)
		}
		if !s.prints(e, "LT") {
			m.LT = nil
		}
		if !s.prints(e, "WTW") {
			m.WTW = nil
		}
		if !s.prints(e, "lens") {
			m.LensStatus = nil
		}
		if !s.prints(e, "surgery") {
			m.PostRefractive = nil
		}
		if !s.prints(e, "PK") {
			m.PK1Magnitude, m.PK1Axis, m.PK2Magnitude, m.PK2Axis = nil, nil, nil, nil
		}
		if !s.prints(e, "TK") {
			m.TK1Magnitude, m.TK1Axis, m.TK2Magnitude, m.TK2Axis = nil, nil, nil, nil
		}
	}
	if !s.prints(e, "index") {
		e.noIndex()
	}
	if s.form(e).radii() {
		e.radiiOnly()
	}
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
