package reader

import "slices"

// A table may have the readings of a surface of the cornea in rows, and their mean in the last one, as IOLMaster 700 prints it:
//
//	       SE     K1     °    K2     °
//	K     43.08  42.63  171  43.53  81
//	K     43.03  42.59  173  43.47  83
//	K Ø   43.05  42.61  172  43.50  82
//	PK Ø  -5.92  -5.77  174  -6.08  84

// series is the rows of one surface, each as the numbers under the heads of the table.
type series struct{ singles, means [][]item }

// counts is the row of the mean, or the only row; nil if it is not known which row counts.
func (s series) counts() []item {
	rows := s.means
	if len(rows) == 0 {
		rows = s.singles
	}
	if len(rows) != 1 {
		return nil
	}
	return rows[0]
}

// surfaceLetters are the words for surfaces before such rows. The fields of their meridians begin so.
var surfaceLetters = []string{"K", "PK", "TK"}

// seriesRows reads the rows below line n if it heads such a table.
func (p part) seriesRows(n int) (out []reading) {
	heads := p.lines[n].items
	first := slices.IndexFunc(heads, func(it item) bool { return it.is(power) && it.field == "K1" })
	if first < 0 || !headsPair(heads[first:], "K1") || !headsPair(heads[first+2:], "K2") {
		return nil
	}
	all := map[string]series{}
	for _, l := range p.lines[n+1:] {
		begin := slices.IndexFunc(l.items, func(it item) bool { return it.plain(number) })
		if begin < 1 || begin > 2 || !slices.Contains(surfaceLetters, l.items[0].text) || begin == 2 && !isMean(l.items[1]) {
			break
		}
		row := l.items[begin:]
		if len(row) != len(heads) || slices.ContainsFunc(row, func(it item) bool { return !it.plain(number) }) {
			return nil
		}
		s := all[l.items[0].text]
		if begin == 2 {
			s.means = append(s.means, row)
		} else {
			s.singles = append(s.singles, row)
		}
		all[l.items[0].text] = s
	}
	for _, surface := range surfaceLetters {
		if row := all[surface].counts(); row != nil {
			out = append(out, p.meridianOf(surface+"1", row[first], row[first+1])...)
			out = append(out, p.meridianOf(surface+"2", row[first+2], row[first+3])...)
		}
	}
	return out
}

// meridianOf reads the dioptres and the axis of a meridian, which is known.
func (p part) meridianOf(meridian string, dioptres, angle item) []reading {
	p.zones = p.page.only(front)
	p.columns = []zone{{x0: angle.X0, x1: angle.X1, what: axisColumn}}
	return p.curvature(p.eye, meridian, item{token: dioptres.token, entry: entry{label: labelOf(power, meridian)}}, []item{dioptres, angle})
}

// headsPair: the items begin with the heads of the power of a meridian and of its axis.
func headsPair(items []item, meridian string) bool {
	return len(items) > 1 && items[0].is(power) && items[0].field == meridian && columnRole(items[1]) == axisColumn
}
