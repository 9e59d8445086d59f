package grammar

import (
	"slices"
	"strconv"
	"strings"

	"biom/worker/eval/samples"
)

// generator draws one document. Its choices are made by name (choice.go); what it has
// decided for the whole document is its style.
type generator struct {
	*chooser
	style

	opts        Options
	exam        exam
	sheets      []sheet
	arrangement string // its name, for the tags
	headingLook string // the same
}

// sheet is a page in the making.
type sheet struct{ box }

// style is what a document decides once.
type style struct {
	lang      string
	font      samples.Typeface
	size      float64 // of the text, in points
	ink       [3]int  // of headings
	tint      [3]int  // of what is filled
	dateStyle string

	comma         bool   // decimal comma
	missing       string // a dash for what was not found
	omits         bool   // what was not found has no line
	colon         string // after a label
	labelForm     string // "marks", "words", "words and marks"
	unitForm      string // "after", "glued", "label", "none"
	powerUnit     string
	degree        string
	micron        string
	thicknessInMM bool // CCT in mm
	powers        powerForm
	powerDecimals int
	axisDecimals  bool
	millis        bool // lengths with three decimals
	steepFirst    bool // the steep meridian stands before the flat one
	nameFields    bool // the name of the patient stands in two fields
	titled        bool // sections have titles
	headings      bool // eyes have headings above their blocks

	marks        bool // values have marks of quality
	eyeInPatient bool // the eye is named in the block of the patient
	unmeasured   Eye  // an eye that has a heading and no values

	labels   map[string]string  // what the document calls things, by field, and what it does throughout, by choice
	invented map[string]float64 // values that are no fields, by name and eye
}

// powerForm is how keratometry is printed.
type powerForm int

const (
	powersAlone powerForm = iota
	powersAndRadii
	radiiAlone // with the index that gives the powers
)

var languages = []string{"en", "de", "es", "fr", "pt", "it"}

func newGenerator(c *chooser, o Options) *generator {
	g := &generator{chooser: c, opts: o}
	if o.Languages == nil {
		o.Languages = languages
	}
	g.labels, g.invented = map[string]string{}, map[string]float64{}
	g.lang = o.Languages[g.IntN(len(o.Languages))]
	g.drawLook()
	g.drawNumbers()
	return g
}

// drawLook draws fonts and colours.
func (g *generator) drawLook() {
	var fonts []alternative[samples.Typeface]
	for _, t := range samples.Typefaces() {
		fonts = append(fonts, alternative[samples.Typeface]{2, t.Name, t})
	}
	g.font = choose(g.chooser, "font", fonts...)
	g.size = choose(g.chooser, "size of text", alternative[float64]{3, "9", 9}, alternative[float64]{2, "8", 8}, alternative[float64]{2, "10", 10}, alternative[float64]{1, "11", 11})
	g.ink = choose(g.chooser, "ink of headings",
		alternative[[3]int]{3, "black", black}, alternative[[3]int]{1, "blue", [3]int{20, 50, 130}}, alternative[[3]int]{1, "red", [3]int{140, 20, 30}}, alternative[[3]int]{1, "green", [3]int{10, 90, 60}},
	)
	g.tint = choose(g.chooser, "tint",
		alternative[[3]int]{2, "grey", [3]int{226, 228, 230}}, alternative[[3]int]{1, "blue", [3]int{212, 225, 242}}, alternative[[3]int]{1, "green", [3]int{216, 236, 224}}, alternative[[3]int]{1, "sand", [3]int{240, 232, 214}},
	)
}

// drawNumbers draws how numbers, units and labels are written.
func (g *generator) drawNumbers() {
	english := 0
	if g.lang == "en" {
		english = 1
	}
	g.comma = decide(g.chooser, "decimal mark", alternative[bool]{1 + 5*english, "point", false}, alternative[bool]{4 * (1 - english), "comma", true})
	g.missing = g.synonym("missing value", "---|--|–|-|n/a|- - -|----")
	g.omits = g.chance("missing values are left out", 4)
	g.colon = choose(g.chooser, "after a label", alternative[string]{4, "colon", ":"}, alternative[string]{3, "nothing", ""}, alternative[string]{1, "equals", " ="}, alternative[string]{1, "space and colon", " :"})
	g.labelForm = choose(g.chooser, "labels", named("marks", 4), named("words", 3), named("words and marks", 2), named("marks and words", 1))
	g.unitForm = choose(g.chooser, "units", named("after", 6), named("glued", 1), named("label", 2), named("none", 1))
	g.powerUnit = choose(g.chooser, "unit of powers", named("D", 5), alternative[string]{3 * one(g.lang == "de"), "dpt", "dpt"}, named("Dpt", one(g.lang == "de")), named("dioptres", 0))
	g.degree = choose(g.chooser, "degrees", named("°", 5), named("º", 2), named(" °", 2), alternative[string]{1, "nothing", ""}, named("deg", 1))
	g.micron = choose(g.chooser, "micrometers", named("µm", 4), named("um", 2), named("μm", 2), named("microns", 1))
	g.thicknessInMM = g.chance("thickness in mm", 7)
	g.powers = decide(g.chooser, "keratometry", alternative[powerForm]{7, "powers", powersAlone}, alternative[powerForm]{3, "powers and radii", powersAndRadii}, alternative[powerForm]{1, "radii", radiiAlone})
	g.powerDecimals = choose(g.chooser, "decimals of powers", alternative[int]{5, "two", 2}, alternative[int]{1, "one", 1})
	g.millis = g.chance("lengths with three decimals", 9)
	g.steepFirst = g.chance("steep meridian first", 8)
	g.axisDecimals = g.chance("decimals of axes", 9)
	g.marks = g.chance("marks of quality", 6)
	g.nameFields = g.chance("name in two fields", 5)
	g.dateStyle = g.synonym("date "+g.lang, dateStyles[g.lang])
}

// named is an alternative whose value is its name.
func named(name string, weight int) alternative[string] {
	return alternative[string]{weight, name, name}
}

// one is 1 if something holds, else 0.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// number writes a number with the decimal mark of the document.
func (g *generator) number(v float64, decimals int) string {
	s := strconv.FormatFloat(v, 'f', decimals, 64)
	if g.comma {
		s = strings.Replace(s, ".", ",", 1)
	}
	return s
}

// say draws a synonym of a phrase in the language of the document. The document keeps to it.
func (g *generator) say(what string, p phrases) string {
	if s, ok := g.labels[what]; ok {
		return s
	}
	g.labels[what] = g.synonym(what+" "+g.lang, p.in(g.lang))
	return g.labels[what]
}

// once makes a choice for the whole document.
func (g *generator) once(choice string, all ...alternative[string]) string {
	if _, ok := g.labels[choice]; !ok {
		g.labels[choice] = choose(g.chooser, choice, all...)
	}
	return g.labels[choice]
}

// label is what the document calls a value.
func (g *generator) label(field string) string {
	t := terms[field]
	words := g.say(field, t.words)
	if t.marks == "" {
		return words
	}
	mark, ok := g.labels[field+" mark"]
	if !ok {
		mark = g.synonym(field+" mark", t.marks)
		g.labels[field+" mark"] = mark
	}
	plain := !strings.ContainsAny(mark+words, "()/@") && !strings.EqualFold(mark, words)
	switch {
	case g.labelForm == "words and marks" && plain:
		return words + " (" + mark + ")"
	case g.labelForm == "marks and words" && plain:
		return mark + " (" + words + ")"
	case g.labelForm == "words":
		return words
	}
	return mark
}

// pair is what the document calls the flat and the steep meridian of a surface.
func (g *generator) pair(surface, pairs string) [2]string {
	s, ok := g.labels[surface+" pair"]
	if !ok {
		s = g.synonym(surface+" pair", pairs)
		g.labels[surface+" pair"] = s
	}
	flat, steep, _ := strings.Cut(s, ";")
	return [2]string{flat, steep}
}

// unit is the unit in which a field is printed.
func (g *generator) unit(field string) string {
	switch {
	case slices.Contains([]string{"CCT", "thinnest"}, field) && !g.thicknessInMM:
		return g.micron
	case slices.Contains([]string{"cylinder", "mean"}, field) || strings.HasSuffix(field, "magnitude"):
		return g.powerUnit
	case field == "pressure":
		return "mmHg"
	case field == "retina":
		return g.micron
	case slices.Contains([]string{"lens_status", "post_refractive", "keratometric_index", "shape", "ratio"}, field):
		return ""
	}
	return "mm"
}

// The pieces of which lines are made.
func noise(s string) piece                     { return piece{s, RoleNoise, NoEye, ""} }
func label(eye Eye, field, s string) piece     { return piece{s, RoleLabel, eye, field} }
func value(eye Eye, field, s string) piece     { return piece{s, RoleValue, eye, field} }
func unit(eye Eye, field, s string) piece      { return piece{s, RoleUnit, eye, field} }
func other(role Role, eye Eye, s string) piece { return piece{s, role, eye, ""} }
