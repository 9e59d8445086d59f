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
const fewColors, fewTicks = 7, 5

// unevenColors is by what share of it the way from one color to the next may differ: OCR reads the squares of colors as a part of some numbers.
const unevenColors = 0.3

// colorsApart is how many times their height the numbers of a scale of colors are apart at most.
const colorsApart = 6

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
	numbers, ends := scaleNumbers(page.Words)
	gone := map[int]bool{}
	remove := func(scale []scaleNumber) {
		for _, n := range scale {
			gone[n.at] = true
		}
	}
	for i, first := range ends {
		remove(thicknessesFrom(first, ends[i+1:]))
	}
	slices.SortFunc(numbers, func(a, b scaleNumber) int { return cmp.Compare(a.X0, b.X0) })
	for i, first := range numbers {
		if ticks := ticksFrom(first, numbers[i+1:]); len(ticks) >= fewTicks {
			remove(ticks)
		}
	}
	slices.SortFunc(numbers, byTop)
	for i, first := range numbers {
		if last := endOfScale(first, numbers[i+1:], page.Words); last >= 0 {
			gone[first.at], gone[last] = true, true
		}
		scale := scaleFrom(first, numbers[i+1:])
		if (len(scale) >= fewColors || len(scale) >= fewTicks && isThicknesses(scale)) && !isNumbering(scale) && !besideNumbers(scale, numbers) {
			remove(scale)
		}
	}
	return withoutWords(page, gone)
}

// scaleNumbers are the words that are a number, from the top, with no letters beside them; ends may have letters left of them, as OCR makes them of a color's square.
func scaleNumbers(words []layout.Word) (numbers, ends []scaleNumber) {
	for i, w := range words {
		text := strings.Replace(strings.Replace(w.Text, ",", ".", 1), "−", "-", 1)
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			continue
		}
		n := scaleNumber{w, i, v, math.Pow10(-decimals(text))}
		left, right := lettersBeside(words, i)
		if !right {
			ends = append(ends, n)
		}
		if !left && !right {
			numbers = append(numbers, n)
		}
	}
	slices.SortFunc(ends, byTop)
	return numbers, ends
}

func byTop(a, b scaleNumber) int { return cmp.Compare(a.Y0, b.Y0) }

// leastScale is how far the ends of a scale of thicknesses are apart, in micrometers. Those of two eyes differ by less.
const leastScale = 200

// endOfScale is where among the words the number stands that ends a scale of which only the ends are printed: far below the first one, both tens of micrometers, and nothing between.
// -1 if there is none.
func endOfScale(first scaleNumber, below []scaleNumber, words []layout.Word) int {
	for _, n := range below {
		if math.Abs(n.X1-first.X1) > first.Height()/2 && math.Abs(n.X0-first.X0) > first.Height()/2 {
			continue
		}
		if n.Y0-first.Y1 < blockLine*first.Height() || !first.isThickness() || !n.isThickness() || math.Abs(first.value-n.value) < leastScale {
			return -1
		}
		if slices.ContainsFunc(words, func(w layout.Word) bool {
			return w.Y0 > first.CenterY() && w.Y1 < n.CenterY() && w.X0 < first.X1 && first.X0 < w.X1
		}) {
			return -1
		}
		return n.at
	}
	return -1
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

// leastThicknesses is how many numbers of a scale of thicknesses must be read, or one less if they are not equally far apart, as those of rows are;
// leastSpread is how far its ends are apart at least, in micrometers.
const leastThicknesses, leastSpread = 4, 100

// thicknessesFrom is the scale of thicknesses that begins with the number and of which OCR may have lost some: whole numbers below each other that fall or
// rise as they stand apart. nil if there are too few.
func thicknessesFrom(first scaleNumber, below []scaleNumber) []scaleNumber {
	if !first.isMicrometers() {
		return nil
	}
	var column []scaleNumber
	for _, n := range below {
		if n.isMicrometers() && n.X0 < first.X1 && first.X0 < n.X1 && n.Y0 > first.CenterY() {
			column = append(column, n)
		}
	}
	for i, last := range slices.Backward(column) {
		if math.Abs(last.value-first.value) < leastSpread {
			continue
		}
		scale := []scaleNumber{first}
		for _, n := range column[:i+1] {
			y := first.CenterY() + (last.CenterY()-first.CenterY())*(n.value-first.value)/(last.value-first.value)
			if math.Abs(n.CenterY()-y) < first.Height()/2 {
				scale = append(scale, n)
			}
		}
		if n := len(scale); n >= leastThicknesses || n == leastThicknesses-1 && !isHalfway(scale[0].value, scale[1].value, scale[2].value) {
			return scale
		}
	}
	return nil
}

// isHalfway: b lies near the middle between a and c.
func isHalfway(a, b, c float64) bool { return math.Abs(a+c-2*b) < math.Abs(a-c)/5 }

// isMicrometers: the number is whole and may be a thickness of the cornea.
func (n scaleNumber) isMicrometers() bool {
	return n.unit == 1 && inRange("CCT", strconv.FormatFloat(n.value, 'f', -1, 64))
}

// scaleFrom is the scale that begins with the number, as far as it goes.
func scaleFrom(first scaleNumber, below []scaleNumber) []scaleNumber {
	scale := []scaleNumber{first}
	for _, n := range below {
		last := scale[len(scale)-1]
		if n.Y0 <= last.CenterY() || math.Abs(n.X1-first.X1) > first.Height()/2 && math.Abs(n.X0-first.X0) > first.Height()/2 {
			continue
		}
		if n.CenterY()-last.CenterY() > colorsApart*first.Height() && (!n.isThickness() || !isThicknesses(scale)) {
			break
		}
		if len(scale) > 1 {
			pitch := (last.CenterY() - first.CenterY()) / float64(len(scale)-1)
			step := (n.value - first.value) / float64(len(scale))
			if math.Abs(n.CenterY()-last.CenterY()-pitch) > unevenColors*pitch || math.Abs(n.value-last.value-step) > 1.5*max(n.unit, first.unit) {
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
func (n scaleNumber) isThickness() bool { return n.isMicrometers() && math.Mod(n.value, 10) == 0 }

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
