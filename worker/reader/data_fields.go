package reader

import (
	"math"
	"strconv"
	"strings"

	"biom/shared/biometry"
	"biom/worker/document/layout"
)

// The eyes.
const (
	rightEye = "right_eye"
	leftEye  = "left_eye"
	document = ""       // not of an eye
	nobody   = "nobody" // of an eye that is not known
)

// key names a value: the eye ("" for the document) and the field.
type key struct{ eye, field string }

// fields is the field table by name.
var fields = func() map[string]biometry.Field {
	out := map[string]biometry.Field{}
	for _, f := range biometry.EyeFields() {
		out[f.Name] = f.Field
	}
	for _, f := range biometry.PosteriorFields() {
		out[f.Name] = f.Field
	}
	for _, kind := range []string{least, most} {
		out[kind+"_magnitude"], out[kind+"_axis"] = out["K1_magnitude"], out["K1_axis"]
	}
	out[apexThickness] = out["CCT"]
	for _, name := range []string{"K1_radius", "K2_radius", least + "_radius", most + "_radius"} {
		out[name] = biometry.Field{Name: name, Unit: "mm", Kind: biometry.Number, Min: radiusMin, Max: radiusMax}
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

// wholeDegrees rounds an axis that is printed with decimals, "18.3°", to whole
// degrees, which the data model holds.
func wholeDegrees(text string) string {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || decimals(text) == 0 || decimals(text) > 2 {
		return text
	}
	return strconv.FormatFloat(math.Round(v), 'f', 0, 64)
}

// decimals counts the digits after the point, as printed: 43.20 is no rounding
// of 43.24.
func decimals(text string) int {
	for i, c := range text {
		if c == '.' {
			return len(text) - i - 1
		}
	}
	return 0
}

func atof(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64) // the reader lets only numbers pass
	return v
}

func isRadius(text string) bool {
	v, err := strconv.ParseFloat(text, 64)
	return err == nil && v >= radiusMin && v <= radiusMax
}

// radii are the corneal radii that printouts give beside powers or alone, in
// mm.
const radiusMin, radiusMax = 4, 13

const indexField = "keratometric_index"

// aqueous marks the depths that are measured from the endothelium.
const aqueous = "aqueous"

// unitHeading is over the column of units in a table.
const unitHeading = "unit"

// meanPower marks labels of the mean power of a cornea.
const meanPower = "mean power"

// apexThickness is the thickness of the cornea at its apex or vertex: the CCT where
// no other is printed.
const apexThickness = "CCT_apex"

// least and most are the meridians "Kmin" and "Kmax". Topographers print the
// steepest point of the map as Kmax, so they are K1 and K2 only if both have
// axes, at right angles.
const least, most = "Kmin", "Kmax"

// printed is what was printed, and where: the box of its word or words, and of a
// number which of the word's numbers it is.
type printed struct {
	layout.Box
	text    string
	nth, of int // 0: no number
}

// place is where a value stands: the page, and the box in shares of the page's width
// and height. The zero place is that of a value of which it is not known.
type place struct {
	page int  // number of the page, from 1
	ocr  bool // the box is of the image that OCR read
	printed
}

func (p place) known() bool { return p.page > 0 }

// with returns the place of two texts of one page; of two pages it is the first's.
func (p place) with(o place) place {
	switch {
	case !p.known():
		return o
	case o.page != p.page || o.ocr != p.ocr:
		return p
	}
	p.Box, p.text = p.Union(o.Box), strings.TrimSpace(p.text+" "+o.text)
	return p
}

// isNumber reports that the place is that of one printed number.
func (p place) isNumber() bool { return p.of > 0 }

// perpendicular reports whether two axes are 90 degrees apart, give or take tolerance.
func perpendicular(a, b, tolerance float64) bool {
	return biometry.AngleBetweenAxes(a, b) >= 90-tolerance
}

// powerOf is a corneal power in dioptres from its radius in mm.
func powerOf(index, radius float64) float64 { return (index - 1) * 1000 / radius }

// usualIndex is the keratometric index of most devices.
const usualIndex = 1.3375

// belongTogether: the power is that of the radius, by whatever index.
func belongTogether(radius, power string) bool {
	return isRadius(radius) && decimals(power) > 0 && inRange("K1_magnitude", power) &&
		math.Abs(atof(power)/powerOf(usualIndex, atof(radius))-1) < otherIndex
}

// isNumber reports that the field is a number of an eye.
func isNumber(k key) bool {
	kind := fields[k.field].Kind
	return k.eye != document && (kind == biometry.Number || kind == biometry.Integer)
}

func twinEye(eye string) string {
	if eye == rightEye {
		return leftEye
	}
	return rightEye
}
