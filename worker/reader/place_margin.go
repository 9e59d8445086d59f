package reader

import (
	"math"
	"slices"

	"biom/worker/document/layout"
)

// Names in the margin: two equal blocks stand one below the other, and left of each, at half its height, stands the name of its eye,
// perhaps turned:
//
//	      #     AL      ACD
//	OD    1     23.44   3.05
//	      Mean  23.45   3.05
//	      #     AL      ACD
//	OS    1     24.10   3.11
//	      Mean  24.12   3.11

// inMargin reads a page of such blocks; nil if it is none.
func (s *sheet) inMargin() []part {
	if s.unclear || s.disagrees || len(s.listed) > 0 {
		return nil
	}
	t, ok := s.findTwins()
	if !ok || t.across {
		return nil
	}
	cut := t.second.from()
	for k := 1; cut-k > t.first.upto() && t.first.from()-k >= 0 && s.sameTitle(t.first.from()-k, t.second.from()-k); k++ {
		cut--
	}
	for n := t.first.upto() + 1; n < cut; n++ {
		if slices.ContainsFunc(s.lines[n].items, ofEye) && slices.ContainsFunc(s.lines[n:min(n+2, cut)], line.hasNumber) {
			return nil // a label that stands once may be of either block
		}
	}
	upper := s.lines[max(0, t.first.from()-(t.second.from()-cut)):cut]
	height, end := upper[len(upper)-1].Y1-upper[0].Y0, cut
	for end < len(s.lines) && s.lines[end].Y1 <= s.lines[cut].Y0+height+margin*s.lines[end].Height() {
		end++ // equal blocks are equally high
	}
	lower := s.lines[cut:end]
	a, first := s.marginName(upper)
	b, second := s.marginName(lower)
	if first == "" || second == "" || first == second || math.Abs(a.CenterX()-b.CenterX()) > aligned*min(a.Width(), b.Width()) {
		return nil
	}
	return []part{s.rightOf(a, first, upper), s.rightOf(b, second, lower)}
}

// besideMargin reads a page whose names of eyes stand beside everything that was measured: the name of the only eye left of it, beside any row,
// or right of it, at half its height or lower; the names of both eyes left of their blocks, at half their heights, or both level with their last lines,
// with the widest gap of the page between the blocks. It is nil if the page is none.
func (s *sheet) besideMargin() (out []part) {
	if s.unclear || s.disagrees || s.cutAtLeft() || len(s.listed) > 0 {
		return nil
	}
	lines := s.measuredLines()
	if len(lines) < fewRows {
		return nil
	}
	names := slices.DeleteFunc(slices.Clone(s.headings), func(h heading) bool {
		return h.CenterY() > lines[len(lines)-1].Y1 || s.isSmallAgain(h)
	})
	blocks := [][]line{lines}
	if len(names) == 2 {
		if blocks = atWidestGap(lines); blocks == nil {
			blocks = s.atTwins(names[0], lines)
		}
	}
	if len(names) == 0 || len(blocks) != len(names) || slices.ContainsFunc(s.headings, func(h heading) bool { return len(names) == 1 && h.eye != names[0].eye }) {
		return nil
	}
	for i, h := range names {
		p, ok := s.besideName(h, blocks[i], len(names) == 1, endBlocks(names, blocks))
		if !ok || h.eye == nobody || i > 0 && (h.eye == names[0].eye || !s.areInMargin(names[0], h)) {
			return nil
		}
		out = append(out, p)
	}
	return append(s.besideHeadings(s.headingRows()), out...)
}

// areInMargin: both names stand one below the other, or as far left of the rows beside them, which on a photo need not stand one below the other.
func (s *sheet) areInMargin(a, b heading) bool {
	if math.Abs(b.CenterX()-a.CenterX()) <= aligned*b.Height() {
		return true
	}
	first, second := within(s.lines[a.line].items, a.X1, math.Inf(1)), within(s.lines[b.line].items, b.X1, math.Inf(1))
	return s.page.OCR && len(first) > 0 && len(second) > 0 && math.Abs((first[0].X0-a.X0)-(second[0].X0-b.X0)) <= aligned*b.Height()
}

// atTwins cuts the lines in two below the row beside the first name, if the same labels follow each other above and below: on a photo the gap between the blocks
// need not be wider than those between their tables. It is nil if they do not.
func (s *sheet) atTwins(first heading, lines []line) [][]line {
	t, ok := s.findTwins()
	if !ok || t.across || first.line < t.first.upto() || first.line >= t.second.from() {
		return nil
	}
	cut := slices.IndexFunc(lines, func(l line) bool { return l.Y0 > s.lines[first.line].CenterY() })
	if cut < 1 || s.lines[t.second.from()].Y0 < lines[cut].Y0 {
		return nil
	}
	return [][]line{lines[:cut], lines[cut:]}
}

// endBlocks: each name is level with the last line of its block, by its middle or, as it is larger, by its foot.
func endBlocks(names []heading, blocks [][]line) bool {
	for i, lines := range blocks {
		last := lines[len(lines)-1]
		if middle := names[i].CenterY(); (middle < last.Y0 || middle > last.Y1) && math.Abs(names[i].Y1-last.Y1) > last.Height()/2 {
			return false
		}
	}
	return true
}

// isSmallAgain: another heading of the same eye is much larger: this one stands in a picture.
func (s *sheet) isSmallAgain(h heading) bool {
	return slices.ContainsFunc(s.headings, func(of heading) bool { return of.eye == h.eye && of.Height() > largeHeading*h.Height() })
}

// measuredLines are the lines from the first label of a measurement to the last one, with the headings of sections above, and the rows of other data below that are
// no farther away than these lines from each other.
func (s *sheet) measuredLines() []line {
	measured := func(l line) bool { return slices.ContainsFunc(l.items, s.ofBlock) }
	from, upto := slices.IndexFunc(s.lines, measured), len(s.lines)
	if from < 0 {
		return nil
	}
	for !measured(s.lines[upto-1]) || upto-1 > from && s.explains(s.lines[upto-1]) {
		upto--
	}
	for from > 0 && (isHeader(s.lines[from-1]) || isUnits(s.lines[from-1]) || len(shotsOf(s.lines[from-1])) > 1) {
		from--
	}
	widest := 0.0
	for n := from + 1; n < upto; n++ {
		widest = max(widest, s.lines[n].CenterY()-s.lines[n-1].CenterY())
	}
	for n := upto; n < len(s.lines) && n < upto+linesOfHead && s.lines[n].CenterY()-s.lines[n-1].CenterY() < max(nextText*s.lines[n].Height(), widest+margin*s.lines[n].Height()); n++ {
		if s.goesOn(n) { // perhaps below a title
			upto = n + 1
		}
	}
	return s.lines[from:upto]
}

// goesOn: line n is a row of something else that was measured or is said of the eye, "Pupil 4.82", "LVC None", or what is said under its label, and no row that
// names again an eye named above.
func (s *sheet) goesOn(n int) bool {
	again := func(h heading) bool { return h.line < n && h.eye == s.lines[n].items[0].fieldOf(eye) }
	if len(s.lines[n].items) > 0 && slices.ContainsFunc(s.headings, again) {
		return false
	}
	if above := s.lines[n-1].items; len(above) == 1 && above[0].is(choice) && slices.ContainsFunc(s.lines[n].items, func(it item) bool {
		return it.plain(word) && math.Abs(it.X0-above[0].X0) < aligned*it.Height()
	}) {
		return true
	}
	i := slices.IndexFunc(s.lines[n].items, func(it item) bool { return it.is(other) || it.is(choice) })
	return i >= 0 && (s.lines[n].items[i].is(choice) || s.lines[n].hasNumber())
}

// explains: words follow all labels of values in the line, as in a legend: "AL : axial length. ACD : epithelium to lens".
func (s *sheet) explains(l line) bool {
	for i, it := range l.items {
		if !s.ofBlock(it) || it.is(choice) {
			continue
		}
		next := slices.IndexFunc(l.items[i+1:], func(it item) bool { return !it.plain(symbol) && (!it.plain(word) || unitOf(it.text) == "") })
		if next < 0 || !l.items[i+1+next].plain(word) {
			return false
		}
	}
	return true
}

// atWidestGap cuts the lines in two where the gap between them is clearly wider than any other one; nil if none is.
func atWidestGap(lines []line) [][]line {
	cut, widest, next := 0, 0.0, 0.0
	for n := 1; n < len(lines); n++ {
		switch gap := lines[n].CenterY() - lines[n-1].CenterY(); {
		case gap > widest:
			cut, widest, next = n, gap, widest
		case gap > next:
			next = gap
		}
	}
	if widest < clearlyWider*next {
		return nil
	}
	return [][]line{lines[:cut], lines[cut:]}
}

// asideOf: the name stands left of everything in the lines, between their first and their last, or right of it.
func asideOf(h heading, lines []line) (left, right bool) {
	left, right = h.CenterY() > lines[0].Y0 && h.CenterY() < lines[len(lines)-1].Y1, true
	for _, l := range lines {
		for _, it := range l.items {
			if below := it.plain(word) && saysLens([]item{it}) && it.Y0 > h.CenterY() && math.Abs(it.CenterX()-h.CenterX()) < h.Height(); below {
				continue // "phakic" under the name
			}
			if ofName := it.is(eye) && it.field == "" || it.text == ":"; ofName && it.X1 < h.X0 && h.X0-it.X1 < farMargin*h.Height() && it.CenterY() > h.Y0 && it.CenterY() < h.Y1 {
				continue // "Eye :   Right"
			}
			if it.X0 > h.X1 || it.X1 < h.X0 || !it.is(eye) && (it.X0 < h.X0 || it.X1 > h.X1) {
				left, right = left && it.X0 > h.X1, right && it.X1 < h.X0
			}
		}
	}
	return left, right
}

// besideName is the lines as the block of the eye whose name stands beside them: left of all, or right of all at half their height or lower. Where it is not alone, only
// left will do, and half the height or the end of both blocks.
func (s *sheet) besideName(h heading, lines []line, alone, ends bool) (p part, ok bool) {
	left, right := asideOf(h, lines)
	middle := atHalf(h.Box, lines)
	below := h.CenterY() < lines[len(lines)-1].Y1 && h.CenterY() > (lines[0].Y0+lines[len(lines)-1].Y1)/2 // and no heading above a column
	fits := left && (middle || alone || ends) || right && (middle || below) && alone
	if !fits {
		return p, false
	}
	p = s.blockOf(h.eye, lines, func(t token) bool { return t.X0 >= h.X1 || t.X1 <= h.X0 })
	p.whole = true
	named := slices.ContainsFunc(p.lines, func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofOneEye(it) && it.field != h.eye })
	})
	return p, !named && s.ofOne(p.lines) && !s.twins(p.lines) && !p.hasTwoColumns()
}

// marginName is the name of one eye left of everything else in the lines, near half their height, or anywhere beside them in large letters.
func (s *sheet) marginName(lines []line) (box layout.Box, side string) {
	if len(lines) == 0 {
		return box, ""
	}
	right := math.Inf(1)
	for _, l := range lines {
		for _, it := range l.items {
			switch named := it.fieldOf(eye); {
			case named == "" && !it.isSign():
				right = min(right, it.X0)
			case named != "" && side == "":
				box, side = it.Box, named
			case named != "" && named != side:
				return box, ""
			case named != "":
				box = box.Union(it.Box)
			}
		}
	}
	if large := box.Height() > muchLarger*lines[len(lines)/2].Height(); box.X1 >= right || !large && !atHalf(box, lines) {
		return box, ""
	}
	return box, side
}

// atHalf: the box stands near half the height of the lines.
func atHalf(box layout.Box, lines []line) bool {
	top, bottom := lines[0].Y0, lines[len(lines)-1].Y1
	return math.Abs(box.CenterY()-(top+bottom)/2) <= (bottom-top)/4
}

// rightOf is the lines without what stands in the margin of the name.
func (s *sheet) rightOf(name layout.Box, side string, lines []line) part {
	return s.blockOf(side, lines, func(t token) bool { return t.X0 > name.X1 })
}

// blockOf is those words of the lines that belong to the block of an eye.
func (s *sheet) blockOf(side string, lines []line, belongs func(token) bool) part {
	var tokens []token
	for _, l := range lines {
		for _, t := range l.tokens {
			if !t.hidden && !l.again && belongs(t) {
				tokens = append(tokens, t)
			}
		}
	}
	return s.columnPart(side, wordsOf(tokens))
}
