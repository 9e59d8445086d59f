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
		return rows
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

// pairedLetters is the pages of a scan with names of eyes for the letters R and L, if each of its two pages begins with another one of them, alone in the first row, above the same title. One
// letter that OCR sees alone may be anything.
func pairedLetters(pages []layout.Page) []layout.Page {
	if len(pages) != 2 || !pages[0].OCR || !pages[1].OCR {
		return pages
	}
	names := map[string]string{"R": "OD", "L": "OS"}
	out := slices.Clone(pages)
	var letters, titles [2]string
	for i, p := range pages {
		rows := layout.Rows(p.Words)
		if len(rows) < 2 || len(rows[0].Words) != 1 {
			return pages
		}
		first := rows[0].Words[0]
		letters[i] = first.Text
		for _, w := range rows[1].Words {
			titles[i] += fold(w.Text)
		}
		at := slices.IndexFunc(p.Words, func(w layout.Word) bool { return w.Box == first.Box && w.Text == first.Text })
		if names[first.Text] == "" || first.Conf < sureCell || at < 0 {
			return pages
		}
		out[i].Words = slices.Clone(p.Words)
		out[i].Words[at].Text = names[first.Text]
	}
	if letters[0] == letters[1] || titles[0] != titles[1] {
		return pages
	}
	return out
}
