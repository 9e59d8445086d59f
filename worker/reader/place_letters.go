package reader

import (
	"maps"
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// A page may name the eyes by letters that it explains itself: "D = occhio destro, S = occhio sinistro". Without that D may be dioptres.

// explainedLetters writes the abbreviations of the eyes for the letters that the page explains, where these begin a cell, or stand behind a sign, and a value follows.
func explainedLetters(rows []layout.Row) []layout.Row {
	marks := explained(rows)
	if len(marks) != 2 {
		return polishNames(rows)
	}
	out := slices.Clone(rows)
	for n, r := range rows {
		out[n].Words = slices.Clone(r.Words)
		for i, w := range r.Words {
			if mark := marks[w.Text]; mark != "" && namesByLetter(r.Words, i) {
				out[n].Words[i].Text = mark
			}
		}
	}
	return out
}

// polishNames writes the abbreviations of the eyes for the Polish ones, OP (oko prawe) and OL (oko lewe), in rows where each begins a cell: one by itself may be something else.
func polishNames(rows []layout.Row) []layout.Row {
	out := slices.Clone(rows)
	for n, r := range rows {
		right, left := -1, -1
		for i, w := range r.Words {
			switch {
			case w.Text == "OP" && namesByLetter(r.Words, i):
				right = i
			case w.Text == "OL" && namesByLetter(r.Words, i):
				left = i
			}
		}
		if right >= 0 && left >= 0 {
			out[n].Words = slices.Clone(r.Words)
			out[n].Words[right].Text, out[n].Words[left].Text = marksOf[rightEye], marksOf[leftEye]
		}
	}
	return out
}

// explained is the letters that the page explains with a word for an eye, "D = right (OD)", and the abbreviation of each; both eyes' or none.
func explained(rows []layout.Row) map[string]string {
	var words []layout.Word // an explanation may go on in the next line
	for _, r := range rows {
		words = append(words, r.Words...)
	}
	marks := map[string]string{}
	for i := 0; i+2 < len(words); i++ {
		if words[i+1].Text != "=" {
			continue
		}
		letter, of := strings.TrimLeft(words[i].Text, "("), sideOfWords(words[i+2:min(len(words), i+2+explainingWords)])
		if of != "" && sideUnder(letter) == of && len(letter) == 1 {
			marks[letter] = marksOf[of]
		}
	}
	if len(slices.Compact(slices.Sorted(maps.Values(marks)))) != 2 {
		return nil
	}
	return marks
}

// sideOfWords is the eye that the first of the words with a meaning names.
func sideOfWords(words []layout.Word) string {
	for _, w := range words {
		if side := fieldNamed(w.Text, eye); side != "" {
			return side
		}
	}
	return ""
}

// namesByLetter: the word at i begins its line or a cell, nearer to what follows than to what is before, or stands behind a colon or a dash.
func namesByLetter(words []layout.Word, i int) bool {
	if i+1 >= len(words) || words[i+1].Text == "=" {
		return false
	}
	after := words[i+1].X0 - words[i].X1
	if i == 0 {
		return true
	}
	before := words[i-1]
	signed := strings.HasSuffix(before.Text, ":") || strings.Trim(before.Text, "-–—/") == ""
	gap := words[i].X0 - before.X1
	return signed || gap > cellGap*words[i].Height() && gap > math.Abs(after)
}

// pairedLetters is the pages of a scan with names of eyes for the letters R and L, if each of its two pages has another one of them: alone in the first row, above the same title,
// large, at the beginning of a row, in the same place, or there at the end of a row that begins with the same word. One letter that OCR sees alone may be anything.
func pairedLetters(pages []layout.Page) []layout.Page {
	if len(pages) != 2 || !pages[0].OCR || !pages[1].OCR {
		return pages
	}
	for _, by := range []struct {
		find    func(layout.Page) (at int, beside string)
		inPlace bool // both letters stand in the same place
	}{{letterOverTitle, false}, {largeLetter, true}, {letterAtEnd, true}} {
		first, title := by.find(pages[0])
		second, sameTitle := by.find(pages[1])
		if first < 0 || second < 0 || title != sameTitle {
			continue
		}
		a, b := pages[0].Words[first], pages[1].Words[second]
		apart := max(math.Abs(a.X0/pages[0].Width-b.X0/pages[1].Width), math.Abs(a.Y0/pages[0].Height-b.Y0/pages[1].Height))
		if a.Text == b.Text || (by.inPlace || title == "") && apart > lettersApart {
			continue
		}
		out := slices.Clone(pages)
		for i, at := range []int{first, second} {
			out[i].Words = slices.Clone(pages[i].Words)
			out[i].Words[at].Text = marksOf[sides[out[i].Words[at].Text]]
		}
		return out
	}
	return pages
}

// letterOverTitle is where among the words the letter of an eye stands alone in the first row of the page, -1 if none does, and the row below it.
func letterOverTitle(p layout.Page) (at int, title string) {
	rows := layout.Rows(p.Words)
	if len(rows) < 2 || len(rows[0].Words) != 1 || !isSureLetter(rows[0].Words[0]) {
		return -1, ""
	}
	for _, w := range rows[1].Words {
		title += fold(w.Text)
	}
	return slices.Index(p.Words, rows[0].Words[0]), title
}

// letterAtEnd is where among the words the only letter of an eye stands that ends a row of others, apart from them, -1 if there is none or another one, and the word
// that begins the row.
func letterAtEnd(p layout.Page) (at int, beside string) {
	const wider = 2 // times the gap between the words before it
	at = -1
	for _, r := range layout.Rows(p.Words) {
		last := len(r.Words) - 1
		if last < 2 || !isSureLetter(r.Words[last]) {
			continue
		}
		gap, before := r.Words[last].X0-r.Words[last-1].X1, r.Words[last-1].X0-r.Words[last-2].X1
		if gap < r.Words[last].Height() || gap < wider*before {
			continue
		}
		if at >= 0 {
			return -1, ""
		}
		at, beside = slices.Index(p.Words, r.Words[last]), fold(r.Words[0].Text)
	}
	return at, beside
}

// largeLetter is where among the words the only letter of an eye stands that begins a row and is larger than the other words, -1 if there is none or another one.
func largeLetter(p layout.Page) (at int, beside string) {
	at = -1
	usual := usualHeight(p.Words)
	for _, r := range layout.Rows(p.Words) {
		if first := r.Words[0]; isSureLetter(first) && first.Height() > largerSide*usual {
			if at >= 0 {
				return -1, ""
			}
			at = slices.Index(p.Words, first)
		}
	}
	return at, ""
}

// isSureLetter: the word is the letter of an eye, and OCR was sure of it.
func isSureLetter(w layout.Word) bool { return (w.Text == "R" || w.Text == "L") && w.Conf >= sureCell }
