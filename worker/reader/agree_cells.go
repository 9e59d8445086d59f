package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"biom/shared/evidence"
	"biom/worker/document/layout"
)

// Cell is the place of a number or a text that looks at a whole page saw differently, or
// only one of them saw. Read by itself it is easier to read.
type Cell struct {
	Page       int
	layout.Box // in shares of the page's width and height
	key        key
	nth, of    int
	ocr        bool
	text       string // of a text: what a look found
	printed    string // of a text: how it is printed there
}

// IsAxis reports that the number is an axis, perhaps with its degree sign.
func (c Cell) IsAxis() bool { return strings.HasSuffix(c.key.field, "_axis") }

// Cells are the places worth another look, from the top of the first page. None
// is returned again: the same pixels would only say the same. Where a look did not
// know which number is the value, to read one of them again would confirm a guess.
func Cells(looks ...Findings) []Cell {
	var out []Cell
	for k, v := range Agree(looks...).values {
		if v.doubt == noDoubt || !isNumber(k) || readByItself(k, looks) || isAmbiguous(k, looks) {
			continue
		}
		if at, ok := placeOf(k, looks); ok && !otherEyes(k, at, looks) {
			out = append(out, cellAt(k, at, v.text))
		}
	}
	sortCells(out)
	return out
}

func sortCells(cells []Cell) {
	slices.SortFunc(cells, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Y0, b.Y0), cmp.Compare(a.X0, b.X0), cmp.Compare(a.key.field, b.key.field))
	})
}

// Texts are the places of the name and the notes that the looks agree on. Another look at them, with data that knows the accents
// of the document's language, can only add accents.
func Texts(looks ...Findings) []Cell {
	return textsOf(Agree(looks...), noDoubt, func(k key) bool { return k.field == "name" || k.field == "notes" })
}

// TextsSeenOnce are the places of the texts and dates that one look alone saw. Another look at each of them can confirm it; not an identifier,
// which may go on behind what the look saw, nor a state if another look saw words there that mean nothing, as in "Phakic 1OI".
func TextsSeenOnce(looks ...Findings) []Cell {
	return textsOf(Agree(looks...), seenOnce, func(k key) bool {
		return !isNumber(k) && k.field != "id" && !readByItself(k, looks) && !slices.ContainsFunc(looks, func(l Findings) bool { return l.values[k].doubt == notKnown })
	})
}

// textsOf are the places of those wanted texts that are in this doubt, from the top of the first page.
func textsOf(all Findings, in doubt, wanted func(key) bool) (out []Cell) {
	for k, v := range all.values {
		if v.doubt == in && wanted(k) && v.at.known() && !v.at.isNumber() {
			out = append(out, cellAt(k, v.at, v.text))
		}
	}
	sortCells(out)
	return out
}

// cellAt is the cell in which a look found a text, or one of several numbers.
func cellAt(k key, at place, text string) Cell {
	c := Cell{Page: at.page, Box: at.Box, key: k, nth: at.nth, of: at.of, ocr: at.ocr}
	if !at.isNumber() {
		c.text, c.printed = text, at.text
	}
	return c
}

// readByItself: a look read the place of the value by itself.
func readByItself(k key, looks []Findings) bool {
	return slices.ContainsFunc(looks, func(l Findings) bool { return l.values[k].cell })
}

// isAmbiguous: a look did not know which number or text is the value.
func isAmbiguous(k key, looks []Findings) bool {
	return slices.ContainsFunc(looks, func(l Findings) bool { return l.values[k].doubt.isAmbiguous() })
}

// placeOf is where the look that was surest saw the value.
func placeOf(k key, looks []Findings) (best place, found bool) {
	conf := -1.0
	for _, l := range looks {
		if v, ok := l.values[k]; ok && v.at.isNumber() && v.conf > conf {
			best, found, conf = v.at, true, v.conf
		}
	}
	return best, found
}

// otherEyes: a look whose eyes stand side by side has the place in the other
// eye's column. Reading the number again would confirm its digits, not whose it
// is.
func otherEyes(k key, at place, looks []Findings) bool {
	for _, l := range looks {
		own, other := l.span(k.eye, at.page), l.span(twinEye(k.eye), at.page)
		apart := own.X1 < other.X0 || other.X1 < own.X0
		if x := at.CenterX(); apart && other.X0 <= x && x <= other.X1 {
			return true
		}
	}
	return false
}

// span is where on a page the look has an eye's numbers; empty if nowhere.
func (f Findings) span(eye string, page int) layout.Box {
	b := layout.Box{X0: math.Inf(1), X1: math.Inf(-1)}
	for k, v := range f.values {
		if k.eye == eye && v.at.isNumber() && v.at.page == page && !v.cell {
			b.X0, b.X1 = min(b.X0, v.at.X0), max(b.X1, v.at.X1)
		}
	}
	return b
}

// FindCells is the look that reads cells: words[i] is what was read in cells[i]. A text that is another than before is not found.
func FindCells(cells []Cell, words [][]layout.Word) Findings {
	f := Findings{values: map[key]finding{}}
	for i, c := range cells {
		v, ok := c.read(words[i])
		if !ok && c.text != "" {
			continue
		}
		v.cell, v.doubt, v.seen = true, doubtIf(!ok, illegible), evidence.Readings{OCR: 1}
		v.at = place{c.Page, c.ocr, printed{Box: c.Box, text: v.text}}
		f.values[c.key] = v
	}
	return f
}

// read takes the number of the cell, if there are as many as the look before
// saw, or its text, if it is the same: of a name or a remark but for accents.
func (c Cell) read(words []layout.Word) (finding, bool) {
	if c.text != "" {
		text, conf := join(lex(words))
		if c.key.field == "name" || c.key.field == "notes" {
			return finding{text: text, conf: conf}, alike(c.key, text, c.text)
		}
		return finding{text: c.text, conf: conf}, samePieces(text, c.printed)
	}
	var numbers []token
	for _, t := range lex(mendWords(joinNumbers(words))) {
		if t.kind == number {
			numbers = append(numbers, t)
		}
	}
	if len(numbers) != c.of {
		return finding{}, false
	}
	n := numbers[c.nth-1]
	if !inRange(c.key.field, n.text) {
		mended, ok := repaired(c.key.field, n.text)
		if !ok {
			return finding{}, false
		}
		n.text = mended
	}
	return finding{text: literal(c.key.field, n.text), conf: n.conf}, true
}

// samePieces: the texts have the same words and numbers in the same order. What stands between them matters only in that it parts
// them: 1.12.1955 is not 11.2.1955.
func samePieces(a, b string) bool {
	apart := func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }
	pieces := strings.FieldsFunc(a, apart)
	return len(pieces) > 0 && slices.EqualFunc(pieces, strings.FieldsFunc(b, apart), func(x, y string) bool { return fold(x) == fold(y) })
}
