package reader

import (
	"math"
	"slices"
	"strings"

	"biom/shared/biometry"
)

// curvature reads a meridian of the cornea: "43.21 D @ 93°", "41.85/8.06@ 3",
// "43.21 D (7.81 mm) Axis 93", a radius alone, or all of it in columns. kind is
// K1, PK2 and so on.
func (p part) curvature(eye, kind string, label item, items []item) []reading {
	items = asListed(items, label.units)
	found, missing := p.figures(afterAxisName(items))
	bare, hasBare := p.bareAxis(kind, items)
	if hasBare {
		found = slices.DeleteFunc(found, func(f figure) bool { return f.x == bare.x })
	}
	found = withUnits(p.withAxis(kind, found), label.units)
	if i := slices.IndexFunc(found, func(f figure) bool { return !f.axis }); i >= 0 && kind[0] == 'K' && found[i].text[0] == '-' && inRange("P"+kind+"_magnitude", found[i].text) {
		kind = "P" + kind // the back of the cornea alone has negative powers
	}
	var lengths, axes []figure
	again := false                    // another meridian's value in the same cell: whose?
	fitted := func(f figure) figure { // OCR may have lost the decimal point of one
		f.text = p.fitting(kind+"_magnitude", f.text)
		return f
	}
	for _, f := range found {
		if f.unit == "" && !f.axis && (f.column == "mm" || f.column == "diopters") {
			f.unit = f.column
		}
		switch {
		case f.axis:
			axes = append(axes, f)
		case len(axes) == 0:
			lengths = append(lengths, f)
		default:
			again = again || len(lengths) > 0 && sameKind(kind, fitted(f), fitted(lengths[0])) && !sameNumber(f.text, lengths[0].text)
		}
	}
	var out []reading
	if missing {
		out = append(out, reading{key: key{eye, kind + "_magnitude"}, missing: true})
	}
	if len(lengths) > 0 && !missing {
		out = append(out, p.lengthsOf(kind, label.role, lengths)...)
	}
	withPower := slices.ContainsFunc(out, func(r reading) bool { return r.field == kind+"_magnitude" && !r.missing })
	if len(axes) > 0 && (kind[0] != 'P' || label.role == power || withPower) {
		r := p.axisReading(key{eye, kind + "_axis"}, axes)
		r.doubt = max(r.doubt, doubtIf(p.page.page.OCR && len(lengths) > 0 && math.Abs(axes[0].x-lengths[len(lengths)-1].x) > max(farSide*p.page.page.Width, farApart*label.Height()), seenOnce))
		ofFront := func(o reading) bool { return o.field == kind+"_magnitude" && o.doubt == impossible && kind[0] == 'P' }
		r.doubt = max(r.doubt, doubtIf(slices.ContainsFunc(out, ofFront), impossible))
		out = append(out, r) // OCR may have lost the dashes of this eye, and this is the other one's
	}
	if hasBare && len(axes) == 0 {
		r := p.axisReading(key{eye, kind + "_axis"}, []figure{bare})
		r.bare = true
		out = append(out, r)
	}
	for i := range out {
		out[i].doubt = max(out[i].doubt, doubtIf(again, severalValues))
		out[i].called = callingOf(label.text)
	}
	return out
}

// asListed is the numbers for which the label lists units, without the deviations behind them: "R1 [mm/D/°]   8.06 / 41.87 / 3   0.02/1".
func asListed(items []item, units []string) []item {
	end := 2*len(units) - 1
	if len(items) <= end || !slices.Contains(units, degrees) || !items[end].plain(number) {
		return items
	}
	for i, it := range items[:end] {
		if i%2 == 0 && !it.plain(number) || i%2 == 1 && it.text != "/" {
			return items
		}
	}
	return items[:end]
}

// bareAxis is the axis that stands behind a power or a radius without a sign that says so,
// "43.21  95", "43.21 (95)" or "43.21 D  95.4", the last number before the next label. Only the other
// meridian's shows if it is one.
func (p part) bareAxis(kind string, items []item) (f figure, ok bool) {
	items = upToLabel(items)
	if len(items) < 2 || !items[0].plain(number) || decimals(items[0].text) < 1 || !inRange(kind+"_magnitude", items[0].text) && !isRadius(items[0].text) {
		return figure{}, false
	}
	rest := behindOther(items[0], afterUnit(items[1:]))
	if len(rest) > 0 && rest[0].text == "/" {
		rest = rest[1:] // "43.21 D / 95"
	}
	if len(rest) == 3 && rest[0].text == "(" && rest[2].text == ")" {
		rest = rest[1:2]
	}
	if len(rest) != 1 || !rest[0].plain(number) || decimals(rest[0].text) > 1 || strings.ContainsAny(rest[0].raw, "+-") || !inRange("K1_axis", wholeDegrees(rest[0].text)) {
		return figure{}, false
	}
	f, _ = p.figure(rest, 0, true)
	return f, f.column == noColumn
}

// afterUnit is the items without the unit that they begin with.
func afterUnit(items []item) []item {
	if len(items) > 0 && items[0].plain(word) && unitOf(items[0].text) != "" {
		return items[1:]
	}
	return items
}

// behindOther is the items behind the power of a radius, or the radius of a power, that they begin with: "7.81 mm (43.21) 95",
// "43.21 / 7.81 mm  95".
func behindOther(first item, items []item) []item {
	if len(items) < 2 || items[0].text != "(" && items[0].text != "/" || !items[1].plain(number) ||
		!belongTogether(first.text, items[1].text) && !belongTogether(items[1].text, first.text) {
		return items
	}
	rest := afterUnit(items[2:])
	if items[0].text == "(" && len(rest) > 0 && rest[0].text == ")" {
		rest = rest[1:]
	}
	return rest
}

// withBareAxes keeps the axes without a sign that are at right angles to the other
// meridian's; any other number is none.
func withBareAxes(all []reading) []reading {
	perpendicularTo := func(r reading) bool {
		return slices.ContainsFunc(all, func(o reading) bool {
			return o.bare && o.key == key{r.eye, otherMeridian(r.field)} && o.doubt == noDoubt &&
				perpendicular(atof(o.text), atof(r.text), roundedAxes)
		})
	}
	return slices.DeleteFunc(slices.Clone(all), func(r reading) bool { return r.bare && !perpendicularTo(r) })
}

// calling is how a label names a meridian: "K1", "Flat K", or "K1 flat", and whether as one of simulated keratometry, "SimK1".
type calling struct{ number, word, simulated bool }

func callingOf(label string) (c calling) {
	for w := range strings.FieldsFuncSeq(label, partsPhrase) {
		means := meaningsOf(fold(w))
		c.simulated = c.simulated || strings.HasPrefix(fold(w), "sim")
		c.number = c.number || hasDigit(w)
		c.word = c.word || !hasDigit(w) && (slices.Contains(means, "flat") || slices.Contains(means, "steep"))
	}
	return c
}

// differs reports that one label has only the number and the other only the word, as
// those of two tables do: "Flat K, Steep K" and, of the cornea's net power, "K1, K2".
func (c calling) differs(o calling) bool {
	return c.number != o.number && c.word != o.word
}

// afterAxisName passes over the word for the axis in a label of both: "K1 / axis
// 43.21 D / 93°", "K1 @ Axis", "K1 [D] / as [°]".
func afterAxisName(items []item) []item {
	i := 0
	for i < len(items) && (items[i].plain(symbol) || items[i].plain(at)) && items[i].text != "(" {
		i++
	}
	if i+1 >= len(items) || !items[i].is(axis) && (i == 0 || !isAxisName(items[i].text)) {
		return items
	}
	rest := items[i+1:]
	for len(rest) > 0 && slices.Contains([]string{")", "]", ":", "[", "°"}, rest[0].text) {
		rest = rest[1:]
	}
	if len(rest) > 0 && (rest[0].plain(number) && decimals(rest[0].text) > 0 || rest[0].plain(dash)) {
		return rest
	}
	return items
}

// extremes makes K1 and K2 of an eye's Kmin and Kmax, or drops them.
func extremes(all []reading) []reading {
	for _, eye := range []string{rightEye, leftEye} {
		var axes [2]float64
		var n [2]int
		for _, r := range all {
			i := slices.Index([]string{least + "_axis", most + "_axis"}, r.field)
			if r.eye == eye && i >= 0 {
				n[i]++
				axes[i] = atof(r.text)
			}
		}
		meridians := n[0] == 1 && n[1] == 1 && perpendicular(axes[0], axes[1], biometry.AxisTolerance)
		for i := range all {
			if r := &all[i]; r.eye == eye && meridians {
				r.field = strings.Replace(strings.Replace(r.field, least, "K1", 1), most, "K2", 1)
			}
		}
	}
	return slices.DeleteFunc(all, func(r reading) bool { return strings.HasPrefix(r.field, least) || strings.HasPrefix(r.field, most) })
}

// withAxis tells an axis whose degree sign OCR took for a digit, 1352 for 135°,
// behind the power and the radius.
func (p part) withAxis(kind string, found []figure) []figure {
	if !p.page.page.OCR || len(found) < 2 || slices.ContainsFunc(found, func(f figure) bool { return f.axis }) {
		return found
	}
	last := &found[len(found)-1]
	if _, ok := repaired(kind+"_axis", last.text); ok && last.unit == "" && !inRange(kind+"_axis", last.text) {
		last.axis = true
	}
	return found
}

// sameKind: both are radii, or both powers.
func sameKind(kind string, a, b figure) bool {
	if a.unit != "" && b.unit != "" && a.unit != b.unit {
		return false
	}
	if a.unit == "mm" && b.text[0] == '-' || b.unit == "mm" && a.text[0] == '-' {
		return false // the back's radius behind its power
	}
	powers := inRange(kind+"_magnitude", a.text) && inRange(kind+"_magnitude", b.text)
	return powers || isRadius(a.text) && isRadius(b.text)
}

func (p part) axisReading(k key, axes []figure) reading {
	axes[0].text = p.fitting(k.field, wholeDegrees(axes[0].text))
	r := reading{key: k, text: literal(k.field, axes[0].text), conf: axes[0].conf, at: axes[0].at}
	r.doubt = max(doubtIf(axes[0].broken, illegible), doubtIf(axes[0].unit != "" || len(axes) > 1 || !inRange(k.field, axes[0].text), impossible))
	return r
}

// lengthsOf reads the power and the radius among the numbers before the axis.
func (p part) lengthsOf(kind string, r role, figures []figure) (out []reading) {
	powers, radii := divide(kind, r, figures)
	if len(powers) > 0 {
		out = append(out, p.one(key{p.eye, kind + "_magnitude"}, powers))
	}
	if len(radii) > 0 && kind[0] == 'K' {
		out = append(out, p.one(key{p.eye, kind + "_radius"}, radii))
	}
	return out
}

// divide tells powers from radii, by their units or else by their ranges, which
// do not meet for the front of the cornea. What is neither counts as what the
// label says.
func divide(kind string, r role, figures []figure) (powers, radii []figure) {
	for _, f := range figures {
		switch {
		case f.unit == "mm", f.unit == "" && kind[0] != 'P' && isRadius(f.text) && (r == radius || len(figures) > 1),
			f.unit == "" && kind[0] == 'P' && r == radius && len(figures) == 1 && f.text[0] != '-': // of the back, where the ranges meet
			radii = append(radii, f)
		case f.unit == "diopters", r == power, inRange(kind+"_magnitude", f.text):
			powers = append(powers, f)
		default:
			radii = append(radii, f)
		}
	}
	return powers, radii
}

// one makes a reading of the figure that fits: the one that has its unit, else
// the only one. Any other leaves a doubt.
func (p part) one(k key, figures []figure) reading {
	if named := withUnit(figures); len(named) > 0 {
		figures = named
	}
	figures[0].text = p.fitting(k.field, figures[0].text)
	r := reading{key: k, text: literal(k.field, figures[0].text), conf: figures[0].conf, at: figures[0].at}
	for i, f := range figures {
		stray := f.broken || !inRange(k.field, f.text) || !sameNumber(f.text, figures[0].text) || f.unit != "" && f.unit != fields[k.field].Unit
		// An axis whose label or sign was not understood. No device prints a power without decimals.
		stray = stray || decimals(f.text) == 0 && (strings.HasPrefix(k.field, "PK") || i == 0 && !p.page.page.OCR && f.unit == "" && strings.HasSuffix(k.field, "_magnitude"))
		// What OCR makes of a sign, the D or the @, is no second value.
		blot := p.page.page.OCR && i > 0 && f.unit == "" && len(f.text) == 1
		switch {
		case !stray || blot:
		case i > 0 && inRange(k.field, f.text):
			r.doubt = severalValues
		default:
			r.doubt = max(r.doubt, doubtIf(f.broken, illegible), doubtIf(!f.broken, impossible))
		}
	}
	return r
}

func withUnit(figures []figure) (out []figure) {
	for _, f := range figures {
		if f.unit != "" {
			out = append(out, f)
		}
	}
	return out
}
