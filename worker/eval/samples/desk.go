package samples

import (
	"math/rand/v2"
	"strings"
)

// A layout of the second and the third profile is a way of presenting what any
// device measures, so that a device in a new layout is a line:
//
//	exam ──sections──▶ facts (term, unit, value) ──put──▶ table, cards, letter …

// presented is a device of the first profile in other layouts and words.
func presented(d deviceSpec, lex *lexicon, sheets ...folio) *deviceSpec {
	d.layouts = nil
	for _, s := range sheets {
		s.lex = lex
		d.layouts = append(d.layouts, layout{s.name, s.adapt, func(c *canvas, e *exam) { s.put(&desk{c: c, e: e, folio: s}) }})
	}
	return &d
}

// folio is one of these layouts.
type folio struct {
	name  string
	omits string  // terms that it does not print
	forms []kform // in which it prints a meridian; a document uses one
	put   func(*desk)
	lex   *lexicon // of the profile
}

// desk is where a page is put together.
type desk struct {
	c *canvas
	e *exam
	folio
}

// prints reports that a layout has a term.
func (s folio) prints(e *exam, term string) bool {
	return !strings.Contains(" "+s.omits+" "+s.lex.omits[e.device]+" ", " "+term+" ")
}

// adapt makes the drawn exam one of the profile, and takes from it what this
// layout does not print.
func (s folio) adapt(r *rand.Rand, e *exam) {
	e.redraw(r, s.lex)
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
