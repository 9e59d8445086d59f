package reader

import (
	"math"
	"slices"
)

// Named values: a label stands before two lines, each with the name of an eye and the value of that eye; the label may also stand
// between them, or in the middle:
//
//	AL    OD  23.45 mm
//	      OS  23.55 mm
//	ACD   OD   3.12 mm
//	      OS   3.22 mm

// fewNamed is how many labels such a list has at least.
const fewNamed = 2

// findNamed returns the values of such lists, each as a line of its label and its value, and the lines that they stand in.
func (s *sheet) findNamed() (cells []card, lines map[int]bool) {
	lines = map[int]bool{}
	for n := range s.lines {
		pair, upto := s.namedPair(n)
		if pair == nil {
			continue
		}
		cells = append(cells, pair...)
		for k := n; k < upto; k++ {
			lines[k] = true
		}
	}
	if len(cells) < 2*fewNamed {
		return nil, nil
	}
	return cells, lines
}

// namedPair returns the values of both eyes of the label in line n, or between that line and the next but one, and the line behind them; nil if
// there is none.
func (s *sheet) namedPair(n int) (pair []card, upto int) {
	first, upto := s.lines[n], n+2
	at := slices.IndexFunc(first.items, ofOneEye)
	if upto > len(s.lines) || at < 0 {
		return nil, 0
	}
	labels, second := first.items[:at], s.lines[n+1]
	if at == 0 && upto < len(s.lines) { // the label stands between both lines
		labels, second, upto = second.items, s.lines[n+2], n+3
	}
	a, b := first.items[at:], second.items
	apart := len(b) > 0 && math.Abs(a[0].X0-b[0].X0) < aligned*a[0].Height() && second.CenterY()-first.CenterY() < blockLine*a[0].Height()
	if !apart || !ofOneEye(b[0]) || b[0].field == a[0].field || !namesOne(labels, a[0].X0) || !isNamedValue(a) || !isNamedValue(b) {
		return nil, 0
	}
	for _, value := range [][]item{a, b} {
		l := first
		l.items = slices.Clone(labels)
		for i := range l.items {
			l.items[i].Y0, l.items[i].Y1 = value[0].Y0, value[0].Y1 // where the value is, for sections
		}
		l.items = append(l.items, value[1:]...)
		pair = append(pair, card{value[0].field, l})
	}
	return pair, upto
}

// namesOne: the items are the label of one value of an eye, left of x, without a value.
func namesOne(items []item, x float64) bool {
	labels := 0
	for _, it := range items {
		if it.plain(number) && it.text != "1" && it.text != "2" || it.is(eye) || it.X1 > x {
			return false
		}
		if ofValue(it) {
			labels++
		}
	}
	return labels == 1
}

// isNamedValue: the items are the name of an eye and its value, and no label of another one.
func isNamedValue(items []item) bool {
	return len(items) > 1 && isValue(items[1]) && !slices.ContainsFunc(items[1:], func(it item) bool { return ofValue(it) && !it.is(axis) || it.is(eye) })
}
