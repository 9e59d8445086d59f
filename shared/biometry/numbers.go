package biometry

import (
	"math"
	"strconv"
	"strings"
)

// Numbers are validated by their digits and not only as a float64, because a
// float64 rounds: it takes 40.0000000000000000001 for 40, which is within the
// range of AL, and 545.00000000000000001 for the whole number 545.

// number reads a number within the range of f. It takes the number as it is
// written: nothing is rounded to fit the range.
func (d *decoder) number(m *member, f *Field) *float64 {
	if !d.hasKind(m, '0', "a number") {
		return nil
	}
	raw := string(d.value(m).raw)
	n, _ := strconv.ParseFloat(raw, 64) // 1e400 becomes infinite, which is out of range
	if f.Signed && n < 0 {
		n = -n
	}
	if !(f.Min <= n && n <= f.Max) || n == f.Min && compareMagnitude(raw, f.Min) < 0 || n == f.Max && compareMagnitude(raw, f.Max) > 0 {
		d.fault(m, RuleRange, "must be "+f.Range())
		return nil
	}
	return &n
}

// integer reads a whole number within the range of f (specification: "a
// fractional value fails validation and is not rounded").
func (d *decoder) integer(m *member, f *Field) *int {
	if !d.hasKind(m, '0', "a whole number") {
		return nil
	}
	n, whole := wholeNumber(string(d.value(m).raw))
	switch {
	case !whole:
		d.fault(m, RuleWhole, "must be a whole number "+f.Range()+": fractions are not rounded")
		return nil
	case float64(n) < f.Min || float64(n) > f.Max:
		d.fault(m, RuleRange, "must be "+f.Range())
		return nil
	}
	return &n
}

// compareMagnitude compares the magnitude of a JSON number with that of bound
// by their digits; the result is negative, 0 or positive. Its time is linear
// in the length of the number, whatever the exponent; math/big would need
// time and memory for the exponent.
func compareMagnitude(literal string, bound float64) int {
	a, placesA := significantDigits(literal)
	b, placesB := significantDigits(strconv.FormatFloat(bound, 'f', -1, 64))
	if a != "" && b != "" && placesA != placesB {
		return placesA - placesB
	}
	return strings.Compare(a, b)
}

// significantDigits returns the digits of a JSON number without zeros at either
// end, and the position of the decimal point counted from the first of them:
// 0.045 gives "45" and -1, 450 gives "45" and 3.
func significantDigits(literal string) (digits string, places int) {
	mantissa, exponent := cutExponent(strings.TrimPrefix(literal, "-"))
	before, after, _ := strings.Cut(mantissa, ".")
	all := before + after
	digits = strings.TrimLeft(all, "0")
	return strings.TrimRight(digits, "0"), len(before) + exponent - (len(all) - len(digits))
}

// wholeNumber returns the value of a JSON number and whether it is whole, as
// 90, 90.0 and 9e1 are. For a number of more than nine digits it returns
// math.MaxInt32 with the number's sign, which is beyond all ranges.
func wholeNumber(literal string) (n int, whole bool) {
	if n, err := strconv.Atoi(literal); err == nil {
		return n, true
	}
	digits, negative := strings.CutPrefix(literal, "-")
	digits, exponent := cutExponent(digits)
	before, after, _ := strings.Cut(digits, ".")
	digits = strings.TrimRight(before+after, "0")
	zeros := exponent + len(before) - len(digits) // to append; negative for a fraction
	digits = strings.TrimLeft(digits, "0")
	switch {
	case digits == "":
		return 0, true
	case zeros < 0:
		return 0, false
	case zeros+len(digits) > 9:
		n = math.MaxInt32
	default:
		n, _ = strconv.Atoi(digits + strings.Repeat("0", zeros))
	}
	if negative {
		n = -n
	}
	return n, true
}

// cutExponent splits a JSON number into mantissa and exponent. An exponent
// beyond ±2³⁰ becomes ±2³⁰, which no document has enough digits to make up for.
func cutExponent(literal string) (mantissa string, exponent int) {
	i := strings.IndexAny(literal, "eE")
	if i < 0 {
		return literal, 0
	}
	const bound = 1 << 30
	exponent, err := strconv.Atoi(literal[i+1:])
	if err != nil { // out of range for an int: the syntax was checked before
		exponent = bound
		if literal[i+1] == '-' {
			exponent = -bound
		}
	}
	return literal[:i], max(-bound, min(exponent, bound))
}
