package biometry

import (
	"math"
	"strconv"
	"strings"
)

// wholeNumber returns the value of a JSON number that is whole, 90, 90.0 or
// 9e1, deciding by its digits. Beyond all ranges it returns a large number of
// the same sign.
func wholeNumber(literal string) (n int, whole bool) {
	if n, err := strconv.Atoi(literal); err == nil {
		return n, true
	}
	digits, negative := strings.CutPrefix(literal, "-")
	digits, exponent := cutExponent(digits)
	before, after, _ := strings.Cut(digits, ".")
	digits = strings.TrimRight(before+after, "0")
	places := exponent + len(before) - len(digits) // zeros to append
	digits = strings.TrimLeft(digits, "0")
	switch {
	case digits == "":
		return 0, true
	case places < 0:
		return 0, false
	case places+len(digits) > 9:
		n = math.MaxInt32
	default:
		n, _ = strconv.Atoi(digits + strings.Repeat("0", places))
	}
	if negative {
		n = -n
	}
	return n, true
}

// cutExponent takes the exponent off a number. One too long for the machine
// is cut to a bound that the digits of no document can make up for.
func cutExponent(s string) (mantissa string, exponent int) {
	i := strings.IndexAny(s, "eE")
	if i < 0 {
		return s, 0
	}
	const bound = 1 << 30
	exponent, err := strconv.Atoi(s[i+1:])
	if err != nil { // the syntax is right, so it is out of range
		exponent = bound
		if s[i+1] == '-' {
			exponent = -bound
		}
	}
	return s[:i], max(-bound, min(exponent, bound))
}
