package reader

import (
	"math"
	"slices"
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
		if lines[head].again || len(headLabels(lines[head])) == 0 {
			continue
		}
		var seconds []item // of pairs of labels
		first := head + 1
		if first < len(lines) && lines[first].again {
			seconds, first = lines[first].items, first+1
		}
		for k := first; k < min(len(lines), first+2); k++ {
			found, ok := cardsUnder(lines[head], seconds, lines[k])
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
// of the line of labels does. seconds are the second labels of the pairs among them, which
// are where the first ones are: "K1 / K2" over "OD 43.10 / 44.00 D".
func cardsUnder(head line, seconds []item, l line) (out []card, ok bool) {
	begins := cellsOf(head.items)
	for i := 0; i < len(l.items); {
		value, side := cardName(l.items[i:])
		k := slices.IndexFunc(begins, func(cell []item) bool { return math.Abs(cell[0].X0-l.items[i].X0) < aligned*l.items[i].Height() })
		if side == "" || k < 0 {
			return nil, false
		}
		value += i
		end := value
		for end < len(l.items) && !beginsCard(begins, l.items[end]) {
			end++
		}
		if end == value {
			return nil, false // the heading of a block
		}
		if label := begins[k][0]; ofValue(label) && !slices.ContainsFunc(begins[k][1:], ofValue) {
			out = append(out, cardsOf(side, l, label, seconds, l.items[value:end])...)
		}
		i = end
	}
	return out, true
}

// cardsOf is the value under a label, or both of a pair. A pair that cannot be divided is none.
func cardsOf(side string, l line, label item, seconds, values []item) []card {
	of := func(label item, values []item) card {
		label.Y0, label.Y1 = l.Y0, l.Y1 // where the value is, for sections
		return card{side, line{Box: l.Box, tokens: l.tokens, items: append([]item{label}, values...)}}
	}
	k := slices.IndexFunc(seconds, func(it item) bool { return it.X0 == label.X0 && it.label != label.label })
	if k < 0 {
		return []card{of(label, values)}
	}
	a, b, ok := paired(values)
	if !ok {
		return nil
	}
	return []card{of(label, a), of(seconds[k], b)}
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
