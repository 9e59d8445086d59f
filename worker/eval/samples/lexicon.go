package samples

import (
	"maps"
	"math/rand/v2"
	"strings"
)

// lexicon is what a profile calls things, and whom it invents.
type lexicon struct {
	terms map[string]term   // what is printed, fields and others
	axis  words             // names the axis of a meridian, #, in a row or column of its own
	omits map[string]string // what a device does not measure or, in this profile, not print

	// What flat and steep meridians are called, by keys of terms. A document
	// uses one pair for a surface.
	fronts, radii, backs, totals [][2]string

	lengths, total, history words // headings
	front, back             []words
	short, long             [][2]words // names for the eyes, right and left: a document uses one pair of each

	name, surname, given, record, born, sex, exam, issued, doctor, remark []words
	gender, lens, surgery                                                 map[string]words

	clinic, street, phone            words
	title, device                    []words
	names                            map[string][]string // of devices
	unit, eye, value, lenses, target words
	brands                           []string // of lenses that cannot be bought

	people  map[string][]person
	id      func(*rand.Rand) string
	dates   map[string][]string // styles as in dateStyles, MON being the shortened name that the language has
	dashes  []words             // for what is missing
	remarks []words             // what examiners write: %1 and %2 are powers, %3 is a length, %4 a year
}

// term is what a value is called: by its abbreviation that everybody knows,
// one of the language, in brief, and in full.
type term struct{ short, local, brief, long words }

// marked is the lexicon with a device's own marks, "key=mark".
func (lex lexicon) marked(marks ...string) *lexicon {
	lex.terms = maps.Clone(lex.terms)
	for _, m := range marks {
		key, s, _ := strings.Cut(m, "=")
		lex.terms[key] = term{short: same(s), brief: same(s), long: same(s)}
	}
	return &lex
}
