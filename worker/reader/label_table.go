package reader

import (
	"slices"
	"strings"
)

// role says what a label announces.
type role int

const (
	measure role = iota // one number
	power               // a corneal power, perhaps with its axis and its radius
	radius              // a corneal radius, perhaps with its axis and its power
	choice              // one of a few words
	text                // free text
	date                // a day
	other               // a value that is not ours: its number is nobody's
	spread              // a standard deviation or another number beside the value, in the row or over a column
	axis                // an axis, in the row or over a column
	mean                // the mean, over a column: the value itself
	section             // a heading; field is the section
	eye                 // a heading; field is the eye, "" for the word "eye" itself
)

// Sections: what K1 and K2 mean below their heading, and where no measurement
// stands at all.
const (
	front   = "front"
	back    = "back"
	foreign = "foreign" // lens calculations, constants, single readings: nothing is ours
	net     = "net"     // total power of the cornea: no curvature is ours
	total   = "total"   // total keratometry
)

// label is one meaning and the phrases that announce it in each language,
// apart by "|". What is the same in every language stands under any.
type label struct {
	role  role
	field string // in the data model, the section or the eye
	any   string
	en    string
	de    string
	es    string
	fr    string
	pt    string
	it    string
	nl    string
	pl    string
}

// The languages of the table.
var languages = []string{"en", "de", "es", "fr", "pt", "it", "nl", "pl"}

// in returns the phrases of a language, "" for those of every language.
func (l *label) in(lang string) string {
	return map[string]string{"": l.any, "en": l.en, "de": l.de, "es": l.es, "fr": l.fr, "pt": l.pt, "it": l.it, "nl": l.nl, "pl": l.pl}[lang]
}

// entry is what a phrase leads to.
type entry struct {
	*label
	langs    []string // that have the phrase; none: every language
	capital  bool     // a short abbreviation, which counts in capitals only
	numbered bool     // a word that is a label only where a number follows it: "Axial 23.45"
	saying   bool     // a word that is a label only where a word of its choice follows it: "Status: phakic"
	stroke   bool     // "lens / IOL" without its stroke is a label and its value
}

// phrases is folded phrase → entry; longestPhrase its longest key in bytes.
var phrases, longestPhrase = index(labels)

func index(table []label) (map[string]entry, int) {
	out, longest := map[string]entry{}, 0
	for i := range table {
		l := &table[i]
		for _, lang := range append([]string{""}, languages...) {
			for phrase := range strings.SplitSeq(withMisreadL(l.in(lang)), "|") {
				key := phraseKey(phrase)
				if key == "" {
					continue
				}
				e, known := out[key]
				if known && e.label != l {
					panic("reader: the phrase " + phrase + " has two meanings")
				}
				e.label = l
				e.stroke = strings.Contains(phrase, "/") && (e.stroke || !known)
				e.numbered, e.saying = numbered[key], saying[key]
				e.capital = len(key) <= 3 && strings.ToUpper(phrase) == phrase
				if lang != "" && (!known || e.langs != nil) {
					e.langs = append(e.langs, lang)
				}
				out[key] = e
				longest = max(longest, len(key))
			}
		}
	}
	return out, longest
}

// withMisreadL is the phrases with those in which OCR, but for Polish data, takes ł for t, "Gteb. komory".
func withMisreadL(all string) string {
	for phrase := range strings.SplitSeq(all, "|") {
		if misread := misreadL.Replace(phrase); misread != phrase {
			all += "|" + misread
		}
	}
	return all
}

var misreadL = strings.NewReplacer("ł", "t", "Ł", "t")

// numbered are the phrases, folded, that are words of headings too.
var numbered = wordSet(fold, "axial vlak flat steep flach steil plano plana curvo plat plate cambré cambrée serré serrée bombée íngreme piatto piatta ripido ripida de")

// saying are the phrases, folded, that may be the state of anything, or the kind of a measurement.
var saying = keys("info|cornea|Hornhaut|cornée|rogówka|hoornvlies|CLV|statut|mode|modo|status|estado|état|stato|zustand|LS|SC|SL|EL|measuring mode|measurement mode|Messmodus|modo de medición|modo de medida|mode de mesure|modo de medição|modalità di misura")

func keys(phrases string) map[string]bool {
	out := map[string]bool{}
	for phrase := range strings.SplitSeq(phrases, "|") {
		out[phraseKey(phrase)] = true
	}
	return out
}

// labelOf is the table's label of that role and field, which it has.
func labelOf(r role, field string) *label {
	return &labels[slices.IndexFunc(labels, func(l label) bool { return l.role == r && l.field == field })]
}

// fieldNamed is the field of the label of that role whose phrase the text is, "" for none.
func fieldNamed(text string, r role) string {
	if e := phrases[fold(text)]; e.label != nil && e.role == r {
		return e.field
	}
	return ""
}

// phraseKey folds a phrase of the table as match folds the words of a page.
func phraseKey(phrase string) string {
	var key strings.Builder
	for i, w := range strings.Fields(phrase) {
		for letter := range strings.SplitSeq(w, ".") { // "C.A." is two abbreviations
			key.WriteString(foldPart(letter, i == 0 || len(letter) == 1 && letter != w))
		}
	}
	return key.String()
}
