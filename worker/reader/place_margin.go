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

// marginName is the name of one eye left of everything else in the lines, near half their height.
func (s *sheet) marginName(lines []line) (box layout.Box, side string) {
	if len(lines) == 0 {
		return box, ""
	}
	right, top, bottom := math.Inf(1), lines[0].Y0, lines[len(lines)-1].Y1
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
	if box.X1 >= right || math.Abs(box.CenterY()-(top+bottom)/2) > (bottom-top)/4 {
		return box, ""
	}
	return box, side
}

// rightOf is the lines without what stands in the margin of the name.
func (s *sheet) rightOf(name layout.Box, side string, lines []line) part {
	var tokens []token
	for _, l := range lines {
		for _, t := range l.tokens {
			if !t.hidden && !l.again && t.X0 > name.X1 {
				tokens = append(tokens, t)
			}
		}
	}
	return s.columnPart(side, wordsOf(tokens))
}
