package reader

import (
	"regexp"
	"strconv"
	"time"
)

// order is how a document writes days and months with strokes.
type order int

const (
	unknownOrder order = iota
	dayFirst
	monthFirst
	mixedOrder // the document contradicts itself
)

var (
	isoDate    = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})(?:\D|$)`)
	dottedDate = regexp.MustCompile(`^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?:\D|$)`)
	strokeDate = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})/(\d{4})(?:\D|$)`)
	namedDate  = regexp.MustCompile(`^(\d{1,2})\.?[\s-]*([\pL]+)\.?[\s,-]*(\d{4})(?:\D|$)`)
	monthDate  = regexp.MustCompile(`^([\pL]+)\.?\s*(\d{1,2}),?\s*(\d{4})(?:\D|$)`)
)

// months is the first three folded letters of a month's name, German beside
// English.
var months = map[string]int{
	"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
	"mai": 5, "okt": 10, "dez": 12,
}

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
// With strokes the document's order decides, else its language if that knows
// one order only (German does, English does not); else the date is not known.
func day(s string, o order, lang string) (string, bool) {
	if m := isoDate.FindStringSubmatch(s); m != nil {
		return calendar(atoi(m[1]), atoi(m[2]), atoi(m[3]))
	}
	if m := dottedDate.FindStringSubmatch(s); m != nil {
		return calendar(atoi(m[3]), atoi(m[2]), atoi(m[1]))
	}
	if m := namedDate.FindStringSubmatch(s); m != nil {
		return calendar(atoi(m[3]), month(m[2]), atoi(m[1]))
	}
	if m := monthDate.FindStringSubmatch(s); m != nil {
		return calendar(atoi(m[3]), month(m[1]), atoi(m[2]))
	}
	m := strokeDate.FindStringSubmatch(s)
	if m == nil || o == mixedOrder {
		return "", false
	}
	a, b, year := atoi(m[1]), atoi(m[2]), atoi(m[3])
	switch {
	case o == dayFirst, o == unknownOrder && lang == "de", a == b:
		return calendar(year, b, a)
	case o == monthFirst:
		return calendar(year, a, b)
	}
	return "", false
}

func month(name string) int {
	f := fold(name)
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
