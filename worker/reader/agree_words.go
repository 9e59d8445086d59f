package reader

import (
	"maps"
	"math"
	"slices"

	"biom/worker/document/layout"
)

// ShareWords gives each look at a document the words that it has missed and two others saw alike, and those without digits that it
// saw otherwise than they did: OCR leaves out another label or number of a row in each look, and with it the whole row. A number that
// a look saw stays as it is, so that looks remain independent witnesses of digits. looks are the words that each look saw of the same
// pages; they stay as they are.
func ShareWords(looks ...[]layout.Page) [][]layout.Page {
	out := make([][]layout.Page, len(looks))
	for i, pages := range looks {
		for _, p := range pages {
			p.Words = withShared(p, othersOf(p.Number, i, looks))
			out[i] = append(out[i], p)
		}
	}
	return out
}

// CompletedBy is what the look found, with what another reading of it was sure of where it was not.
func (f Findings) CompletedBy(o Findings) Findings {
	out := f
	out.values = maps.Clone(f.values)
	for k, v := range o.values {
		if v.doubt == noDoubt && !f.sure(k) {
			out.values[k] = v
		}
	}
	return out
}

// othersOf is what the looks besides look i saw of a page, in shares of it.
func othersOf(number, i int, looks [][]layout.Page) (out [][]layout.Word) {
	for k, pages := range looks {
		at := slices.IndexFunc(pages, func(p layout.Page) bool { return p.Number == number })
		if k == i || at < 0 {
			continue
		}
		words := slices.Clone(pages[at].Words)
		for n := range words {
			words[n].Box = inShares(words[n].Box, pages[at])
		}
		out = append(out, words)
	}
	return out
}

// withShared is the page's words with those that two others saw alike.
func withShared(p layout.Page, others [][]layout.Word) []layout.Word {
	words := slices.Clone(p.Words)
	for i, seen := range others {
		for _, w := range seen {
			if fold(w.Text) == "" || w.Conf < minConf || !seenAlike(w, others[i+1:]) {
				continue
			}
			w.Box = fromShares(w.Box, p)
			switch at := slices.IndexFunc(words, func(o layout.Word) bool { return touches(o.Box, w.Box) }); {
			case at < 0:
				words = append(words, w)
			case samePlace(words[at].Box, w.Box) && !hasDigit(words[at].Text) && fold(words[at].Text) != fold(w.Text):
				words[at].Text = w.Text
				if words[at].Height() > muchTaller*w.Height() { // it covers another word, too, "VK-Tiefe" over "(Int.)"
					words[at].Box = w.Box
				}
			}
		}
	}
	return words
}

// seenAlike: one of the looks saw the word in the same place.
func seenAlike(w layout.Word, looks [][]layout.Word) bool {
	for _, words := range looks {
		if slices.ContainsFunc(words, func(o layout.Word) bool {
			return samePlace(o.Box, w.Box) && o.Conf >= minConf && (o.Text == w.Text || !hasDigit(w.Text) && fold(o.Text) == fold(w.Text))
		}) {
			return true
		}
	}
	return false
}

// touches: the boxes share a part of a line.
func touches(a, b layout.Box) bool {
	return a.X0 < b.X1 && b.X0 < a.X1 && math.Abs(a.CenterY()-b.CenterY()) < max(a.Height(), b.Height())/2
}

// samePlace: the boxes are of the same word.
func samePlace(a, b layout.Box) bool {
	shared := min(a.X1, b.X1) - max(a.X0, b.X0)
	return touches(a, b) && shared > sameWord*max(a.Width(), b.Width())
}
