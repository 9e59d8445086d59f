package reader

import (
	"slices"

	"biom/shared/evidence"
	"biom/worker/document/layout"
)

// SeenBeside is the look that compares single places: of a value that one look alone found it has what another look's words say
// at that place, if they say the same. A look that has lost a label, or joined it with the next word, has seen the value all the
// same. words[i] are those that looks[i] saw of whole pages, nil if it saw none. This takes no OCR, and like a cell that is read by
// itself it confirms what is printed, not whose it is.
func SeenBeside(looks []Findings, words [][]layout.Page) Findings {
	beside := Findings{values: map[key]finding{}}
	for k, v := range Agree(looks...).values {
		by := slices.IndexFunc(looks, func(l Findings) bool { return l.sure(k) })
		if v.doubt != seenOnce || by < 0 || !placeKnown(k, looks[by].values[k], looks) {
			continue
		}
		once := looks[by].values[k]
		for i, pages := range words {
			at := slices.IndexFunc(pages, func(p layout.Page) bool { return p.OCR && p.Number == once.at.page })
			if i == by || at < 0 || looks[i].givesOther(k, once.at) || hasLetter(once.text) && wordBehind(once.at.Box, pages[at]) {
				continue
			}
			if read, ok := cellAt(k, once.at, once.text).read(wordsAt(once.at.Box, pages[at])); ok && alike(k, read.text, once.text) {
				read.at, read.cell, read.seen = once.at, true, evidence.Readings{OCR: 1}
				beside.values[k] = read
				break
			}
		}
	}
	return beside
}

// placeKnown: it is known where the value stands that a look found, and no look doubts whose it is or which of several. An identifier may go on
// behind what the look found.
func placeKnown(k key, v finding, looks []Findings) bool {
	return v.at.ocr && !v.cell && !isAmbiguous(k, looks) && k.field != "id" && (k.eye == document || !otherEyes(k, v.at, looks))
}

// givesOther: the look took what stands at the place for another field's value, or the other eye's.
func (f Findings) givesOther(k key, at place) bool {
	for other, v := range f.values {
		if other != k && v.at.isSame(at) {
			return true
		}
	}
	return false
}

// wordBehind: directly behind the box, which is in shares of the page, another word stands, so that the words in it say only a part: "Phakic" of "Phakic IOL".
func wordBehind(box layout.Box, page layout.Page) bool {
	own := fromShares(box, page)
	return slices.ContainsFunc(page.Words, func(w layout.Word) bool {
		return w.CenterX() > own.X1 && w.X0-own.X1 < w.Height() && own.Y0 < w.CenterY() && w.CenterY() < own.Y1
	})
}

// wordsAt are the words of the page that stand in a box, which is in shares of the page.
func wordsAt(box layout.Box, page layout.Page) (words []layout.Word) {
	for _, w := range page.Words {
		if holds(box, inShares(w.Box, page)) {
			words = append(words, w)
		}
	}
	return words
}
