package reader

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"biom/shared/biometry"
)

// settlePairs applies the rules that tie the two meridians together: a
// doubtful axis takes both axes with it, a doubtful magnitude the whole pair. What is taken
// along has the doubt of the value that takes it.
func (f Findings) settlePairs(eye string) {
	for _, kind := range []string{"K", "PK", "TK"} {
		m1, m2 := key{eye, kind + "1_magnitude"}, key{eye, kind + "2_magnitude"}
		a1, a2 := key{eye, kind + "1_axis"}, key{eye, kind + "2_axis"}
		if !f.sure(m1) || !f.sure(m2) || f.float(m1) > f.float(m2) {
			f.withhold(f.pairDoubt(m1, m2), m1, m2, a1, a2)
			continue
		}
		if !f.sure(a1) || !f.sure(a2) || f.float(m1) != f.float(m2) && !perpendicular(f.float(a1), f.float(a2), f.axisTolerance(a1, a2)) {
			f.withhold(f.pairDoubt(a1, a2), a1, a2)
		}
	}
}

// axisTolerance is by how many degrees the angle between two axes may differ from a right one. Devices print right angles, as all of 686 eyes in documents
// that others drew have them, so an angle that OCR saw and that is none is of a misread digit or of another surface.
func (f Findings) axisTolerance(axes ...key) float64 {
	if slices.ContainsFunc(axes, func(k key) bool { return f.values[k].at.ocr }) {
		return roundedAxes
	}
	return biometry.AxisTolerance
}

// pairDoubt is why two values that come together cannot be given.
func (f Findings) pairDoubt(one, two key) doubt {
	first, hasFirst := f.values[one]
	second, hasSecond := f.values[two]
	switch worst := max(first.doubt, second.doubt); {
	case worst != noDoubt:
		return worst
	case hasFirst && hasSecond:
		return breaksRule
	}
	return incomplete
}

// mendAxes mends an axis whose degree sign OCR took for a digit, where what came of it is an axis too: "72"
// for 7°. The other axis of the eye must have shown the same digit, as "972" for 97°, and be at right angles to it.
func (f Findings) mendAxes() {
	for _, eye := range []string{rightEye, leftEye} {
		for _, kind := range []string{"K", "PK", "TK"} {
			flat, steep := key{eye, kind + "1_axis"}, key{eye, kind + "2_axis"}
			if !f.sure(flat) || !f.sure(steep) || perpendicular(f.float(flat), f.float(steep), biometry.AxisTolerance) {
				continue
			}
			for _, pair := range [2][2]key{{flat, steep}, {steep, flat}} {
				known, other := f.values[pair[0]], f.values[pair[1]]
				sign, ok := strings.CutPrefix(known.at.text, known.text)
				mended, ends := strings.CutSuffix(other.text, sign)
				if ok && len(sign) == 1 && isDigit(rune(sign[0])) && ends && inRange(pair[1].field, mended) && perpendicular(atof(known.text), atof(mended), roundedAxes) {
					other.text = mended
					f.values[pair[1]] = other
				}
			}
		}
	}
}

// doubtTwoTables doubts the meridians of an eye whose labels are not of one table:
// where the heading of a second table was not understood, its K2 is not that of the
// first one's "Flat K", and its power not that of the first one's radius.
func (f Findings) doubtTwoTables() {
	for _, eye := range []string{rightEye, leftEye} {
		powers := [2]key{{eye, "K1_magnitude"}, {eye, "K2_magnitude"}}
		radii := [2]key{{eye, "K1_radius"}, {eye, "K2_radius"}}
		for _, pair := range [][2]key{powers, radii} {
			if a, b := f.values[pair[0]], f.values[pair[1]]; a.text != "" && b.text != "" && a.called.differs(b.called) {
				f.withhold(severalTables, pair[:]...)
			}
		}
		for i, n := 0, (key{eye, indexField}); i < len(powers); i++ {
			if f.sure(powers[i]) && f.sure(radii[i]) && f.sure(n) && math.Abs(powerOf(f.float(n), f.float(radii[i]))-f.float(powers[i])) > sameMeridian {
				f.withhold(severalTables, powers[:]...)
			}
		}
	}
}

// doubtMixedEyes doubts what is left of an eye whose other values contradict each other: they are of both eyes, of which one
// heading is missing, and a few are alike in both. A keratometric index is doubted if besides it only axes are known, which
// may follow a misread "@", or nothing of either eye: it may be that of both, or of an eye whose heading is missing.
func (f Findings) doubtMixedEyes() {
	for _, eye := range []string{rightEye, leftEye} {
		var known []key
		numbers, words, axes, contradicted, ofOther := 0, 0, 0, 0, 0
		for k, v := range f.values {
			axis := strings.HasSuffix(k.field, "_axis")
			switch sure := v.doubt == noDoubt; {
			case k.eye != eye:
				if sure && k.eye != document {
					ofOther++
				}
			case k.field == indexField:
			case sure && axis:
				axes++
			case sure && isNumber(k):
				numbers++
			case sure:
				words++
			case v.doubt == severalValues && !axis:
				contradicted++
			}
			if k.eye == eye {
				known = append(known, k)
			}
		}
		switch {
		case f.crossesMeridians(eye), contradicted >= fewContradicted && contradicted > fewContradicted*numbers:
			f.withhold(eyeUnclear, known...)
		case numbers+words == 0 && (axes+contradicted > 0 || ofOther == 0):
			f.withhold(eyeUnclear, key{eye, indexField})
		}
	}
}

// crossesMeridians: the text layer gives the eye two meridians of the front cornea that are not at right angles, and a mean which is not
// theirs: one of them is of the other eye, and so may be anything else.
func (f Findings) crossesMeridians(eye string) bool {
	a, b := key{eye, "K1_axis"}, key{eye, "K2_axis"}
	flat, steep := key{eye, "K1_magnitude"}, key{eye, "K2_magnitude"}
	mean, printed := f.means[eye]
	return printed && f.sure(a) && f.sure(b) && !f.values[a].at.ocr && f.sure(flat) && f.sure(steep) &&
		!perpendicular(f.float(a), f.float(b), biometry.AxisTolerance) && math.Abs(atof(mean.text)-(f.float(flat)+f.float(steep))/2) > sameMean
}

// sure reports a value that may be answered.
func (f Findings) sure(k key) bool {
	v, ok := f.values[k]
	return ok && v.doubt == noDoubt
}

func (f Findings) float(k key) float64 { return atof(f.values[k].text) }

// withhold doubts values that were read.
func (f Findings) withhold(why doubt, keys ...key) {
	for _, k := range keys {
		if v, ok := f.values[k]; ok {
			v.doubt = max(v.doubt, why)
			f.values[k] = v
		}
	}
}

// doubtBesidePowers doubts the radii of an eye whose powers were not read, if the document labels powers of the front beside radii: it prints them, and what
// follows from the rounded radii may differ from them by hundredths of a dioptre.
func (f Findings) doubtBesidePowers(sheets []*sheet) {
	var powers, radii bool
	for _, s := range sheets {
		for _, l := range s.lines {
			if s.headsEarlier(l) {
				continue
			}
			for _, it := range l.items {
				powers = powers || it.is(power) && (it.field == "K1" || it.field == "K2") && (s.sectionAt(it.Box) == front || s.sectionAt(it.Box) == foreign)
				radii = radii || it.is(radius) && (it.field == "K1" || it.field == "K2")
			}
		}
	}
	if !powers || !radii {
		return
	}
	for _, eye := range []string{rightEye, leftEye} {
		_, first := f.values[key{eye, "K1_magnitude"}]
		_, second := f.values[key{eye, "K2_magnitude"}]
		if !first && !second {
			f.withhold(severalValues, key{eye, "K1_radius"}, key{eye, "K2_radius"})
		}
	}
}

// doubtBesideSimulated doubts the powers of an eye that are not called simulated if the document labels such powers of the front: "K1" and "K2" are those of another
// surface, whose heading was not understood.
func (f Findings) doubtBesideSimulated(sheets []*sheet) {
	if !slices.ContainsFunc(sheets, (*sheet).hasSimulated) {
		return
	}
	for _, eye := range []string{rightEye, leftEye} {
		flat, steep := key{eye, "K1_magnitude"}, key{eye, "K2_magnitude"}
		if a, b := f.values[flat].called, f.values[steep].called; a.number && b.number && !a.simulated && !b.simulated {
			f.withhold(severalTables, flat, steep)
		}
	}
}

// hasSimulated: a label of simulated keratometry stands on the page, not before dashes.
func (s *sheet) hasSimulated() bool {
	return slices.ContainsFunc(s.lines, func(l line) bool {
		for i, it := range l.items {
			if ofSimK(it) && it.field[0] == 'K' && s.sectionAt(it.Box) == front && (i+1 == len(l.items) || !l.items[i+1].plain(dash)) {
				return true
			}
		}
		return false
	})
}

// headsEarlier: the line heads a table of earlier visits, whose rows begin with their dates.
func (s *sheet) headsEarlier(l line) bool {
	below := slices.IndexFunc(s.printed, func(next line) bool { return next.Y0 > l.CenterY() })
	return below >= 0 && !l.hasNumber() && s.printed[below].dated()
}

// convertRadii gives powers to an eye of which only the radii are printed, and
// the index by which the device converts: K = (n - 1) * 1000 / r, in dioptres
// for mm (Olsen, On the calculation of power from curvature of the cornea, Br J
// Ophthalmol 1986;70:152-154). Without a printed index nothing is converted:
// between 1.3315 and 1.3375 lies most of a dioptre.
func (f Findings) convertRadii(eye string) {
	n := key{eye, indexField}
	for _, kind := range []string{"K1", "K2"} {
		if _, printed := f.values[key{eye, kind + "_magnitude"}]; printed || !f.sure(n) {
			return
		}
	}
	for _, kind := range []string{"K1", "K2"} {
		r, ok := f.values[key{eye, kind + "_radius"}]
		if !ok {
			continue
		}
		if r.doubt == noDoubt {
			k := math.Round(powerOf(f.float(n), f.float(key{eye, kind + "_radius"}))*100) / 100
			r.text = strconv.FormatFloat(k, 'f', 2, 64)
		}
		f.values[key{eye, kind + "_magnitude"}] = r
	}
}
