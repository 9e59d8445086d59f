package reader

import (
	"math"
	"slices"
)

// Devices print the same block for both eyes. Where the labels of one block follow each other as those of the other do, and the
// names of the eyes stand at the same place among them, each block is of its name's eye, wherever the names stand: above
// all labels, among them, beside the last.

// twins is two such blocks.
type twins struct {
	across        bool    // they stand side by side
	edge          float64 // where the labels of the second one begin
	first, second block
}

// block is the labels of a block that stand in the other one too, from top to bottom.
type block []standing

// inTwins reads a page of two equal blocks, each with the name of its eye at the same place; nil if it is none.
func (s *sheet) inTwins() []part {
	if s.unclear || s.disagrees || len(s.listed) > 0 {
		return nil
	}
	t, ok := s.findTwins()
	if !ok {
		return nil
	}
	a, b, ok := s.namesOf(t)
	switch {
	case !ok, t.across && s.afterValues(t.first):
		return nil
	case t.across:
		return s.twinsAcross(a, b, t)
	}
	return s.twinsBelow(a, b, t)
}

// afterValues: labels of the block stand behind their values, so that the second block does not begin with its labels.
func (s *sheet) afterValues(b block) bool {
	n := 0
	for _, at := range b {
		if first := s.lines[at.line].items[0]; (first.plain(number) || first.plain(dash)) && first.X1 < at.X0 {
			n++
		}
	}
	return n >= fewRows
}

// standing is a label of a value, and the line in which it stands.
type standing struct {
	item
	line int
}

// standings are all places of each label of a value, but of those of lens calculations.
func (s *sheet) standings() map[*label][]standing {
	at := map[*label][]standing{}
	for n, l := range s.lines {
		for _, it := range l.items {
			if s.ofBlock(it) && !it.is(axis) && !l.again { // an axis may be the head of a column
				at[it.label] = append(at[it.label], standing{it, n})
			}
		}
	}
	return at
}

// findTwins divides the labels of the page between two blocks. It fails if they are few, or do not follow each other
// alike.
func (s *sheet) findTwins() (t twins, ok bool) {
	at := s.standings()
	ofSecond, across := divideTwins(at, len(s.lines))
	if ofSecond == nil {
		return t, false
	}
	t.across, t.edge = across, math.Inf(1)
	for n := range s.lines {
		for _, it := range s.lines[n].items {
			all, seconds := at[it.label], 0
			for _, own := range all {
				if ofSecond(own) {
					seconds++
				}
			}
			switch own := (standing{it, n}); {
			case 2*seconds != len(all) || !slices.ContainsFunc(all, func(own standing) bool { return own.Box == it.Box }):
			case ofSecond(own):
				t.second = append(t.second, own)
				t.edge = min(t.edge, it.X0)
			default:
				t.first = append(t.first, own)
			}
		}
	}
	return t, len(t.first) >= fewTwins && slices.EqualFunc(t.first, t.second, func(a, b standing) bool {
		return a.label == b.label && (s.sectionAt(a.Box) == back) == (s.sectionAt(b.Box) == back) // K1 of the front and K1 of the back are no twins
	})
}

// divideTwins says which labels are of the second block, by those that stand twice, and whether the blocks stand side by side; nil
// if they do not tell.
func divideTwins(at map[*label][]standing, lines int) (ofSecond func(standing) bool, across bool) {
	level, below, cut, edge := 0, 0, lines, math.Inf(1)
	for _, all := range at {
		switch {
		case len(all) != 2:
		case math.Abs(all[1].X0-all[0].X0) > farApart*all[0].Height():
			level++
			edge = min(edge, max(all[0].X0, all[1].X0))
		default:
			below++
			cut = min(cut, all[1].line)
		}
	}
	switch {
	case level >= fewTwins && below == 0:
		return func(at standing) bool { return at.X0 >= edge }, true
	case below >= fewTwins && level == 0:
		return func(at standing) bool { return at.line >= cut }, false
	}
	return nil, false
}

// from and upto are the first and the last line of a block.
func (b block) from() int { return b[0].line }
func (b block) upto() int { return b[len(b)-1].line }

// rank is where a name stands among the labels of a block: below so many of them, the second number with those beside it.
func (b block) rank(h heading) (below, beside int) {
	for _, it := range b {
		if it.CenterY() < h.Y0 {
			below++
		}
		if it.CenterY() < h.Y1 {
			beside++
		}
	}
	return below, beside
}

// namesOf are the names of the two blocks' eyes: the only ones that stand at the same place among the labels, exactly if there are such,
// and with no other name beside them or among the labels.
func (s *sheet) namesOf(t twins) (a, b heading, ok bool) {
	once := slices.CompactFunc(slices.Clone(s.headings), func(a, b heading) bool { return a.Box == b.Box }) // of both meridians in a line
	var exact, loose [][2]heading
	for _, h := range once {
		for _, other := range once {
			switch near, same := t.alike(h, other); {
			case h.eye == other.eye || !near && !s.endAlike(t, h, other):
			case same:
				exact = append(exact, [2]heading{h, other})
			default:
				loose = append(loose, [2]heading{h, other})
			}
		}
	}
	pairs := exact
	if len(exact) == 0 {
		pairs = loose
	}
	if len(pairs) != 1 {
		return a, b, false
	}
	a, b = pairs[0][0], pairs[0][1]
	from, upto := min(t.first.from(), t.second.from()), max(t.first.upto(), t.second.upto())
	return a, b, a.eye != nobody && b.eye != nobody && !slices.ContainsFunc(once, func(h heading) bool {
		own := a.eye // "OD" and below it "right"
		if t.across && h.CenterX() > t.edge || !t.across && h.line > max(t.first.upto(), a.line) {
			own = b.eye
		}
		return (h.line >= from && h.line <= upto || h.line == a.line || h.line == b.line) && h.eye != own
	})
}

// alike: a stands among the labels of the first block as b does among those of the second one, a row higher or lower if not at the
// same place. Below all labels no name stands: it would be that of the next block, of which the one before has lost its name.
func (t twins) alike(a, b heading) (near, same bool) {
	below, beside := t.first.rank(a)
	belowOther, besideOther := t.second.rank(b)
	if t.across {
		near = a.CenterX() < t.edge && b.CenterX() > t.edge && math.Abs(b.CenterY()-a.CenterY()) < unlevel*a.Height()
	} else {
		near = a.line < t.second.from() && b.line > t.first.upto() && math.Abs(b.CenterX()-a.CenterX()) < headingsApart*a.Height()
	}
	last := len(t.first)
	return near && below < last && belowOther < last && below <= besideOther && belowOther <= beside, below == belowOther && beside == besideOther
}

// endAlike: a and b stand beside the same row, of something else, or beside the last value, with which each of two blocks ends that stand one below the other.
func (s *sheet) endAlike(t twins, a, b heading) bool {
	ends := func(of block, h heading) bool {
		last := s.lines[of.upto()]
		return h.line > of.upto() && h.CenterY()-last.CenterY() < blockLine*last.Height()
	}
	row := s.wordBeside(a)
	beside := row != "" && row == s.wordBeside(b) || s.besideLast(t.first, a) && s.besideLast(t.second, b)
	return !t.across && beside && ends(t.first, a) && ends(t.second, b) && a.line < t.second.from() && math.Abs(b.X0-a.X0) < aligned*a.Height()
}

// besideLast: the name stands beside the value below the last label of the block.
func (s *sheet) besideLast(of block, h heading) bool {
	last := of[len(of)-1]
	return h.line == last.line+1 && slices.ContainsFunc(s.lines[h.line].items, func(it item) bool {
		return !ofValue(it) && math.Abs(it.X0-last.X0) < aligned*last.Height() && h.besides(it)
	})
}

// besides: the name and the item share a part of a row.
func (h heading) besides(it item) bool { return it.Y0 < h.Y1 && h.Y0 < it.Y1 }

// wordBeside is the first word, folded, of the row beside the name of an eye, "" if there is none.
func (s *sheet) wordBeside(h heading) string {
	for _, l := range s.lines[max(0, h.line-1):min(len(s.lines), h.line+2)] {
		i := slices.IndexFunc(l.items, func(it item) bool { return len(fold(it.text)) > 1 && !it.is(eye) })
		if i >= 0 && l.hasNumber() && h.besides(l.items[i]) {
			return fold(l.items[i].text)
		}
	}
	return ""
}

// twinsBelow reads blocks of which one stands below the other. A label between them that stands once is of none: it may
// be the last one of the first block or the first one of the second.
func (s *sheet) twinsBelow(a, b heading, t twins) []part {
	first, second := t.first.from(), t.second.from()
	for first > 0 && second-1 > t.first.upto() && s.sameTitle(first-1, second-1) {
		first, second = first-1, second-1
	}
	ofValues := func(n int) bool {
		return n == a.line || !slices.ContainsFunc(s.lines[n].items, func(it item) bool { return it.label != nil && !it.is(mean) && !it.is(spread) })
	}
	after := 1 // with the lines below the last labels, of their values
	for t.first.upto()+after < second && ofValues(t.first.upto()+after) {
		after++
	}
	return []part{s.blockPart(a, s.lines[first:t.first.upto()+after]), s.blockPart(b, s.lines[second:min(len(s.lines), t.second.upto()+after)])}
}

// ofEye: the label of a value of an eye that is no setting of the device.
func ofEye(it item) bool { return ofValue(it) && it.fieldOf(measure) != indexField }

// sameTitle: a word of line n stands again in line k, below it, and there is no label of a value.
func (s *sheet) sameTitle(n, k int) bool {
	return !slices.ContainsFunc(s.lines[n].items, ofEye) && !slices.ContainsFunc(s.lines[k].items, ofEye) &&
		slices.ContainsFunc(s.lines[n].items, func(a item) bool {
			return len(fold(a.text)) > fewLetters && slices.ContainsFunc(s.lines[k].items, func(b item) bool { return fold(a.text) == fold(b.text) })
		})
}

// blockPart is the lines of a block without its heading.
func (s *sheet) blockPart(h heading, lines []line) part {
	var tokens []token
	for _, l := range lines {
		for _, t := range l.tokens {
			if inHeading := t.CenterY() > h.Y0 && t.CenterY() < h.Y1 && t.X0 >= h.X0 && t.X1 <= h.X1; !t.hidden && !l.again && !inHeading {
				tokens = append(tokens, t)
			}
		}
	}
	return s.columnPart(h.eye, wordsOf(tokens))
}

// twinsAcross reads blocks that stand side by side.
func (s *sheet) twinsAcross(a, b heading, t twins) []part {
	from, upto := min(t.first.from(), t.second.from()), max(t.first.upto(), t.second.upto())
	left := leftOf(s.lines[from : upto+1])
	for from > 0 && (s.titlesBoth(from-1, t.edge) || s.lines[from-1].headsBothHalves(left, t.edge, s.page.Width)) {
		from--
	}
	for upto+1 < len(s.lines) && !slices.ContainsFunc(s.lines[upto+1].items, func(it item) bool { return it.label != nil }) {
		upto++
	}
	lines := s.withoutForeign(s.lines[from : upto+1])
	return s.halves(a.eye, b.eye, outdented(lines, t.edge), lines)
}

// titlesBoth: the same words stand in line n on both sides of the edge, which titles may reach over, and no label of a value.
func (s *sheet) titlesBoth(n int, edge float64) bool {
	if slices.ContainsFunc(s.lines[n].items, ofValue) {
		return false
	}
	return slices.ContainsFunc(s.lines[n].items, func(a item) bool {
		return len(fold(a.text)) > fewLetters && slices.ContainsFunc(s.lines[n].items, func(b item) bool {
			return a.X1 < b.X0 && b.X0 >= edge-farMargin*b.Height() && fold(a.text) == fold(b.text)
		})
	})
}
