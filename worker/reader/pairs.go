package reader

import (
	"strconv"

	"biom/shared/biometry"
)

// roundedAxes is by how many degrees the angle between two axes may differ from
// 90 if the device computed one from the other.
const roundedAxes = 1

// settlePairs applies the rules that tie the two meridians together: a
// doubtful axis takes both axes with it, a doubtful magnitude the whole pair.
func (f Findings) settlePairs(eye string) {
	for _, kind := range []string{"K", "PK", "TK"} {
		m1, m2 := key{eye, kind + "1_magnitude"}, key{eye, kind + "2_magnitude"}
		a1, a2 := key{eye, kind + "1_axis"}, key{eye, kind + "2_axis"}
		if !f.sure(m1) || !f.sure(m2) || f.float(m1) > f.float(m2) {
			f.withhold(m1, m2, a1, a2)
			continue
		}
		if !f.sure(a1) || !f.sure(a2) || f.float(m1) != f.float(m2) && !perpendicular(f.float(a1), f.float(a2), biometry.AxisTolerance) {
			f.withhold(a1, a2)
		}
	}
}

// perpendicular reports whether two axes are 90 degrees apart, give or take tolerance.
func perpendicular(a, b, tolerance float64) bool {
	return biometry.AngleBetweenAxes(a, b) >= 90-tolerance
}

// sure reports a value that may be answered.
func (f Findings) sure(k key) bool {
	v, ok := f.values[k]
	return ok && !v.doubt
}

func (f Findings) float(k key) float64 { return atof(f.values[k].text) }

func atof(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64) // the reader lets only numbers pass
	return v
}

// withhold makes values that were read doubtful.
func (f Findings) withhold(keys ...key) {
	for _, k := range keys {
		if v, ok := f.values[k]; ok {
			v.doubt = true
			f.values[k] = v
		}
	}
}
