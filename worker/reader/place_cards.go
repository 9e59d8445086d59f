package reader

import (
	"math"
	"slices"

	"biom/worker/document/layout"
)

// Cards: a label, and under it a line for each eye that begins with its name. They stand
// beside each other:
//
//	AL             ACD
//	OD 23.45 mm    OD 3.05 mm
//	OS 24.12 mm    OS 3.11 mm

// card is a value on a card: whose it is, and the label over it with the value.
type card struct {
	eye  string
	line line
}

// findCards returns the values of line after line of cards, by the lines' numbers.
func findCards(lines []line) map[int][]card {
	out := map[int][]card{}
	n := 0
	for head := range lines {
		if len(headLabels(lines[head])) == 0 {
			continue
		}
		for k := head + 1; k < min(len(lines), head+3); k++ {
			found, ok := cardsUnder(lines[head], lines[k])
			if !ok {
				break
			}
			out[k], n = found, n+len(found)
		}
	}
	if n < fewCards {
		return nil
	}
	return out
}

// cardsUnder divides a line at its names of eyes. Each of them must begin where a cell
// of the line of labels does, or be that of the other eye on the same card: "OD 3.05 mm – OS 3.11 mm".
func cardsUnder(head, l line) (out []card, ok bool) {
	begins := cellsOf(head.items)
	last, lastSide := -1, ""
	for i := 0; i < len(l.items); {
		value, side := cardName(l.items[i:])
		k := slices.IndexFunc(begins, func(cell []item) bool { return math.Abs(cell[0].X0-l.items[i].X0) < aligned*l.items[i].Height() })
		if k < 0 && lastSide != "" && side != lastSide && ofOneEye(l.items[i]) {
			k, side, lastSide = last, nameOf(l.items[i:i+value]), ""
		} else {
			lastSide = side
		}
		if last = k; side == "" || k < 0 {
			return nil, false
		}
		value += i
		end := value
		for end < len(l.items) && !beginsCard(begins, l.items[end]) && (lastSide == "" || !ofOneEye(l.items[end]) || l.items[end].field == lastSide) {
			end++
		}
		if end == value {
			return nil, false // the heading of a block
		}
		values := l.items[value:end]
		if n := len(values) - 1; values[n].isSign() {
			values = values[:n] // between the eyes
		}
		for _, own := range ofCard(begins[k], values) {
			own[0].Y0, own[0].Y1 = l.Y0, l.Y1 // where the value is, for sections
			out = append(out, card{side, line{Box: l.Box, tokens: l.tokens, items: own}})
		}
		i = end
	}
	return out, true
}

// ofCard makes rows of a card's labels and values: one, or two if both are pairs.
func ofCard(labels, values []item) [][]item {
	switch {
	case !ofValue(labels[0]):
		return nil
	case !slices.ContainsFunc(labels[1:], ofValue):
		return [][]item{append([]item{labels[0]}, values...)}
	case !labels[0].pair:
		return nil
	}
	a, b, ok := paired(values)
	if !ok {
		return nil
	}
	return [][]item{append([]item{labels[0]}, a...), append([]item{labels[2]}, b...)}
}

// cardName is where the name of an eye at the start of a card ends, and which eye it is.
func cardName(items []item) (end int, side string) {
	if n := nameEnd(items); n > 0 {
		return n, nameOf(items[:n])
	}
	if items[0].label == nil {
		return 1, sides[items[0].text]
	}
	return 0, ""
}

// beginsCard: the item begins where a cell of the line of labels does, with an eye.
func beginsCard(begins [][]item, it item) bool {
	begun := slices.ContainsFunc(begins, func(cell []item) bool { return math.Abs(cell[0].X0-it.X0) < aligned*it.Height() })
	return begun && (it.is(eye) || sides[it.text] != "")
}

// onCards is what the cards say.
func (s *sheet) onCards() []part {
	var out []part
	for n := range s.lines {
		for _, c := range s.cards[n] {
			out = append(out, s.part(c.eye, []line{c.line}))
		}
	}
	return out
}

// hideCorners hides in a line of labels what stands in the upper right corners of their cards: deviations, how many readings there were, and the
// radius of the power below.
//
//	AL           SD 0.01  n=5       K1 (flat)        7.34 mm
//	21.83 mm                        45.98 D @ 110°
func (s *sheet) hideCorners() {
	for n := range len(s.lines) - 1 {
		if labels := labelsOfCards(s.lines[n], s.lines[n+1]); labels != nil {
			s.hide(n, func(b layout.Box) bool {
				return !slices.ContainsFunc(labels, func(label item) bool { return b.X0 >= label.X0 && b.X1 <= label.X1 })
			})
		}
	}
}

// labelsOfCards are the labels of the line if each has a number below where it begins and something small behind it; nil if not.
func labelsOfCards(l, values line) (labels []item) {
	if !l.hasNumber() || !isValues(values) || values.CenterY()-l.CenterY() > blockLine*values.Height() {
		return nil
	}
	corner, below := false, item{}
	for i, it := range l.items {
		switch {
		case it.is(spread) && len(labels) > 0, it.plain(symbol), it.plain(word) && (len(fold(it.text)) == 1 || unitOf(it.text) != ""), isCountOf(l.items[i:]) && len(labels) > 0:
		case ofValue(it) && !it.is(choice) || it.is(other):
			k := beginsWhere(it, values.items)
			if k < 0 || !values.items[k].plain(number) {
				return nil
			}
			labels, below = append(labels, it), values.items[k]
		case it.plain(number) && len(labels) > 0 && (l.items[i-1].is(spread) || i > 1 && isCountOf(l.items[i-2:]) || belongTogether(it.text, below.text)):
			corner = true
		default:
			return nil
		}
	}
	if !corner {
		return nil
	}
	return labels
}

// beginsWhere is the first of the items that begins where the label does, -1 if none does.
func beginsWhere(label item, items []item) int {
	return slices.IndexFunc(items, func(it item) bool { return math.Abs(it.X0-label.X0) < aligned*it.Height() })
}

// isCountOf: the number of readings, "n=5".
func isCountOf(items []item) bool {
	return len(items) > 2 && items[0].text == "n" && items[1].text == "=" && items[2].plain(number) && decimals(items[2].text) == 0
}
