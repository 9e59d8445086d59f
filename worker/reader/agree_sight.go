package reader

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"biom/worker/document/layout"
)

// Saw returns the Witness of a document that OCR has read in several passes; agreed is what
// they agree on. OCR leaves out words and misreads others. So a number that no pass saw is
// unprinted only if the passes saw nearly all others, and one that two passes put in the other
// eye's part is still this eye's if a third one has it there.
func Saw(agreed Findings, on Pages, passes ...[]layout.Page) *Witness {
	w := &Witness{found: agreed, pages: on}
	for _, pages := range passes {
		w.passes = append(w.passes, Testify(pages))
	}
	return w
}

// Answer tells the Witness the numbers of the answer that it is to be asked about: eye → field → value.
func (w *Witness) Answer(numbers map[string]map[string]float64) {
	w.answered = map[key]float64{}
	for eye, values := range numbers {
		for field, v := range values {
			w.answered[key{eye, field}] = v
		}
	}
}

// Reversed reports that the numbers of the answer's left eye are printed before those of its right
// eye: to the left of them or above. Devices print the right eye first, so this tells the eyes apart
// where no heading does.
func (w *Witness) Reversed() bool {
	first, second := 0, 0 // fields of which the right eye's value is printed first, second
	for k, right := range w.answered {
		left, both := w.answered[key{leftEye, k.field}]
		if k.eye != rightEye || !both || equal(left, right) {
			continue
		}
		for _, text := range slices.Concat(w.passes, []*Witness{w}) {
			r, l := text.position(k, right), text.position(key{leftEye, k.field}, left)
			if r < 0 || l < 0 {
				continue
			}
			if r < l {
				first++
			} else {
				second++
			}
			break
		}
	}
	return second >= fewValues && second >= clearMajority*first
}

// position returns how many numbers stand before a value, -1 if it is not printed.
func (w *Witness) position(k key, value float64) int {
	return slices.IndexFunc(w.all, w.means(k.eye, k.field, value))
}

// vote is the verdict of the passes on a value of a field on which they do not agree. others
// says that the other eye has this value.
func (w *Witness) vote(k key, value float64, others bool) Verdict {
	said := map[Verdict]int{}
	for _, p := range w.passes {
		said[p.Says(k.eye, k.field, value)]++
	}
	switch {
	case said[Found]+said[Placed] > 0:
		return Placed
	case others && k.field == indexField: // a setting of the device
		return Placed
	case others, said[OtherEyes] >= enoughPasses:
		return OtherEyes
	case w.isSeen(k, value), w.isRightAngled(k, value):
		return Unknown
	case w.found.absent[k], w.misread(k, value):
		return Refuted
	case w.legible():
		return Unprinted
	}
	return Unknown
}

// isSeen reports that a pass saw the number anywhere.
func (w *Witness) isSeen(k key, value float64) bool {
	return slices.ContainsFunc(w.passes, func(p *Witness) bool { return p.sees(k, value) })
}

// isRightAngled reports that a value is an axis at right angles to the answer's other axis, and that a
// pass saw the other one. With a wrong digit it would not be.
func (w *Witness) isRightAngled(k key, value float64) bool {
	other := key{k.eye, otherMeridian(k.field)}
	v, known := w.answered[other]
	return known && strings.HasSuffix(k.field, "_axis") && perpendicular(value, v, roundedAxes) && w.isSeen(other, v)
}

// legible reports that the passes saw nearly all numbers of the answer. Then one that none of them
// saw is probably not printed.
func (w *Witness) legible() bool {
	unseen := 0
	for k, v := range w.answered {
		if !w.isSeen(k, v) {
			unseen++
		}
	}
	return len(w.answered) >= legibleFrom && len(w.passes) >= enoughPasses && unseen <= max(1, len(w.answered)/10)
}

// sees reports that the number stands anywhere, whatever its label is.
func (w *Witness) sees(k key, value float64) bool {
	means := w.means(k.eye, k.field, value)
	return slices.ContainsFunc(w.all, func(p printout) bool { return means(p) || equal(p.value, math.Abs(value)) })
}

// misread reports that two passes saw a number that differs from the value in one digit and is
// not another value of the answer. Passes seldom misread a digit alike.
func (w *Witness) misread(k key, value float64) bool {
	seen := map[float64]int{} // number → passes
	for _, p := range w.passes {
		here := map[float64]bool{}
		for i, n := range p.all {
			if oneDigitApart(n.in(k.field), math.Abs(value)) && p.mayBe(k, i, w.answered) && !w.isElsewhere(k, n.in(k.field)) {
				here[n.value] = true
			}
		}
		for n := range here {
			seen[n]++
		}
	}
	for _, passes := range seen {
		if passes >= enoughPasses {
			return true
		}
	}
	return false
}

// isElsewhere reports that the answer has the number in another place than k. The index is the same
// for both eyes.
func (w *Witness) isElsewhere(k key, number float64) bool {
	for other, v := range w.answered {
		if other != k && equal(math.Abs(v), number) && other.field != indexField {
			return true
		}
	}
	return false
}

// mayBe reports that neither label nor unit of the i-th number are those of another field. Any page
// has many whole numbers, so an axis has its sign, or stands behind its power.
func (w *Witness) mayBe(k key, i int, answer map[key]float64) bool {
	n, unit := w.all[i], fields[k.field].Unit
	switch {
	case !n.labelled(k.field) || n.unit != "" && n.unit != unit && (n.unit != "mm" || unit != "micrometers"):
		return false
	case unit == "degrees" && n.unit == "":
		power := strings.TrimSuffix(k.field, "_axis") + "_magnitude"
		v, known := answer[key{k.eye, power}]
		return known && i > 0 && w.all[i-1].row == n.row && w.means(k.eye, power, v)(w.all[i-1])
	}
	return true
}

// in is the number as a field has it: thicknesses in micrometres, axes in whole degrees.
func (p printout) in(field string) float64 {
	switch unit := fields[field].Unit; {
	case unit == "micrometers" && p.unit != unit && p.value < 10:
		return 1000 * p.value
	case unit == "degrees" && p.unit == unit:
		return math.Round(p.value)
	}
	return p.value
}

// oneDigitApart reports that two numbers of at least two digits differ in one, when printed with
// the same decimals.
func oneDigitApart(a, b float64) bool {
	text := [2]string{shortest(a), shortest(b)}
	digits := max(decimals(text[0]), decimals(text[1]))
	x, y := strconv.FormatFloat(a, 'f', digits, 64), strconv.FormatFloat(b, 'f', digits, 64)
	if len(x) != len(y) || len(x) < 2 {
		return false
	}
	apart := 0
	for i := range x {
		if x[i] != y[i] {
			apart++
		}
	}
	return apart == 1
}

func shortest(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
