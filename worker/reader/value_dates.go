package reader

import (
	"regexp"
	"slices"
)

// resolveDates turns the dates among the readings into the data model's form.
// Every date of the document helps to tell its order.
func resolveDates(all []reading, sheets []*sheet) {
	printed := strokeDates(sheets)
	o, lang := orderOf(printed), languageOf(sheets)
	whole := slices.ContainsFunc(printed, wholeYear.MatchString) || slices.ContainsFunc(all, func(r reading) bool { return isDateField(r.field) && wholeYear.MatchString(r.text) })
	for i := range all {
		if r := &all[i]; isDateField(r.field) {
			if whole && !wholeYear.MatchString(r.text) {
				r.text, r.doubt = "", illegible // a year of two digits among those of four has lost two
				continue
			}
			text, ok := day(r.text, o, lang, r.field == "date_of_birth")
			r.text, r.doubt = text, max(r.doubt, doubtIf(!ok, severalDates))
		}
	}
}

// wholeYear is a year of four digits.
var wholeYear = regexp.MustCompile(`(^|\D)\d{4}(\D|$)`)

func strokeDates(sheets []*sheet) (out []string) {
	for _, s := range sheets {
		for _, l := range s.lines {
			raw, _ := join(l.tokens)
			for _, m := range anyStrokeDate.FindAllStringSubmatch(raw, -1) {
				out = append(out, m[1])
			}
		}
	}
	return out
}

func isDateField(name string) bool { return name == "exam_date" || name == "date_of_birth" }
