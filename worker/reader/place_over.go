package reader

import "slices"

// Rows of an eye whose values stand over their labels, each with the name of the eye in the margin, beside the values or between them and the labels:
//
//	      23.18 mm       3.07 mm
//	OD
//	      Axial length   ACD (epithelium)
//	      23.29 mm       3.12 mm
//	OS
//	      Axial length   ACD (epithelium)

// overLabels is such a row: whose it is, the lines of its values and of its first labels, the last line of its labels, and its values.
type overLabels struct {
	eye                  string
	values, labels, upto int
	cells                []card
}

// findOverLabels returns the values of such rows, each as a line of its label and its value, and the lines that they stand in. They count if both eyes have
// them, and all of them stand nearer to their labels than to those of the row above.
func (s *sheet) findOverLabels() (cells []card, lines map[int]bool) {
	var rows []overLabels
	sides := map[string]bool{}
	for n := range s.lines {
		if r, ok := s.overLabelsAt(n); ok && (len(rows) == 0 || r.values > rows[len(rows)-1].upto) {
			rows = append(rows, r)
			sides[r.eye] = true
		}
	}
	if len(sides) != 2 {
		return nil, nil
	}
	lines = map[int]bool{}
	for i, r := range rows {
		down := s.lines[r.labels].CenterY() - s.lines[r.values].CenterY()
		if i > 0 && down >= nearer*(s.lines[r.values].CenterY()-s.lines[rows[i-1].labels].CenterY()) {
			return nil, nil
		}
		for k := r.values; k <= r.upto; k++ {
			lines[k] = true
		}
		cells = append(cells, r.cells...)
	}
	return cells, lines
}

// overLabelsAt is the row whose eye is named at the start of line n.
func (s *sheet) overLabelsAt(n int) (r overLabels, ok bool) {
	end := nameEnd(s.lines[n].items)
	side := nameOf(s.lines[n].items[:end])
	if side == "" || n+1 >= len(s.lines) || slices.ContainsFunc(s.lines[n].items[end:], ofOneEye) {
		return r, false
	}
	name := boxOf(s.lines[n].items[:end])
	r = overLabels{eye: side, values: n}
	if !s.lines[n].hasNumber() {
		r.values--
	}
	if r.values < 0 || !isValues(s.lines[r.values]) || !s.lines[r.values].hasNumber() || s.lines[r.values].Y1 < name.Y0 {
		return r, false
	}
	for r.upto = r.values; r.upto+1 < len(s.lines); r.upto++ {
		next := s.lines[r.upto+1]
		if next.hasNumber() && isValues(next) || next.CenterY()-s.lines[r.values].CenterY() > blockLine*name.Height() || next.Y0 > name.Y1+name.Height() {
			break
		}
		if r.labels == 0 && slices.ContainsFunc(next.items, isMeasurement) {
			r.labels = r.upto + 1
		}
	}
	if r.labels == 0 {
		return r, false
	}
	r.cells = s.cardsOver(r)
	return r, len(r.cells) > 0
}

// cardsOver are the values of the row, each with the first thing that stands under it, if that is a label of a value. None if a value does not fit its label.
func (s *sheet) cardsOver(r overLabels) (cells []card) {
	values := s.lines[r.values]
	columns := cellsOf(values.items[nameEnd(values.items):])
	for i, cell := range columns {
		left, right := cell[0].X0-aligned*cell[0].Height(), s.page.Width
		if i+1 < len(columns) {
			right = columns[i+1][0].X0 - aligned*cell[0].Height()
		}
		label, found := s.firstUnder(r, left, right)
		if !found || !ofValue(label) || label.is(choice) {
			continue
		}
		if isMeasurement(label) && cell[0].plain(number) && !fitsLabel(label, cell[0]) && !label.is(radius) {
			return nil
		}
		label.Y0, label.Y1 = values.Y0, values.Y1 // for sections
		cells = append(cells, card{r.eye, line{Box: values.Box, tokens: values.tokens, items: append([]item{label}, cell...)}})
	}
	return cells
}

// firstUnder is the first item of the labels that begins in the column.
func (s *sheet) firstUnder(r overLabels, left, right float64) (item, bool) {
	for _, l := range s.lines[r.values+1 : r.upto+1] {
		if items := within(l.items[nameEnd(l.items):], left, right); len(items) > 0 {
			return items[0], true
		}
	}
	return item{}, false
}
