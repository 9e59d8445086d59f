package reader

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"biom/worker/document/layout"
)

// fewColors is how many numbers the scale of colors beside a map has at least. A table of lenses may have as many rows, with a refraction in each. fewTicks is
// how many the scale below a picture has.
const fewColors, fewTicks = 8, 5

// scaleNumber is a number without anything else in its word.
type scaleNumber struct {
	layout.Word
	at    int // among the words of the page
	value float64
	unit  float64 // of its last digit
}

// withoutScales takes the scales of colors beside maps of the cornea from a page: numbers below each other, equally far apart, that rise or fall by equal steps
// but for their rounding; and the scales below pictures: "0  5  10  15  20". They would be values of labels beside these.
func withoutScales(page layout.Page) layout.Page {
	var numbers []scaleNumber
	for i, w := range page.Words {
		text := strings.Replace(strings.Replace(w.Text, ",", ".", 1), "−", "-", 1)
		if v, err := strconv.ParseFloat(text, 64); err == nil && isBareNumber(page.Words, i) {
			numbers = append(numbers, scaleNumber{w, i, v, math.Pow10(-decimals(text))})
		}
	}
	gone := map[int]bool{}
	slices.SortFunc(numbers, func(a, b scaleNumber) int { return cmp.Compare(a.X0, b.X0) })
	for i, first := range numbers {
		if ticks := ticksFrom(first, numbers[i+1:]); len(ticks) >= fewTicks {
			for _, n := range ticks {
				gone[n.at] = true
			}
		}
	}
	slices.SortFunc(numbers, func(a, b scaleNumber) int { return cmp.Compare(a.Y0, b.Y0) })
	for i, first := range numbers {
		scale := scaleFrom(first, numbers[i+1:])
		if (len(scale) >= fewColors || len(scale) >= fewTicks && isThicknesses(scale)) && !isNumbering(scale) && !besideNumbers(scale, numbers) {
			for _, n := range scale {
				gone[n.at] = true
			}
		}
	}
	return withoutWords(page, gone)
}

// withoutWords is the page without the words at those places.
func withoutWords(page layout.Page, gone map[int]bool) layout.Page {
	if len(gone) == 0 {
		return page
	}
	words := page.Words
	page.Words = nil
	for i, w := range words {
		if !gone[i] {
			page.Words = append(page.Words, w)
		}
	}
	return page
}

// scaleFrom is the scale that begins with the number, as far as it goes.
func scaleFrom(first scaleNumber, below []scaleNumber) []scaleNumber {
	scale := []scaleNumber{first}
	for _, n := range below {
		last := scale[len(scale)-1]
		if n.Y0 <= last.CenterY() || math.Abs(n.X1-first.X1) > first.Height()/2 && math.Abs(n.X0-first.X0) > first.Height()/2 {
			continue
		}
		if n.CenterY()-last.CenterY() > blockLine*first.Height() && (!n.isThickness() || !isThicknesses(scale)) {
			break
		}
		if len(scale) > 1 {
			second := scale[1]
			apart := (n.CenterY() - last.CenterY()) / (second.CenterY() - first.CenterY())
			step := (n.value - first.value) / float64(len(scale))
			if apart < nearer || apart > 1/nearer || math.Abs(n.value-last.value-step) > 1.5*max(n.unit, first.unit) {
				break
			}
		}
		if n.value == last.value {
			break
		}
		scale = append(scale, n)
	}
	return scale
}

// isThickness: the number is tens of micrometers, as beside a map of the cornea's thickness. No readings are so round.
func (n scaleNumber) isThickness() bool {
	return n.unit == 1 && math.Mod(n.value, 10) == 0 && inRange("CCT", strconv.FormatFloat(n.value, 'f', -1, 64))
}

func isThicknesses(scale []scaleNumber) bool {
	return !slices.ContainsFunc(scale, func(n scaleNumber) bool { return !n.isThickness() })
}

// ticksFrom is the scale of whole numbers, from 0 by equal steps, that begins with the number and goes on to the right, equally far apart.
func ticksFrom(first scaleNumber, right []scaleNumber) []scaleNumber {
	ticks := []scaleNumber{first}
	if first.value != 0 || first.unit != 1 {
		return ticks
	}
	for _, n := range right {
		last := ticks[len(ticks)-1]
		if math.Abs(n.CenterY()-first.CenterY()) > first.Height()/2 || n.X0 < last.X1 {
			continue
		}
		if n.unit != 1 || n.value <= 1 {
			break
		}
		if len(ticks) > 1 {
			second := ticks[1]
			apart := (n.CenterX() - last.CenterX()) / (second.CenterX() - first.CenterX())
			if n.value-last.value != second.value || apart < nearer || apart > 1/nearer {
				break
			}
		}
		ticks = append(ticks, n)
	}
	return ticks
}

// isNumbering: the numbers count rows.
func isNumbering(scale []scaleNumber) bool {
	return math.Abs(scale[1].value-scale[0].value) == 1 && scale[0].unit == 1 && scale[0].value >= 0 && scale[0].value <= 1
}

// besideNumbers: more of the numbers than not have another one near on their right, as the powers in a table of lenses.
func besideNumbers(scale, all []scaleNumber) bool {
	beside := 0
	for _, n := range scale {
		if slices.ContainsFunc(all, func(o scaleNumber) bool {
			return o.X0 > n.X1 && o.X0-n.X1 < farApart*n.Height() && math.Abs(o.CenterY()-n.CenterY()) < n.Height()/2
		}) {
			beside++
		}
	}
	return 2*beside > len(scale)
}
