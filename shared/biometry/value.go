package biometry

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

func (r *reading) at(m *member) *value { return &r.values[m.slot] }

// kindName is what a message calls a JSON value.
func kindName(k jsontext.Kind) string {
	switch k {
	case 'n':
		return "null"
	case 't', 'f':
		return "a boolean"
	case '"':
		return "a string"
	case '0':
		return "a number"
	case '[':
		return "an array"
	}
	return "an object"
}

// is reports that m is given as the kind wanted. If it is given as another,
// that is a fault; absent and null are none.
func (r *reading) is(m *member, kind jsontext.Kind, want string) bool {
	v := r.at(m)
	if v.kind == kind {
		return true
	}
	if v.kind != 0 && v.kind != 'n' {
		r.fault(m, "must be "+want+" or null, not "+kindName(v.kind))
	}
	return false
}

// required reports that m is an object, and finds it at fault if it is absent.
// One that is misspelt was reported already.
func (r *reading) required(m *member) bool {
	if v := r.at(m); v.kind == 0 && !v.bad {
		r.fault(m, "is missing: an object is required here")
	}
	return r.isObject(m)
}

// isObject reports that m is an object. Null is a fault: where the
// specification lets an object be null, that is asked first.
func (r *reading) isObject(m *member) bool {
	v := r.at(m)
	if v.kind != 0 && v.kind != '{' {
		r.fault(m, "must be an object, not "+kindName(v.kind))
	}
	return v.kind == '{'
}

// number reads a number as it is written; the range is not widened, nothing
// is rounded to fit.
func (r *reading) number(m *member, f *Field) *float64 {
	if !r.is(m, '0', "a number") {
		return nil
	}
	n, _ := strconv.ParseFloat(string(r.at(m).raw), 64) // 1e400 is infinite: out of range
	if f.Signed && n < 0 {
		n = -n
	}
	if !(f.Min <= n && n <= f.Max) || n == f.Min && compare(r.at(m).raw, f.Min) < 0 || n == f.Max && compare(r.at(m).raw, f.Max) > 0 {
		r.fault(m, "must be "+f.Range())
		return nil
	}
	return &n
}

// compare compares a number's magnitude with that of a bound by their digits:
// 40.0000000000000000001 is 40 as a float64. It takes time linear in the
// number's length, whatever its exponent, which math/big does not.
func compare[T ~[]byte](raw T, bound float64) int {
	a, places := significant(string(raw))
	b, want := significant(strconv.FormatFloat(bound, 'f', -1, 64))
	if a != "" && b != "" && places != want {
		return places - want
	}
	return strings.Compare(a, b)
}

// significant is a number's digits without zeros at either end, and how many
// of them stand before the point.
func significant(literal string) (digits string, places int) {
	mantissa, exponent := cutExponent(strings.TrimPrefix(literal, "-"))
	before, after, _ := strings.Cut(mantissa, ".")
	all := before + after
	digits = strings.TrimLeft(all, "0")
	return strings.TrimRight(digits, "0"), len(before) + exponent - (len(all) - len(digits))
}

// integer reads a whole number ("a fractional value fails validation and is
// not rounded"). It looks at the digits, because 545.00000000000000001 is a
// fraction that a float64 does not show.
func (r *reading) integer(m *member, f *Field) *int {
	if !r.is(m, '0', "a whole number") {
		return nil
	}
	n, whole := wholeNumber(string(r.at(m).raw))
	switch {
	case !whole:
		r.fault(m, "must be a whole number "+f.Range()+": fractions are not rounded")
		return nil
	case float64(n) < f.Min || float64(n) > f.Max:
		r.fault(m, "must be "+f.Range())
		return nil
	}
	return &n
}

// enum reads one of a few strings.
func (r *reading) enum(m *member, f *Field) *string {
	if !r.is(m, '"', "a string") {
		return nil
	}
	s := r.unquoted(m)
	i := slices.Index(f.Values, s)
	if i < 0 {
		r.fault(m, "must be one of "+f.list())
		return nil
	}
	return &s
}

// unquoted returns the string that m holds. It never shares the document's memory.
func (r *reading) unquoted(m *member) string {
	raw := r.at(m).raw
	if s := string(raw[1 : len(raw)-1]); !strings.Contains(s, `\`) {
		return s
	}
	s, _ := jsontext.AppendUnquote(nil, raw) // read checked the syntax
	return string(s)
}
