package samples

import (
	"slices"
	"strings"
	"time"
)

// dateStyles are how documents of a language write dates; what stands more
// than once is drawn more often. "MONTH" and "MON" are the month's name.
var dateStyles = map[string][]string{
	"en": {"01/02/2006", "01/02/2006", "02/01/2006", "2 MON 2006", "MON 2, 2006", "2006-01-02"},
	"de": {"02.01.2006", "02.01.2006", "02.01.2006", "02.01.2006", "2006-01-02"},
	"es": {"02/01/2006", "02/01/2006", "02/01/2006", "2 de MONTH de 2006", "02 MON 2006", "2006-01-02"},
	"fr": {"02/01/2006", "02/01/2006", "02/01/2006", "2 MONTH 2006", "02.01.2006", "2006-01-02"},
	"pt": {"02/01/2006", "02/01/2006", "02/01/2006", "2 de MONTH de 2006", "02 MON 2006", "2006-01-02"},
	"it": {"02/01/2006", "02/01/2006", "02/01/2006", "2 MONTH 2006", "02.01.2006", "2006-01-02"},
}

// Months is the names of the months in each language.
var Months = map[string][]string{
	"en": strings.Fields("January February March April May June July August September October November December"),
	"de": strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"),
	"es": strings.Fields("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"),
	"fr": strings.Fields("janvier février mars avril mai juin juillet août septembre octobre novembre décembre"),
	"pt": strings.Fields("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro"),
	"it": strings.Fields("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre"),
}

// day writes a date in the document's style, and remembers that it is printed.
func (e *exam) day(t time.Time) string {
	e.dates = append(e.dates, t)
	month := Months[e.lang][t.Month()-1]
	short := []rune(month)
	short = short[:min(3, len(short))]
	s := t.Format(strings.NewReplacer("MONTH", "\x01", "MON", "\x02").Replace(e.dateStyle))
	return strings.NewReplacer("\x01", month, "\x02", string(short)).Replace(s)
}

// known reports whether a reader can tell which day a printed date is. In
// English with strokes either part may be the day, unless the year is first or
// some date of the document has a part above 12.
func (e *exam) known(t time.Time) bool {
	if e.lang != "en" || !strings.Contains(e.dateStyle, "/2006") || t.Day() == int(t.Month()) {
		return true
	}
	return slices.ContainsFunc(e.dates, func(d time.Time) bool { return d.Day() > 12 })
}

// expectedDay is a date in the data model: nil if it is not printed or says
// nothing certain.
func (e *exam) expectedDay(t time.Time) *string {
	if t.IsZero() || !e.known(t) {
		return nil
	}
	return new(t.Format(time.DateOnly))
}
