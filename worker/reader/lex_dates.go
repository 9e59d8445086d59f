package reader

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// order is how a document writes days and months with strokes or hyphens.
type order int

const (
	unknownOrder order = iota
	dayFirst
	monthFirst
	mixedOrder // the document contradicts itself
)

var (
	isoDate    = regexp.MustCompile(`^(\d{4})[-/.]\s?(\d{1,2})[-/.]\s?(\d{1,2})(?:\D|$)`)
	dottedDate = regexp.MustCompile(`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?:\D|$)`)
	strokeDate = regexp.MustCompile(`^(\d{1,2})\s?[/-]\s?(\d{1,2})\s?[/-]\s?(\d{4}|\d{2})(?:\D|$)`)
	namedDate  = regexp.MustCompile(`^(\d{1,2})(?:\.|º|er|st|nd|rd|th)?[\s-/]*(?:de |di |d')?([\pL]+)\.?[\s,-/]*(?:de |del )?(\d{4}|\d{2})(?:\D|$)`)
	monthDate  = regexp.MustCompile(`^([\pL]+)\.?[\s/-]*(\d{1,2})(?:st|nd|rd|th)?,?[\s/-]*(\d{4}|\d{2})(?:\D|$)`)
	yearFirst  = regexp.MustCompile(`^(\d{4})[\s/_-]*([\pL]+)\.?[\s/_-]*(\d{1,2})(?:\D|$)`)

	brokenDay = regexp.MustCompile(`^\d{4}[-/.]\s?\d{1,2}[-/.]\s?\d \d$`) // "1957-01-1 5"

	anyStrokeDate = regexp.MustCompile(`(?:^|[^\d/-])(\d{1,2}[/-]\d{1,2}[/-](?:\d{4}|\d{2}))(?:[^\d/-]|$)`)
)

// months is the first folded letters of a month's name in every language of
// the table; three tell it, but for June and July in French.
var months = func() map[string]int {
	out := map[string]int{}
	for i, names := range []string{
		"jan ene gen", "feb fev", "mar", "apr abr avr", "may mai mag", "jun giu juin", "jul lug juil",
		"aug ago aou", "sep set", "oct okt out ott", "nov", "dec dez dic",
	} {
		for name := range strings.FieldsSeq(names) {
			out[name] = i + 1
		}
	}
	return out
}()

// orderOf looks at every date with strokes: one with a part beyond 12 tells
// how the document writes all of them.
func orderOf(texts []string) order {
	seen := unknownOrder
	for _, t := range texts {
		m := strokeDate.FindStringSubmatch(t)
		if m == nil {
			continue
		}
		a, b := atoi(m[1]), atoi(m[2])
		now := unknownOrder
		switch {
		case a > 12 && b <= 12:
			now = dayFirst
		case b > 12 && a <= 12:
			now = monthFirst
		}
		if now != unknownOrder && seen != unknownOrder && now != seen {
			return mixedOrder
		}
		seen = max(seen, now)
	}
	return seen
}

// day reads a date and writes it as YYYY-MM-DD. Dots always mean day first.
// With strokes the document's order decides, else its language: English alone
// knows two orders, and then the date is not known. Of a year with two digits
// the century is known if only one is possible.
func day(s string, o order, lang string, birth bool) (string, bool) {
	s = strings.TrimLeft(s, "*† ")
	if brokenDay.MatchString(s) {
		return "", false
	}
	if m := isoDate.FindStringSubmatch(s); m != nil {
		return calendar(atoi(m[1]), atoi(m[2]), atoi(m[3]))
	}
	if m := dottedDate.FindStringSubmatch(s); m != nil {
		return calendar(yearOf(m[3], birth), atoi(m[2]), atoi(m[1]))
	}
	if m := namedDate.FindStringSubmatch(s); m != nil {
		return calendar(yearOf(m[3], birth), month(m[2]), atoi(m[1]))
	}
	if m := monthDate.FindStringSubmatch(s); m != nil {
		return calendar(yearOf(m[3], birth), month(m[1]), atoi(m[2]))
	}
	if m := yearFirst.FindStringSubmatch(s); m != nil {
		return calendar(atoi(m[1]), month(m[2]), atoi(m[3]))
	}
	m := strokeDate.FindStringSubmatch(s)
	if m == nil || o == mixedOrder {
		return "", false
	}
	a, b, year := atoi(m[1]), atoi(m[2]), yearOf(m[3], birth)
	switch {
	case o == dayFirst, o == unknownOrder && lang != "" && lang != "en", a == b:
		return calendar(year, b, a)
	case o == monthFirst:
		return calendar(year, a, b)
	}
	return "", false
}

// yearOf is a printed year. Optical biometers came with the century, so exams
// are of this one; who was born in '10 may be a child or a hundred years old.
func yearOf(printed string, birth bool) int {
	year := atoi(printed)
	switch {
	case len(printed) > 2:
		return year
	case birth && year <= 30:
		return 0
	case birth:
		return 1900 + year
	}
	return 2000 + year
}

func month(name string) int {
	f := fold(name)
	if m, ok := months[f[:min(4, len(f))]]; ok {
		return m
	}
	return months[f[:min(3, len(f))]]
}

func calendar(year, month, day int) (string, bool) {
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	ok := year >= 1900 && year <= 2100 && month >= 1 && t.Day() == day && int(t.Month()) == month
	return t.Format(time.DateOnly), ok
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // the patterns let only digits pass
	return n
}

// isDay: the text is a date, in either order of its day and its month.
func isDay(raw string) bool {
	_, first := day(raw, dayFirst, "", false)
	_, second := day(raw, monthFirst, "", false)
	return first || second
}
