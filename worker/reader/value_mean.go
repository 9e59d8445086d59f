package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

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
	apart := math.Abs(atof(f.text) - atof(first.text))
	ofAxis := decimals(f.text) == 0 && atof(first.text) <= straightAngle && apart <= alikeAxes
	return f.axis == first.axis && decimals(f.text) == decimals(first.text) && (apart <= alikeReadings*math.Abs(atof(first.text)) || ofAxis)
}

// isMeanOf: the figure is the rounded mean of the readings, which are rounded themselves.
func isMeanOf(f figure, readings []figure) bool { return isRoundedMean(f.text, numbersOf(readings)) }

// number is the one that was printed.
func (f figure) number() float64 { return atof(f.text) }

// number is the one that was read.
func (r reading) number() float64 { return atof(r.text) }

func numbersOf[T interface{ number() float64 }](all []T) (out []float64) {
	for _, one := range all {
		out = append(out, one.number())
	}
	return out
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

// meanUnder reads the mean of the single readings that line n has behind a label, where the line below names it:
//
//	CCT  535  538  538
//	AVG  537 um
func (p part) meanUnder(n int, found []reading) []reading {
	if len(found) != 1 || found[0].singles == nil || n+1 >= len(p.lines) {
		return nil
	}
	r, next := found[0], p.lines[n+1]
	if len(next.items) == 0 || !isMean(next.items[0]) || next.CenterY()-p.lines[n].CenterY() >= blockLine*next.Height() {
		return nil
	}
	means, _ := p.allFigures(next.items[1:])
	if len(means) != 1 || !mayBe(r.field, means[0]) || !isRoundedMean(means[0].text, r.singles) {
		return nil
	}
	r.text, r.conf, r.at, r.doubt, r.singles = literal(r.field, means[0].text), means[0].conf, means[0].at, noDoubt, nil
	return []reading{r}
}

// withoutProvenSingles leaves out the single readings of K1 and K2 that stand in pairs above their means, or below them as IOLMaster 700 prints them:
//
//	K1: 44.00 D / 7.55 mm x 98°
//	K2: 44.92 D / 7.39 mm x 8°
//	… twice more, and at the end the means:
//	K1: 44.02 D / 7.54 mm x 97°
//	K2: 44.88 D / 7.40 mm x 7°
//
// The last reading of both, or the first one, but not each of them, must be the mean of the others, in diopters and, if all have radii, in mm. Where dates stand between
// them they are of several visits.
func (p part) withoutProvenSingles(all []reading) []reading {
	last := provenMeans(all, func(own []reading) []reading { return own })
	first := provenMeans(all, backwards)
	end := len(p.lines)
	for end > 0 && !slices.ContainsFunc(p.lines[end-1].items, isMeridian) {
		end--
	}
	if last == first || slices.ContainsFunc(p.lines[:end], line.holdsDay) {
		return all
	}
	own := levelAxes(all)
	for _, meridian := range []string{"K1", "K2"} {
		axes, powers := readingsOf(own, meridian+"_axis"), readingsOf(own, meridian+"_magnitude")
		mean := powers[0]
		if last {
			mean = powers[len(powers)-1]
		}
		ofMean := len(axes) == 1 && math.Abs(axes[0].at.CenterY()-mean.at.CenterY()) <= margin*mean.at.Height()
		if len(axes) > 0 && len(axes) != len(powers) && !ofMean {
			return all // of which reading is that axis?
		}
	}
	all = own
	var out []reading
	for i, r := range all {
		others := all[:i]
		if last {
			others = all[i+1:]
		}
		single := !r.missing && ofFront(r.field) && len(readingsOf(others, r.field)) > 0
		if !single {
			out = append(out, r)
		}
	}
	return out
}

// levelAxes leaves out axes of K1 and K2 that are not level with a power of theirs: "R1: 7.57 mm  R2: 7.36 mm   x 88°" has that of the cylinder.
func levelAxes(all []reading) []reading {
	return slices.DeleteFunc(slices.Clone(all), func(r reading) bool {
		meridian, isAxis := strings.CutSuffix(r.field, "_axis")
		return isAxis && ofFront(r.field) && !r.missing && !slices.ContainsFunc(readingsOf(all, meridian+"_magnitude"), func(k reading) bool {
			return math.Abs(k.at.CenterY()-r.at.CenterY()) <= margin*k.at.Height()
		})
	})
}

// provenMeans: the last of the readings of K1 and of K2, in this order, is the mean of the others.
func provenMeans(all []reading, order func([]reading) []reading) bool {
	for _, meridian := range []string{"K1", "K2"} {
		for _, kind := range []string{"_magnitude", "_radius"} {
			own := order(readingsOf(all, meridian+kind))
			ofMeansAlone := len(own) <= 1 && kind == "_radius"
			if !ofMeansAlone && (len(own) <= leastSingles || !endsInMean(own)) {
				return false
			}
		}
	}
	return true
}

func backwards(own []reading) []reading {
	slices.Reverse(own)
	return own
}

// withoutNamedSingles leaves out the single readings of K1 and K2 that stand below their means. A line above them gives the means once more, as IOLMaster 500
// prints it:
//
//	MV: 41.98/43.21 D   SD: 0.03 mm
//	K1: 41.98 D x 8°    8.04 mm
//	K2: 43.21 D x 98°   7.81 mm
//	K1: 41.93 D x 9°    8.05 mm …
//
// Another such line in the part would be of another table. Older versions print the readings alone below that line.
func (p part) withoutNamedSingles(all []reading) []reading {
	means := p.namedMeans()
	if len(means) != 2 {
		return all
	}
	first := map[string]reading{}
	for _, r := range all {
		if _, known := first[r.field]; !known && !r.missing {
			first[r.field] = r
		}
	}
	for i, meridian := range []string{"K1", "K2"} {
		k := first[meridian+"_magnitude"]
		if k.text != means[i].text || k.doubt != noDoubt {
			return p.ofNamedMeans(all, means)
		}
		for _, more := range []string{"_axis", "_radius"} {
			if r, known := first[meridian+more]; known && math.Abs(r.at.CenterY()-k.at.CenterY()) > margin*k.at.Height() {
				return all
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r reading) bool {
		return ofFront(r.field) && !r.missing && r.at != first[r.field].at
	})
}

// meansOfBoth are the words for the means of K1 and K2 in one line, as IOLMaster 500 has them.
var meansOfBoth = wordSet(fold, "MV MW VM")

// ofNamedMeans takes the means of K1 and K2 for the readings below them of which they are the means, and the axis that all of these have.
func (p part) ofNamedMeans(all []reading, means []item) []reading {
	kept := slices.DeleteFunc(slices.Clone(all), func(r reading) bool { return ofFront(r.field) && !r.missing })
	for i, meridian := range []string{"K1", "K2"} {
		powers, axes := readingsOf(all, meridian+"_magnitude"), readingsOf(all, meridian+"_axis")
		doubtful := func(r reading) bool { return r.doubt != noDoubt }
		if len(powers) < leastSingles || slices.ContainsFunc(powers, doubtful) || !isRoundedMean(means[i].text, numbersOf(powers)) {
			return all
		}
		mean := powers[0]
		mean.text, mean.conf, mean.at = means[i].text, means[i].conf, p.page.placeOf(means[i].token)
		kept = append(kept, mean)
		if len(axes) == len(powers) && !slices.ContainsFunc(axes, func(r reading) bool { return r.text != axes[0].text || r.doubt != noDoubt }) {
			kept = append(kept, axes[0])
		}
	}
	return kept
}

// namedMeans are the means of K1 and K2 in the part's lines "MV: 41.98/43.21 D".
func (p part) namedMeans() (out []item) {
	for _, l := range p.lines {
		for i, it := range l.items {
			if !meansOfBoth[fold(it.text)] {
				continue
			}
			values := slices.DeleteFunc(slices.Clone(l.items[i+1:]), func(it item) bool { return it.text == ":" })
			if len(values) > 2 && values[0].plain(number) && values[1].text == "/" && values[2].plain(number) {
				out = append(out, values[0], values[2])
			}
		}
	}
	return out
}

// ofMeanRows takes the means of K1 and K2, which have their axes with them in a row for each or in one row, for the readings of which they are the means:
//
//	K1: 43.06 D x 177°   7.84 mm
//	K2: 43.95 D x 87°    7.68 mm …
//	MV: 43.05 D x 176°   7.84 mm
//	MV: 43.89 D x 86°    7.69 mm
func (p part) ofMeanRows(all []reading) []reading {
	rows := p.meanRows()
	if len(rows) != 2 {
		return all
	}
	kept := slices.DeleteFunc(slices.Clone(all), func(r reading) bool { return ofFront(r.field) && !r.missing })
	for i, meridian := range []string{"K1", "K2"} {
		found := p.curvature(p.eye, meridian, item{token: rows[i][0].token, entry: entry{label: labelOf(power, meridian)}}, rows[i])
		mean, singles := readingsOf(found, meridian+"_magnitude"), readingsOf(all, meridian+"_magnitude")
		singles = slices.DeleteFunc(singles, func(r reading) bool { return len(mean) == 1 && r.at == mean[0].at })
		doubtful := func(r reading) bool { return r.doubt != noDoubt }
		if len(mean) != 1 || len(singles) < leastSingles || slices.ContainsFunc(singles, doubtful) || !isRoundedMean(mean[0].text, numbersOf(singles)) {
			return all
		}
		kept = append(kept, found...)
	}
	return kept
}

// meanRows are the values of the means of K1 and K2 behind the words for both.
func (p part) meanRows() (rows [][]item) {
	isPower := func(it item) bool {
		return it.plain(number) && decimals(it.text) > 0 && inRange("K1_magnitude", it.text)
	}
	for _, l := range p.lines {
		i := slices.IndexFunc(l.items, func(it item) bool { return meansOfBoth[fold(it.text)] })
		if i < 0 {
			continue
		}
		values := slices.DeleteFunc(slices.Clone(l.items[i+1:]), func(it item) bool { return it.text == ":" })
		if len(values) < 2 || !isPower(values[0]) || values[1].text == "/" {
			continue
		}
		if cut := slices.IndexFunc(values, func(it item) bool { return it.text == "/" }); cut > 0 && cut+1 < len(values) && isPower(values[cut+1]) {
			rows = append(rows, values[:cut], values[cut+1:])
		} else {
			rows = append(rows, values)
		}
	}
	return rows
}

// ofTitledMeans takes the rows of K1 and K2 that begin with the word for the mean for the readings below them, as IOLMaster 500 prints them:
//
//	MV: K1: 41.06 D x 12°    8.22 mm
//	MV: K2: 41.93 D x 102°   8.05 mm
//	K1: 41.10 D x 13°        8.21 mm …
//
// The word may stand before the first of the two rows alone, or in the line above it.
func (p part) ofTitledMeans(all []reading) []reading {
	means := map[place]bool{}
	count := map[string]int{}
	titled, apart := false, false // the line above is the titled row of K1; the title stands alone in a line
	for n, l := range p.lines {
		i := slices.IndexFunc(l.items, isMeridian)
		below := titled && i == 0 && l.items[0].field == "K2"
		if i == 0 && l.items[0].field == "K1" && n > 0 && p.lines[n-1].isMeanTitle(l.items[0]) {
			below, apart = true, true
		}
		if titled = false; !below && (i < 1 || i > 2 || !isMean(l.items[0]) && !meansOfBoth[fold(l.items[0].text)] || i == 2 && l.items[1].text != ":") {
			continue
		}
		titled = l.items[i].field == "K1"
		count[l.items[i].field]++
		row := p.page.placeOf(l.items[i].token)
		for _, r := range all {
			if ofFront(r.field) && math.Abs(r.at.CenterY()-row.CenterY()) < margin*row.Height() {
				means[r.at] = true
			}
		}
	}
	if count["K1"] != 1 || count["K2"] != 1 || apart && !amongOthers(all, means) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(r reading) bool { return ofFront(r.field) && !r.missing && !means[r.at] })
}

// amongOthers: the powers at these places lie among the other readings of their fields.
func amongOthers(all []reading, means map[place]bool) bool {
	for _, field := range []string{"K1_magnitude", "K2_magnitude"} {
		own := readingsOf(all, field)
		i := slices.IndexFunc(own, func(r reading) bool { return means[r.at] })
		if i < 0 || len(own) <= leastSingles || !isAmong(own[i], slices.Delete(slices.Clone(own), i, i+1)) {
			return false
		}
	}
	return true
}

// isMeanTitle: the line is nothing but the word for the mean, which begins where the label below it does.
func (l line) isMeanTitle(label item) bool {
	return len(l.items) == 1 && isMean(l.items[0]) && math.Abs(l.items[0].X0-label.X0) < aligned*label.Height()
}

// withoutDeviatingSingles leaves out the single readings below their mean that have its label, where their deviation stands behind the mean alone, as
// IOLMaster 700 prints them:
//
//	AL: 24.03 mm   SD: 5 µm   ACD: 3.02 mm   SD: 6 µm
//	AL: 24.04 mm   CCT: 542 µm   ACD: 3.00 mm
//	AL: 24.02 mm   CCT: 536 µm   ACD: 3.04 mm …
func (p part) withoutDeviatingSingles(all []reading) []reading {
	single := map[place]bool{}
	for field := range lengths {
		own := readingsOf(all, field)
		if len(own) <= leastSingles || !p.deviates(own[0].at) {
			continue
		}
		mean, singles := figure{text: own[0].text}, own[1:]
		if slices.ContainsFunc(singles, func(r reading) bool {
			return r.doubt != noDoubt || !isReading(figure{text: r.text}, mean) || p.deviates(r.at)
		}) {
			continue
		}
		numbers := numbersOf(singles)
		if v := atof(mean.text); v < slices.Min(numbers) || v > slices.Max(numbers) {
			continue
		}
		for _, r := range singles {
			single[r.at] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(r reading) bool { return single[r.at] })
}

// withoutSinglesBelow leaves out the single readings of both meridians below the values whose mean is printed once, beside these, as
// IOLMaster 500 does. The readings may also stand in a row for each meridian:
//
//	K1: 43.66 D @ 7°    7.73 mm
//	K2: 44.58 D @ 97°   7.57 mm
//	SE: 44.12 D
//	K1: 43.66 x 7°    K2: 44.52 x 96°
//	K1: 43.70 x 8°    K2: 44.67 x 96° …
func (p part) withoutSinglesBelow(all []reading) []reading {
	powers := map[string][]reading{}
	for _, field := range []string{"K1_magnitude", "K2_magnitude"} {
		own := readingsOf(all, field)
		if len(own) <= leastRepeats || own[0].doubt != noDoubt || !isAmong(own[0], own[1:]) {
			return all
		}
		powers[field] = own
	}
	first, last := powers["K1_magnitude"], powers["K2_magnitude"]
	end := min(first[1].at.Y0, last[1].at.Y0) // the readings begin here
	if len(first) != len(last) || end <= last[0].at.CenterY() || !p.printsMeanAbove(end, (first[0].number()+last[0].number())/2) || slices.ContainsFunc(p.lines, line.holdsDay) {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(r reading) bool { return ofFront(r.field) && !r.missing && r.at.CenterY() > end })
}

// printsMeanAbove: this is the mean power of both meridians, and a label of it stands once in the part, above y.
func (p part) printsMeanAbove(y, power float64) bool {
	var means []place
	for _, l := range p.lines {
		i := slices.IndexFunc(l.items, func(it item) bool { return it.fieldOf(other) == meanPower || it.is(mean) })
		if i < 0 {
			continue
		}
		for _, it := range l.items[i:] {
			if !it.plain(number) || decimals(it.text) == 0 || !inRange("K1_magnitude", it.text) {
				continue
			}
			if math.Abs(atof(it.text)-power) > sameMean {
				return false
			}
			means = append(means, p.page.placeOf(it.token))
		}
	}
	return len(means) == 1 && means[0].CenterY() < y
}

// isAmong: the value is not smaller than all of the readings, nor larger.
func isAmong(value reading, all []reading) bool {
	compare := func(a, b reading) int { return cmp.Compare(atof(a.text), atof(b.text)) }
	return compare(slices.MinFunc(all, compare), value) <= 0 && compare(value, slices.MaxFunc(all, compare)) <= 0
}

// deviates: the label of a deviation follows the value at that place, before the next label.
func (p part) deviates(at place) bool {
	for _, l := range p.lines {
		i := slices.IndexFunc(l.items, func(it item) bool { return it.plain(number) && holds(at.Box, p.page.placeOf(it.token).Box) })
		if i < 0 {
			continue
		}
		next := slices.IndexFunc(l.items[i+1:], func(it item) bool { return it.label != nil })
		return next >= 0 && l.items[i+1+next].is(spread)
	}
	return false
}

// holdsDay: a date stands in the line.
func (l line) holdsDay() bool {
	for i := range l.tokens {
		if raw, _ := join(l.tokens[i:dateEnd(l.tokens, i)]); isDay(raw) {
			return true
		}
	}
	return false
}

// ofFront: the field is of a meridian of the front cornea.
func ofFront(field string) bool {
	return strings.HasPrefix(field, "K1_") || strings.HasPrefix(field, "K2_")
}

func readingsOf(all []reading, field string) (own []reading) {
	for _, r := range all {
		if r.field == field && !r.missing {
			own = append(own, r)
		}
	}
	return own
}

// endsInMean: the last reading is the mean of the others.
func endsInMean(readings []reading) bool {
	var figures []figure
	for _, r := range readings {
		f := figure{text: r.text}
		if r.doubt.isAmbiguous() || len(figures) > 0 && !isReading(f, figures[0]) {
			return false
		}
		figures = append(figures, f)
	}
	n := len(figures) - 1
	return isMeanOf(figures[n], figures[:n])
}
