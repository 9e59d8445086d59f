package samples

import (
	"context"
	"math/rand/v2"
)

//go:generate go test -count=1 -run TestLongCommitted -update .

// Committed makes the samples in testdata/samples: a few with names that
// tests and the demo know, and a hundred of seed 1 that cover what there is.
// They are made small, for the repository's sake.
func Committed(ctx context.Context, yield func(Sample) error) error {
	for _, p := range append(named(), hundred()...) {
		p.thrifty = true
		if err := p.yield(ctx, yield); err != nil {
			return err
		}
	}
	return nil
}

// hundred has one BMP: they are as large as all text PDFs together.
func hundred() []plan {
	o, err := Options{Seed: 1, Count: 100, DPI: 150, Media: []Medium{
		TextPDF, OutlinePDF, TextPDF, ImagePDF, TextPDF, PNG, TextPDF, JPG, TextPDF, GIF, TextPDF, TextPDF, PNG, BMP,
	}}.complete()
	if err != nil {
		panic(err) // the options above
	}
	var out []plan
	seen := false
	for i := range o.Count {
		p := o.plan(i)
		if p.medium == BMP {
			if p.dpi = 120; seen {
				p.medium, p.dpi = GIF, o.DPI
			}
			seen = true
		}
		out = append(out, p)
	}
	return out
}

func named() []plan {
	out := []plan{
		{called: "iolmaster700-en-01", device: &iolmaster700, lang: "en", medium: TextPDF},
		{called: "iolmaster700-en-02-missing", device: &iolmaster700, lang: "en", medium: TextPDF, change: missing},
		{called: "iolmaster700-en-03-scan", device: &iolmaster700, lang: "en", medium: ImagePDF},
		{called: "iolmaster700-en-04", device: &iolmaster700, lang: "en", medium: PNG},
		{called: "iolmaster700-de-05", device: &iolmaster700, lang: "de", medium: TextPDF},
		{called: "lenstar900-de-06", device: &lenstar, lang: "de", medium: TextPDF},
		{called: "lenstar900-de-07-pages", device: &lenstar, lang: "de", medium: TextPDF, layout: 1},
		{called: "lenstar900-de-08", device: &lenstar, lang: "de", medium: JPG},
		{called: "lenstar900-en-09-scan", device: &lenstar, lang: "en", medium: ImagePDF},
		{called: "anterion-en-10-right", device: &anterion, lang: "en", medium: PNG, change: onlyRight},
		{called: "anterion-de-11", device: &anterion, lang: "de", medium: TextPDF},
		{called: "anterion-en-12-scan", device: &anterion, lang: "en", medium: ImagePDF, change: missing},
		{called: "pentacamaxl-en-13-axes", device: &pentacam, lang: "en", medium: TextPDF, layout: 1, change: flatAt90},
	}
	for i := range out {
		out[i].seed, out[i].number, out[i].dpi = 1, 1000+i, 150
		if out[i].change == nil {
			out[i].change = ordinary
		}
	}
	return out
}

func missing(r *rand.Rand, e *exam) {
	ordinary(r, e)
	e.eyes[left].lose(r)
}

// flatAt90 has values that are withheld: of each cornea one axis, of 90 degrees.
func flatAt90(r *rand.Rand, e *exam) {
	ordinary(r, e)
	e.noSteepAxis = true
	for _, m := range e.both() {
		m.K1Axis, m.K2Axis, m.PK1Axis, m.PK2Axis = new(90), new(180), new(90), new(180)
	}
}

func onlyRight(r *rand.Rand, e *exam) {
	ordinary(r, e)
	e.eyes[left] = nil
}

// ordinary draws both eyes anew, and not extreme: demonstrations look at them.
func ordinary(r *rand.Rand, e *exam) {
	for side := range e.eyes {
		e.eyes[side] = drawEye(r, find(e.device), e.index, false)
	}
}
