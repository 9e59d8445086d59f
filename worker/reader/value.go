package reader

import (
	"math"
	"strconv"
	"strings"

	"biom/shared/biometry"
)

// key names a value: the eye ("" for the document) and the field.
type key struct{ eye, field string }

// reading is one value as found in one place.
type reading struct {
	key
	text  string // a number, a word of the data model, free text
	conf  float64
	doubt bool // something is there that cannot be trusted
}

// fields is the field table by name.
var fields = func() map[string]biometry.Field {
	out := map[string]biometry.Field{}
	for _, f := range biometry.EyeFields() {
		out[f.Name] = f.Field
	}
	for _, f := range biometry.PosteriorFields() {
		out[f.Name] = f.Field
	}
	return out
}()

// inRange reports a number that the field may hold. Posterior powers are
// printed with a minus sign, which is no part of their magnitude; a whole
// number may not have a fraction, for nothing is rounded.
func inRange(field, text string) bool {
	f := fields[field]
	v, err := strconv.ParseFloat(text, 64)
	if strings.HasPrefix(field, "PK") {
		v = math.Abs(v)
	}
	whole := f.Kind != biometry.Integer || v == math.Trunc(v)
	return err == nil && whole && f.Min <= v && v <= f.Max
}

// literal writes a number as JSON with the digits as printed, without the sign
// of a posterior power. A whole number loses its ".0".
func literal(field, text string) string {
	if strings.HasPrefix(field, "PK") {
		text = strings.TrimPrefix(text, "-")
	}
	if fields[field].Kind == biometry.Integer && strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	text = strings.TrimLeft(text, "0")
	if text == "" || text[0] == '.' {
		text = "0" + text
	}
	return sign + text
}

// figure is a number in a row with what stands around it.
type figure struct {
	text string
	unit string // as in the field table; "" if none is printed
	axis bool   // stands after an axis sign or in a column of axes
	conf float64
}

// figures returns the numbers that belong to the label before items: up to the
// next label or word, without standard deviations and remarks in brackets.
// missing reports dashes in place of the first value.
func (s *sheet) figures(items []item) (out []figure, missing bool) {
	skip, toAxis := false, false
	for i := 0; i < len(items); i++ {
		it := items[i]
		column := s.columnAt(it.Box)
		switch {
		case it.is(spread), it.plain(symbol) && it.text == "±":
			skip = true
		case it.is(axis), it.plain(at):
			toAxis = true
		case it.plain(number) && (skip || column == spreadColumn):
			skip = false
			i += unitAhead(items[i+1:])
		case it.plain(number):
			n := figure{text: it.text, conf: it.conf, axis: toAxis || column == axisColumn}
			if unitAhead(items[i+1:]) == 1 {
				n.unit = unitOf(items[i+1].text)
				i++
			}
			out, toAxis = append(out, n), false
		case it.plain(dash):
			missing = missing || len(out) == 0 && !toAxis
			skip, toAxis = false, false
		case it.plain(symbol) && (it.text == "(" || it.text == "["):
			i = afterBracket(items, i) - 1
		case it.plain(symbol), it.plain(word) && unitOf(it.text) != "":
		default:
			return out, missing // another label, or a word that is not understood
		}
	}
	return out, missing
}

func unitAhead(items []item) int {
	if len(items) > 0 && items[0].plain(word) && unitOf(items[0].text) != "" {
		return 1
	}
	return 0
}

// afterBracket passes over a remark such as (!) or (SD 0.02).
func afterBracket(items []item, i int) int {
	for k := i + 1; k < len(items) && k < i+10; k++ {
		if items[k].text == ")" || items[k].text == "]" {
			return k + 1
		}
	}
	return i + 1
}

// number reads the one number of a measurement. The first must be it: to pass
// over a number that does not fit, for a later one that does, would be a guess.
func (s *sheet) number(k key, items []item) (reading, bool) {
	found, missing := s.figures(items)
	if missing || len(found) == 0 {
		return reading{}, false
	}
	first := found[0]
	r := reading{key: k, text: literal(k.field, first.text), conf: first.conf}
	unit := fields[k.field].Unit
	r.doubt = !inRange(k.field, first.text) || first.unit != "" && first.unit != unit || first.axis && unit != "degrees"
	for _, next := range found[1:] {
		if !next.axis && inRange(k.field, next.text) && !sameNumber(next.text, first.text) && (next.unit == "" || next.unit == unit) {
			r.doubt = true // two values, and nothing says which
		}
	}
	return r, true
}

func sameNumber(a, b string) bool {
	x, err1 := strconv.ParseFloat(a, 64)
	y, err2 := strconv.ParseFloat(b, 64)
	return err1 == nil && err2 == nil && x == y
}
