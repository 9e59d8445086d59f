package reader

import (
	"fmt"
	"slices"
	"strings"

	"biom/shared/biometry"
	"biom/worker/document/layout"
)

// Explanation says why the values of a document were taken or not, and what each number of
// its words was taken for.
type Explanation struct {
	Fields  []FieldExplained  `json:"fields"`  // in the order of the data model
	Numbers []NumberExplained `json:"numbers"` // from the top of the first page
}

// FieldExplained says why a field has its value, or none.
type FieldExplained struct {
	Path  string `json:"path"`            // e.g. "right_eye.AL"
	Value string `json:"value,omitempty"` // "" if it was not taken
	Why   string `json:"why"`
}

// NumberExplained says what a printed number was taken for.
type NumberExplained struct {
	Page int    `json:"page"`
	Text string `json:"text"` // as it is printed
	Line string `json:"line"` // the whole line that it stands in
	As   string `json:"as"`
}

// reasons are the doubts in words.
var reasons = map[doubt]string{
	illegible:       "its digits may not be these",
	impossible:      "it is outside the range of the field, or in another unit",
	notKnown:        "what is printed means nothing known",
	severalDates:    "it is no date, or nothing tells its day and month apart",
	seenOnce:        "one look at the page alone saw it",
	looksDiffer:     "looks at the page saw different values",
	incomplete:      "the value that it comes with was not found",
	breaksRule:      "it breaks a rule of the data model with the other values",
	severalValues:   "several numbers may be the value",
	severalMeanings: "the same number was taken for another field too",
	severalTables:   "the two meridians are of two tables",
	eyeUnclear:      "the headings do not tell whose it is",
	severalPatients: "the document seems to be of two patients",
}

// Explain explains findings by the words of one look at the document.
func Explain(found Findings, pages []layout.Page) Explanation {
	_, whose := find(pages)
	found = found.settled()
	var out Explanation
	for _, k := range allKeys() {
		e := FieldExplained{Path: path(k), Why: found.why(k, whose)}
		if found.sure(k) {
			e.Value = found.values[k].text
		}
		out.Fields = append(out.Fields, e)
	}
	for i, page := range pages {
		for _, l := range linesOf(page.Words, page.OCR, page.Width) {
			text, _ := join(l.tokens)
			for _, t := range l.tokens {
				if t.kind == number {
					out.Numbers = append(out.Numbers, NumberExplained{page.Number, t.raw, text, found.use(whose[i], t)})
				}
			}
		}
	}
	return out
}

// allKeys are the fields of a report.
func allKeys() (out []key) {
	for _, f := range biometry.PatientFields() {
		out = append(out, key{document, f.Name})
	}
	out = append(out, key{document, "exam_date"}, key{document, "notes"})
	for _, eye := range []string{rightEye, leftEye} {
		for _, f := range biometry.EyeFields() {
			out = append(out, key{eye, f.Name})
		}
		for _, f := range biometry.PosteriorFields() {
			out = append(out, key{eye, f.Name})
		}
	}
	return out
}

// why says why a field has its value, or none.
func (f Findings) why(k key, whose []divided) string {
	v, seen := f.values[k]
	switch {
	case f.sure(k) && v.at.known():
		return fmt.Sprintf("taken: %q on page %d, %s", v.at.text, v.at.page, seenBy(v))
	case f.sure(k):
		return "taken"
	case seen && v.at.known():
		return fmt.Sprintf("withheld: %s (%q on page %d)", reasons[v.doubt], v.at.text, v.at.page)
	case seen:
		return "withheld: " + reasons[v.doubt]
	case f.absent[k]:
		return "not given: dashes stand behind its label"
	case k.eye == document:
		return "not found: no label of it has a value"
	}
	return "not found: " + whyMissing(k, whose)
}

func seenBy(v finding) string {
	var by []string
	if v.seen.TextLayer > 0 {
		by = append(by, "in the text layer")
	}
	if v.seen.OCR > 0 {
		by = append(by, fmt.Sprintf("in %d looks by OCR", v.seen.OCR))
	}
	return strings.Join(by, " and ")
}

// whyMissing says where the labels of a field stand that gave no value.
func whyMissing(k key, whose []divided) string {
	own, calculated, nobody := false, false, false
	for _, d := range whose {
		for _, p := range d.parts {
			for _, l := range p.lines {
				for _, it := range l.items {
					where := p.sectionOf(it.Box)
					named := p.eye == k.eye && labelsField(it, k.field, where)
					own = own || named && where != foreign
					calculated = calculated || named && where == foreign
				}
			}
		}
		for _, l := range d.lines {
			nobody = nobody || slices.ContainsFunc(l.items, func(it item) bool { return labelsField(it, k.field, d.sectionAt(it.Box)) })
		}
	}
	switch {
	case own:
		return "its label has no value that must be its own"
	case calculated:
		return "its label stands in a lens calculation only"
	case nobody:
		return "its label stands in no part of the page that is known to be this eye's"
	}
	return "no label of it is understood"
}

// labelsField reports that the item is the label of a field, or of the meridian of a power
// or an axis, below a heading of that section.
func labelsField(it item, field, where string) bool {
	if it.label == nil || !ofValue(it) {
		return false
	}
	if where == foreign {
		where = front
	}
	named, ok := inSection(it.field, where)
	meridian, _, _ := strings.Cut(field, "_")
	return ok && (named == field || named == meridian && (it.is(power) || it.is(radius)))
}

// use says what a number was taken for.
func (f Findings) use(d divided, t token) string {
	at := d.place(t.in)
	var as []string
	for _, r := range d.readings {
		switch {
		case r.at.page != at.page || r.missing:
		case r.at.isNumber() && r.at.nth == at.nth && r.at.Box == at.Box, !r.at.isNumber() && holds(r.at.Box, at.Box):
			if use := f.verdict(r); !slices.Contains(as, use) {
				as = append(as, use)
			}
		}
	}
	if as != nil {
		slices.Sort(as)
		return strings.Join(as, ", ")
	}
	l, i, found := d.find(t)
	if !found {
		return "nothing: it is of an earlier examination, or of a remark about another device"
	}
	it := l.items[i]
	switch label := labelBefore(l, i); {
	case it.label != nil:
		return fmt.Sprintf("a part of the label %q", it.text)
	case it.hidden:
		return "nothing: it stands in a remark or behind the name of a formula"
	case d.sectionAt(it.Box) == foreign:
		return "nothing: it is of a lens calculation"
	case label == nil:
		return "nothing: no known label stands before it"
	case !d.isAnEyes(t):
		return "nothing: it stands in no part of the page that is known to be one eye's"
	default:
		return fmt.Sprintf("nothing: it is not the value of the label %q before it", label.text)
	}
}

// verdict names the field of a reading, and says if it was not taken.
func (f Findings) verdict(r reading) string {
	name := path(r.key)
	switch v, seen := f.values[r.key]; {
	case internal(r.field) || !seen:
		return name
	case v.doubt != noDoubt:
		return name + " (withheld)"
	case r.eye != document && v.text != r.text && !sameOrRounded(v.text, r.text):
		return name + " (not taken)"
	}
	return name
}

// find returns where a printed number stands among the items of the page.
func (d divided) find(t token) (l line, at int, found bool) {
	for _, l := range d.all {
		for i, it := range l.items {
			for _, own := range l.tokens[it.from:it.upto] {
				if own.kind == number && own.in == t.in {
					return l, i, true
				}
			}
		}
	}
	return line{}, 0, false
}

// isAnEyes reports that the number is in a part that belongs to an eye.
func (d divided) isAnEyes(t token) bool {
	for _, p := range d.parts {
		for _, l := range p.lines {
			if slices.ContainsFunc(l.items, func(it item) bool { return it.in == t.in }) {
				return true
			}
		}
	}
	return false
}
