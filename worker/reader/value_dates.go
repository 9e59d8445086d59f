package reader

// resolveDates turns the dates among the readings into the data model's form.
// Every date of the document helps to tell its order.
func resolveDates(all []reading, sheets []*sheet) {
	o, lang := orderOf(strokeDates(sheets)), languageOf(sheets)
	for i := range all {
		if r := &all[i]; isDateField(r.field) {
			text, ok := day(r.text, o, lang, r.field == "date_of_birth")
			r.text, r.doubt = text, !ok
		}
	}
}

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
