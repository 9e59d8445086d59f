package reader

import "math"

// Single readings, their mean and their deviation may stand in a row under heads that were not understood:
//
//	AL   22.87  22.88  22.86  22.88  22.86  22.87  0.01
//
// Which of the numbers is the mean can be reckoned.

// onlyMean is the figures of a row without the single readings and the deviation that stand beside their mean, before it
// or behind the deviation. If the numbers do not prove which of them is the mean, all of them are left.
func onlyMean(found []figure) []figure {
	n := 0
	for n < len(found) && isReading(found[n], found[0]) {
		n++
	}
	if n > leastSingles && n < len(found) && isMeanOf(found[n-1], found[:n-1]) && isDeviationOf(found[n], found[:n-1]) {
		return append([]figure{found[n-1]}, found[n+1:]...)
	}
	end := min(len(found), 2)
	for end < len(found) && isReading(found[end], found[0]) {
		end++
	}
	if n == 1 && end-2 >= leastSingles && isMeanOf(found[0], found[2:end]) && isDeviationOf(found[1], found[2:end]) {
		return append([]figure{found[0]}, found[end:]...)
	}
	return found
}

// isReading: the figure may be a reading of the same as the first one.
func isReading(f, first figure) bool {
	return f.axis == first.axis && decimals(f.text) == decimals(first.text) && math.Abs(atof(f.text)-atof(first.text)) <= alikeReadings*math.Abs(atof(first.text))
}

// isMeanOf: the figure is the rounded mean of the readings, which are rounded themselves.
func isMeanOf(f figure, readings []figure) bool {
	sum := 0.0
	for _, r := range readings {
		sum += atof(r.text)
	}
	return math.Abs(sum/float64(len(readings))-atof(f.text)) <= roundedMean*math.Pow10(-decimals(f.text))
}

// isDeviationOf: the figure may be the standard deviation of the readings, which is no greater than their range and smaller than any of them.
func isDeviationOf(f figure, readings []figure) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range readings {
		low, high = min(low, atof(r.text)), max(high, atof(r.text))
	}
	unit := math.Pow10(-decimals(readings[0].text))
	v := atof(f.text)
	return v >= 0 && v <= high-low+unit && v < low
}

// singlesOf is the numbers of a row of nothing but single readings; nil if they are too few, or something else is among them.
func singlesOf(found []figure) (out []float64) {
	for _, f := range found {
		if !isReading(f, found[0]) || f.axis {
			return nil
		}
		out = append(out, atof(f.text))
	}
	if len(out) < leastSingles {
		return nil
	}
	return out
}
