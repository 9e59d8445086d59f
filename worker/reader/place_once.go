package reader

import "slices"

// Heads that stand once, above the blocks of both eyes. Under the name of each eye stands a row of values without labels, and whatever else is of that eye
// may follow:
//
//	AL mm    CCT µm   ACD mm   LT mm
//	OD   right eye
//	24.57    527      3.41     4.29
//	K1 42.15 …
//	OS   left eye
//	24.81    532      3.48     4.22

// findHeadedOnce returns the values of such rows, each as a line of its label and its value, and the lines that they stand in.
func (s *sheet) findHeadedOnce() (cells []card, lines map[int]bool) {
	for n := range s.lines {
		heads := headLabels(s.lines[n])
		measured := slices.DeleteFunc(slices.Clone(heads), func(it item) bool { return !isMeasurement(it) })
		if len(measured) < fewRows || slices.ContainsFunc(s.lines[n].items, ofOneEye) {
			continue
		}
		again := slices.IndexFunc(s.lines[n+1:], func(l line) bool {
			return slices.ContainsFunc(l.items, func(it item) bool { return it.label == measured[0].label })
		})
		upto := len(s.lines)
		if again >= 0 {
			upto = n + 1 + again
		}
		if cells, lines = s.rowsUnderNames(heads, n, upto); len(lines) > 0 {
			return cells, lines
		}
	}
	return nil, nil
}

// rowsUnderNames are the rows of values below the heads in line n that stand directly under the names of the eyes; none if one eye has none, or several.
func (s *sheet) rowsUnderNames(heads []item, n, upto int) (cells []card, lines map[int]bool) {
	lines = map[int]bool{n: true}
	sides := map[string]bool{}
	for k := n + 1; k+1 < upto && len(sides) < 2; k++ {
		name, row := s.lines[k], s.lines[k+1]
		side := nameOf(name.items[:nameEnd(name.items)])
		if side == "" || name.hasNumber() && slices.ContainsFunc(name.items, isMeasurement) || !isValues(row) || row.CenterY()-name.CenterY() > blockLine*name.Height() {
			continue
		}
		if k != n+1 && len(sides) == 0 {
			return nil, nil // the first name stands under the heads
		}
		own := inColumnsOf(heads, row, side)
		if own == nil || sides[side] {
			return nil, nil
		}
		sides[side], lines[k+1] = true, true
		cells = append(cells, own...)
	}
	if len(sides) != 2 {
		return nil, nil
	}
	return cells, lines
}

// inColumnsOf are the values of the row, one under each of the heads; nil if it has others, or one does not fit its head.
func inColumnsOf(heads []item, row line, side string) (cells []card) {
	if len(cellsOf(row.items)) != len(heads) {
		return nil
	}
	for _, v := range below(heads, row) {
		head, values := v.items[0], v.items[1:]
		if len(values) == 0 || isMeasurement(head) && values[0].plain(number) && !fitsLabel(head, values[0]) {
			return nil
		}
		cells = append(cells, card{side, v})
	}
	return cells
}
