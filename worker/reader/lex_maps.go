package reader

import (
	"math"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// tick is the angle that a word of the scale around a map of the cornea is, "" if it is none.
func tick(w layout.Word) string { return strings.TrimRight(w.Text, "°º") }

// withoutMaps takes the numbers of drawings from a page: the scale of angles around a map of the cornea, or around a dial, and the numbers
// within it. Without a label of their own they would be values of the labels beside the map. A map is told by the scale: 90 above 270, and
// 180 and 0 beside the middle between them, of which one suffices; or, without 270, both on the circle. What has letters beside it stays.
func withoutMaps(page layout.Page) layout.Page {
	var maps []layout.Box
	ticks := map[layout.Box]bool{} // that stand close to the title of their map, too: "Corneal thickness 90"
	for _, top := range page.Words {
		if tick(top) != "90" {
			continue
		}
		for _, bottom := range page.Words {
			if box, ok := mapBetween(top, bottom, page.Words); ok {
				maps = append(maps, box)
			}
			if box, ok := mapOver(top, bottom, page.Words); ok {
				maps = append(maps, box)
				ticks[top.Box] = true
			}
		}
	}
	gone := map[int]bool{}
	for i, w := range page.Words {
		if ticks[w.Box] || slices.ContainsFunc(maps, func(m layout.Box) bool { return inMap(m, w) }) && isBareNumber(page.Words, i) {
			gone[i] = true
		}
	}
	return withoutWords(page, gone)
}

// mapBetween returns the map whose scale has the words top and bottom, with the scale.
func mapBetween(top, bottom layout.Word, words []layout.Word) (m layout.Box, ok bool) {
	if tick(bottom) != "270" || math.Abs(top.CenterX()-bottom.CenterX()) > top.Height() || bottom.Y0-top.Y1 < leastMap*top.Height() {
		return m, false
	}
	y, radius := (top.CenterY()+bottom.CenterY())/2, (bottom.CenterY()-top.CenterY())/2
	for _, w := range words {
		apart := w.CenterX() - top.CenterX()
		wide := math.Abs(apart)
		side := tick(w) == "180" && apart < 0 || (tick(w) == "0" || tick(w) == "360") && apart > 0
		if side && math.Abs(w.CenterY()-y) < w.Height() && math.Abs(wide-radius) < radius/4 {
			m, ok = layout.Box{X0: top.CenterX() - wide, Y0: top.CenterY(), X1: top.CenterX() + wide, Y1: bottom.CenterY()}, true
		}
	}
	return m, ok
}

// mapOver returns the map whose scale has the words top, left and, right of the middle, one as far away as the left one.
func mapOver(top, left layout.Word, words []layout.Word) (m layout.Box, ok bool) {
	radius := left.CenterY() - top.CenterY()
	onCircle := func(w layout.Word) bool {
		return math.Abs(w.CenterY()-left.CenterY()) < w.Height()/2 && math.Abs(math.Abs(w.CenterX()-top.CenterX())-radius) < radius/8
	}
	if tick(left) != "180" || radius < leastMap*top.Height() || left.X1 > top.X0 || !onCircle(left) {
		return m, false
	}
	if !slices.ContainsFunc(words, func(w layout.Word) bool { return (tick(w) == "0" || tick(w) == "360") && w.X0 > top.X1 && onCircle(w) }) {
		return m, false
	}
	return layout.Box{X0: top.CenterX() - radius, Y0: top.CenterY(), X1: top.CenterX() + radius, Y1: top.CenterY() + 2*radius}, true
}

// inMap: w stands within the ellipse that a map's box encloses, or on its edge, where the scale is.
func inMap(m layout.Box, w layout.Word) bool {
	x, y := (w.CenterX()-m.CenterX())/(m.Width()/2), (w.CenterY()-m.CenterY())/(m.Height()/2)
	edge := 1 + w.Width()/m.Width()
	return x*x+y*y <= edge*edge
}

// isBareNumber: words[i] is a number, and no word with letters stands close beside it.
func isBareNumber(words []layout.Word, i int) bool {
	if !hasDigit(words[i].Text) || hasLetter(words[i].Text) {
		return false
	}
	left, right := lettersBeside(words, i)
	return !left && !right
}

// lettersBeside: letters stand close to word i, left or right of it.
func lettersBeside(words []layout.Word, i int) (left, right bool) {
	for _, o := range words {
		level := math.Abs(o.CenterY()-words[i].CenterY()) < o.Height()/2
		gap := max(o.X0-words[i].X1, words[i].X0-o.X1)
		if level && gap < cellGap*min(o.Height(), words[i].Height()) && hasLetter(o.Text) { // the numbers of a scale are small
			left, right = left || o.CenterX() < words[i].CenterX(), right || o.CenterX() >= words[i].CenterX()
		}
	}
	return left, right
}
