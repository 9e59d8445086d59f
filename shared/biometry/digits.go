package biometry

import (
	"regexp"
	"strconv"
	"strings"
)

// Digits returns a value of the field as people compare it with a printout: all its digits, never
// rounded, with at least the decimals that are usual for the field, so that 3.9 mm is 3.90. printed
// is what the document has in its place, "" if that is not known: its own digits are returned if
// they have the same value. The decimal sign is a point. The app has the same rule (digitsOf in
// static/app/measure.js), and testdata/digits.json has the cases for both.
func (f *Field) Digits(value float64, printed string) string {
	for _, number := range printedNumber.FindAllString(printed, -1) {
		number = strings.Replace(number, ",", ".", 1)
		if v, err := strconv.ParseFloat(number, 64); err == nil && v == value {
			return number
		}
	}
	shortest := strconv.FormatFloat(value, 'f', -1, 64)
	if _, decimals, _ := strings.Cut(shortest, "."); len(decimals) >= f.Decimals {
		return shortest
	}
	return strconv.FormatFloat(value, 'f', f.Decimals, 64)
}

// Sign returns the sign of the field's unit, as it stands behind a value: mm, D, ° or µm; "" if there is no unit.
func (f *Field) Sign() string {
	switch f.Unit {
	case "diopters":
		return "D"
	case "degrees":
		return "°"
	case "micrometers":
		return "µm"
	}
	return f.Unit
}

// printedNumber matches a number in what a document prints, which may have a unit beside it. A sign
// is not part of it: signed powers are stored positive.
var printedNumber = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)?`)
