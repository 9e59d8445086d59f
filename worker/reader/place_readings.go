package reader

import (
	"math"
	"slices"
	"strconv"

	"biom/worker/document/layout"
)

// Lists of readings: numbered single readings in a column at the edge of a page, whose mean stands in the table beside it:
//
//	No   AL     SNR
//	1    22.93  6
//	2    22.94  8
//
// They are not the values, and their heads are not their labels.

// fewReadings is how many readings such a list has at least.
const fewReadings = 5

// withoutReadings is the words of the page without such lists.
func withoutReadings(page layout.Page, lines []line) []layout.Word {
	var lists []layout.Box
	for n, l := range lines {
		for i, it := range l.items {
			if isFirstReading(l.items, i) {
				if list, ok := readingsFrom(lines, n, it); ok && measuresOutside(lines, list) {
					lists = append(append(lists, list), qualitiesBelow(lines, n, list)...)
				}
			}
		}
	}
	return outside(page.Words, lists...)
}

// qualitiesBelow is what stands in the row of the mean, which has a label of its own below the list, under heads of the list that are of no value:
//
//	No   AL     SNR
//	6    22.94  8
//	AL   22.93  7
func qualitiesBelow(lines []line, n int, list layout.Box) (out []layout.Box) {
	k := slices.IndexFunc(lines, func(l line) bool { return l.CenterY() > list.Y1 && l.X0 < list.X1 })
	if n == 0 || k < 0 || lines[k].CenterY()-list.Y1 > nextLine*lines[k].Height() {
		return nil
	}
	inList := func(it item) bool { return it.X0 > list.X0 && it.X0 < list.X1 }
	if i := slices.IndexFunc(lines[k].items, inList); i < 0 || !isMeasurement(lines[k].items[i]) {
		return nil
	}
	for _, it := range lines[n-1].items {
		if it.is(other) && inList(it) {
			out = append(out, layout.Box{X0: it.X0 - it.Height(), Y0: list.Y1, X1: it.X1 + it.Height(), Y1: lines[k].Y1})
		}
	}
	return out
}

// isFirstReading: the item may be the number of a first reading, a 1 with nothing close before it.
func isFirstReading(items []item, i int) bool {
	it := items[i]
	return it.plain(number) && it.text == "1" && (i == 0 || !near(items[i-1].token, it.token))
}

// readingsFrom is the list whose first reading has its number in line n, with its heads. What has a mean below it is a table of its own.
func readingsFrom(lines []line, n int, first item) (list layout.Box, ok bool) {
	head := lines[max(0, n-1)]
	height, last, count, right := first.Height(), first.Box, 1, endOfReading(lines[n], first, head)
	for _, l := range lines[n+1:] {
		if l.CenterY()-last.CenterY() > 2*blockLine*height {
			break
		}
		for _, it := range l.items {
			switch under := math.Abs(it.CenterX()-first.CenterX()) < height; {
			case (under || math.Abs(it.X0-first.X0) < aligned*height) && (isMean(it) || it.is(spread)):
				return list, false
			case under && it.plain(number) && it.text == strconv.Itoa(count+1):
				count, last, right = count+1, it.Box, max(right, endOfReading(l, it, head))
			}
		}
	}
	if count < fewReadings || math.IsInf(right, -1) {
		return list, false
	}
	list = layout.Box{X0: min(first.X0, last.X0) - height, Y0: first.Y0 - 2*height, X1: right + height, Y1: last.Y1 + height/2}
	return list, true
}

// endOfReading is where the numbers, or dashes for them, end that follow the number of a reading in its cells, one of which has decimals. They may stand far apart under
// the labels of a line without numbers, the head.
func endOfReading(l line, of item, head line) float64 {
	end, decimal := of.X1, false
	headed := func(it item) bool {
		return !head.hasNumber() && slices.ContainsFunc(head.items, func(h item) bool { return ofEye(h) && h.X0 < it.X1 && it.X0 < h.end })
	}
	for _, it := range l.items {
		if it.X0 <= of.X0 {
			continue
		}
		if !it.plain(number) && !it.plain(dash) || it.X0-end > farMargin*it.Height() && !headed(it) {
			break
		}
		end, decimal = it.X1, decimal || decimals(it.text) > 0
	}
	if !decimal {
		return math.Inf(-1)
	}
	return end
}

// withoutSeries is the words of the page without lines of single readings of what stands with its value above, in the same block:
//
//	AL     22.19 mm   SD 0.02
//	…
//	Readings AL: 22.16 22.19 22.20 22.17 22.18
func withoutSeries(page layout.Page, lines []line) []layout.Word {
	var series []layout.Box
	for n, l := range lines {
		for i, it := range l.items {
			if !it.is(measure) || !isMeasurement(it) {
				continue
			}
			numbers := numbersBehind(l.items[i+1:])
			if len(numbers) < leastSingles || !alikeNumbers(numbers) || !statedAbove(lines[:n], it, numbers) {
				continue
			}
			last := numbers[len(numbers)-1]
			series = append(series, layout.Box{X0: it.X0, Y0: min(it.Y0, last.Y0), X1: last.X1, Y1: max(it.Y1, last.Y1)})
		}
	}
	return outside(page.Words, series...)
}

// numbersBehind are the numbers at the start, with nothing but signs between.
func numbersBehind(items []item) (out []item) {
	for _, it := range items {
		switch {
		case it.plain(number):
			out = append(out, it)
		case !it.plain(symbol):
			return out
		}
	}
	return out
}

// alikeNumbers: the numbers may be readings of one thing.
func alikeNumbers(numbers []item) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, it := range numbers {
		low, high = min(low, atof(it.text)), max(high, atof(it.text))
	}
	return high-low <= alikeReadings*high
}

// statedAbove: the nearest line above with the label has one number behind it, with its unit, that lies among the readings.
func statedAbove(lines []line, label item, readings []item) bool {
	for _, l := range slices.Backward(lines) {
		if slices.ContainsFunc(l.items, ofOneEye) {
			return false
		}
		i := slices.IndexFunc(l.items, func(it item) bool { return it.is(measure) && it.field == label.field })
		if i < 0 {
			continue
		}
		own := numbersBehind(l.items[i+1:])
		return len(own) == 1 && i+2 < len(l.items) && unitOf(l.items[i+2].text) != "" && alikeNumbers(append(own, readings...))
	}
	return false
}
