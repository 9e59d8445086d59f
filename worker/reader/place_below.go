package reader

import (
	"math"
	"slices"
)

// Below a table of both eyes with its labels in the middle the same block may stand for each eye, side by side and without a name of its own:
//
//	Right                        Left
//	23.94        AL [mm]        23.88
//	545          CCT [µm]         549
//	K1  42.92 D  88°     K1  42.75 D  99°
//	K2  43.50 D  178°    K2  43.62 D  9°
//
// They are of the eyes in the order of the names.

// blocksBelow reads such blocks.
func (s *sheet) blocksBelow() []part {
	rows := s.headingRows()
	if s.unclear || len(rows) == 0 {
		return nil
	}
	left, right := rows[0][0], rows[0][len(rows[0])-1]
	for _, r := range rows {
		if len(r) != 2 || r[0].eye != left.eye || r[1].eye != right.eye || left.eye == right.eye || left.eye == nobody || right.eye == nobody {
			return nil
		}
	}
	between := 0 // rows of the table
	var block []int
	edge := math.Inf(1)
	for n := left.line + 1; n < len(s.lines); n++ {
		items := s.lines[n].items
		if x, ok := s.labelsTwice(items); ok {
			if between < fewTwins {
				continue // blocks of which each has its own labels
			}
			if len(block) > 0 && s.lines[n].Y0-s.lines[block[len(block)-1]].Y1 > blockLine*s.lines[n].Height() {
				break
			}
			block, edge = append(block, n), min(edge, x)
			continue
		}
		i := slices.IndexFunc(items, isMeasurement)
		if i > 0 && i+1 < len(items) && items[i].X0 > left.X0 && hasValueOf(items[:i]) && hasValueOf(items[i+1:]) {
			between++
		}
	}
	if countOf(s.itemsOf(block), isMeasurement) < fewOfBoth {
		return nil
	}
	from, upto := block[0], block[len(block)-1]
	for from > left.line+1 && s.titlesBoth(from-1, edge) {
		from--
	}
	return s.halves(left.eye, right.eye, edge, s.lines[from:upto+1])
}

// itemsOf are the items of the lines.
func (s *sheet) itemsOf(lines []int) (out []item) {
	for _, n := range lines {
		out = append(out, s.lines[n].items...)
	}
	return out
}

// labelsTwice: the labels of measurements stand twice in the same order, each followed by a value; x is where the second half begins.
func (s *sheet) labelsTwice(items []item) (x float64, ok bool) {
	var labels []item
	for i, it := range items {
		if isMeasurement(it) && !it.is(axis) && s.sectionAt(it.Box) != foreign {
			if i+1 == len(items) || !items[i+1].plain(number) && unitOf(items[i+1].text) == "" {
				return 0, false
			}
			labels = append(labels, it)
		}
	}
	half := len(labels) / 2
	if half == 0 || len(labels) != 2*half || labels[half].X0-labels[0].X0 < farApart*labels[0].Height() {
		return 0, false
	}
	return labels[half].X0, slices.EqualFunc(labels[:half], labels[half:], func(a, b item) bool { return a.label == b.label })
}
