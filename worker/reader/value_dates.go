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

// dateWords are the words, folded, that announce the day of the exam in the head of a page and any day elsewhere.
var dateWords = wordSet(fold, "Date Datum Fecha Data Dato Tarih Visit Visite Visita Besuch Undersökning")

// headDate is the date behind such a word near the patient's data, above all measurements. It must be the only one.
func (s *sheet) headDate() (out []reading) {
	about := slices.IndexFunc(s.all, line.ofPatient)
	for n, l := range s.all {
		if about < 0 || n < about-headLines {
			continue
		}
		if n > about+headLines || n > about && holdsMeasurement(l) && !l.ofPatient() {
			break
		}
		out = append(out, s.bareDates(l)...)
	}
	if len(out) != 1 {
		return nil
	}
	return out
}

// bareDates are the dates of a line behind a word for the date that begins a cell.
func (s *sheet) bareDates(l line) (out []reading) {
	for i, it := range l.items {
		if !it.plain(word) || !dateWords[fold(it.text)] || i > 0 && near(l.items[i-1].token, it.token) {
			continue
		}
		from, start := i+1, it.X1
		if from < len(l.items) && l.items[from].text == ":" {
			start = l.items[from].X1 // in a column of its own, perhaps: "Date            : 13 Mar 2020"
			from++
		}
		if from == len(l.items) || l.items[from].X0-start > farValue*it.Height() {
			continue
		}
		own := l.tokens[l.items[from].from:dateEnd(l.tokens, l.items[from].from)]
		if raw, conf := join(own); isDay(raw) {
			out = append(out, reading{key: key{document, "exam_date"}, text: raw, conf: conf, at: s.placeOf(own...)})
		}
	}
	return out
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
