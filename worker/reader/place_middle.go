package reader

import (
	"slices"
)

// Labels of two lines: in a table of both eyes whose labels stand in the middle, a value stands at half the height of its label, which
// has an abbreviation above and a name below:
//
//	                AL
//	23.51 mm                       23.38 mm
//	           Axial length

// joinMiddleLabels puts such labels into the lines of their values. If both lines of a label are understood, they must name the same
// field.
func (s *sheet) joinMiddleLabels() {
	for n := 1; n+1 < len(s.lines); n++ {
		values, above, below := s.lines[n], s.lines[n-1], s.lines[n+1]
		k := gapFor(values, above)
		if k < 0 || gapFor(values, below) != k {
			continue
		}
		label, known := onlyLabel(above.items)
		other, alsoKnown := onlyLabel(below.items)
		switch {
		case !known && !alsoKnown, known && alsoKnown && !label.meansSame(other):
			continue
		case !known:
			label = other
		}
		label.Y0, label.Y1, label.from, label.upto = values.Y0, values.Y1, 0, 0 // none of the line's tokens
		items := append([]item{}, values.items[:k]...)
		s.lines[n].items = append(append(items, label), values.items[k:]...)
		s.lines[n-1].items, s.lines[n+1].items = nil, nil
	}
}

// gapFor is where in a line of values without labels the only cell of a line directly above or below it would stand, between two of the
// values; -1 if nowhere.
func gapFor(values, l line) int {
	if len(l.items) == 0 || len(cellsOf(l.items)) != 1 || l.hasNumber() || values.labelled() || max(l.CenterY()-values.CenterY(), values.CenterY()-l.CenterY()) > blockLine*l.Height() {
		return -1
	}
	for k := 1; k < len(values.items); k++ {
		left, right := values.items[:k], values.items[k:]
		inGap := left[k-1].X1 < l.items[0].X0 && right[0].X0 > l.items[len(l.items)-1].X1
		if inGap && hasValueOf(left) && hasValueOf(right) {
			return k
		}
	}
	return -1
}

// hasValueOf: a number or dashes are among the items.
func hasValueOf(items []item) bool {
	for _, it := range items {
		if it.plain(number) || it.plain(dash) && !it.isHyphen() {
			return true
		}
	}
	return false
}

// onlyLabel is the label of a value that begins a cell.
func onlyLabel(cell []item) (item, bool) {
	for _, it := range cell {
		if ofValue(it) {
			return it, true
		}
	}
	return item{}, false
}

// indexApart makes a line of its own of the index that stands behind a label, between its values or before them:
//
//	44.02 D @ 15°     K1 n=1.3375     44.18 D @ 164°
//	K1 (n=1.3375)     44.02 D @ 15°
//
// and of one that stands before heads of meridians: "Kerato (n=1.3375)   R1   Axis   R2   Axis".
func indexApart(lines []line) (out []line) {
	for _, l := range lines {
		var kept, index []item
		over := false // heads, which stay above their values
		for i := 0; i < len(l.items); {
			n := indexBehind(l.items, i)
			if n == 0 && headsBehindIndex(l.items[i+1:]) {
				if n, over = 2, true; l.items[i+3].text == ")" {
					n++
				}
			}
			kept, index = append(kept, l.items[i]), append(index, l.items[i+1:i+1+n]...)
			i += 1 + n
		}
		if index == nil {
			out = append(out, l)
			continue
		}
		own := l
		own.items, own.again = index, true
		l.items = kept
		apart := l.Height() / 100 // a line of its own
		if over {
			own.Y0, own.Y1 = l.Y0-apart, l.Y1-apart
			out = append(out, own, l)
			continue
		}
		own.Y0, own.Y1 = l.Y0+apart, l.Y1+apart
		out = append(out, l, own)
	}
	return out
}

// indexBehind is how many items behind the label of a meridian at i are the index, and values stand behind them; 0 if they are none.
func indexBehind(items []item, i int) int {
	if i+3 >= len(items) || !items[i].is(power) && !items[i].is(radius) || items[i+1].fieldOf(measure) != indexField || !items[i+2].isIndex() {
		return 0
	}
	end := i + 3
	if items[end].text == ")" && end+1 < len(items) {
		end++
	}
	if items[end].plain(number) || hasValueOf(items[:i]) && hasValueOf(items[i+3:]) {
		return end - i - 1
	}
	return 0
}

// headsBehindIndex: the items are the index and heads of both meridians, without any other number.
func headsBehindIndex(items []item) bool {
	if len(items) < 4 || items[0].fieldOf(measure) != indexField || !items[1].isIndex() || (line{items: items[2:]}).hasNumber() {
		return false
	}
	named := func(meridian string) bool {
		return slices.ContainsFunc(items[2:], func(it item) bool { return isMeridian(it) && it.field == meridian })
	}
	return named("K1") && named("K2")
}

// indexBetween is the index that stands alone between the names of both eyes, below them: it is of both.
func (s *sheet) indexBetween() (out []part) {
	for _, r := range s.headingRows() {
		if len(r) != 2 || r[0].eye == r[1].eye || r[0].line != r[1].line {
			continue
		}
		for _, l := range s.lines[r[0].line+1:] {
			if _, _, again := namesOfBoth(l.items); again {
				break
			}
			i := slices.IndexFunc(l.items, func(it item) bool { return it.fieldOf(measure) == indexField })
			if i < 0 || i+1 >= len(l.items) || !l.items[i+1].isIndex() || l.items[i].X0 < r[0].X1 || l.items[i+1].X1 > r[1].X0 {
				continue
			}
			if alone := withoutDiameters(slices.Concat(l.items[:i], l.items[i+2:])); !hasValueOf(alone) {
				l.items = l.items[i : i+2]
				out = append(out, s.part(r[0].eye, []line{l}), s.part(r[1].eye, []line{l}))
			}
		}
	}
	return out
}

// withoutDiameters is the items without numbers behind the sign of a diameter.
func withoutDiameters(items []item) (out []item) {
	for i, it := range items {
		if i == 0 || !it.plain(number) || !isDiameterSign(items[i-1].text) {
			out = append(out, it)
		}
	}
	return out
}
