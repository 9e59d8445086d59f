package damage

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// extent returns the smallest box that holds all words.
func extent(words []layout.Word) layout.Box {
	if len(words) == 0 {
		return layout.Box{}
	}
	box := words[0].Box
	for _, w := range words {
		box = box.Union(w.Box)
	}
	return box
}

func moved(b layout.Box, dx, dy float64) layout.Box {
	return layout.Box{X0: b.X0 + dx, Y0: b.Y0 + dy, X1: b.X1 + dx, Y1: b.Y1 + dy}
}

// fit moves and enlarges a page so that all its words lie on it.
func (d *Document) fit(page int) {
	p := &d.Pages[page]
	box := extent(p.Words)
	dx, dy := max(0, -box.X0), max(0, -box.Y0)
	for i := range p.Words {
		p.Words[i].Box = moved(p.Words[i].Box, dx, dy)
	}
	p.Width, p.Height = max(p.Width, box.X1+dx), max(p.Height, box.Y1+dy)
}

// lineHeight returns the usual height of a page's words.
func lineHeight(p layout.Page) float64 {
	if len(p.Words) == 0 {
		return 10
	}
	heights := make([]float64, len(p.Words))
	for i, w := range p.Words {
		heights[i] = w.Height()
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// set sets lines of text like a typewriter, with the upper left corner at x and y. size is
// the height of a letter.
func set(x, y, size float64, lines ...string) (words []layout.Word) {
	for n, line := range lines {
		column := 0
		for part := range strings.SplitSeq(line, " ") {
			letters := len([]rune(part))
			if letters > 0 {
				box := layout.Box{X0: x + float64(column)*size/2, Y0: y + float64(n)*1.5*size}
				box.X1, box.Y1 = box.X0+float64(letters)*size/2, box.Y0+size
				words = append(words, layout.Word{Text: part, Box: box, Conf: layout.Certain})
			}
			column += letters + 1
		}
	}
	return words
}

// insert puts a block of lines into a free place of a page, at its foot if there is none.
func (d *Document) insert(r *rand.Rand, page int, lines ...string) {
	p := &d.Pages[page]
	size := lineHeight(*p)
	block := set(0, 0, size, lines...)
	box := extent(block)
	x, y := 2*size, extent(p.Words).Y1+2*size
	for range 40 {
		tx, ty := r.Float64()*(p.Width-box.Width()), r.Float64()*(p.Height-box.Height())
		if tx > 0 && ty > 0 && isFree(p.Words, moved(box, tx, ty), 2*size, size) {
			x, y = tx, ty
			break
		}
	}
	for _, w := range block {
		w.Box = moved(w.Box, x, y)
		p.Words = append(p.Words, w)
	}
	d.fit(page)
}

// isFree reports whether no word touches the box or stands within the margins around it.
func isFree(words []layout.Word, box layout.Box, marginX, marginY float64) bool {
	return !slices.ContainsFunc(words, func(w layout.Word) bool {
		return w.X1 > box.X0-marginX && w.X0 < box.X1+marginX && w.Y1 > box.Y0-marginY && w.Y0 < box.Y1+marginY
	})
}

// runs returns the words of a page in runs, from top to bottom and from left to right: in
// a run the words of one row stand as close as in a phrase.
func runs(p layout.Page) (out [][]layout.Word) {
	for _, row := range layout.Rows(p.Words) {
		start := 0
		for i := 1; i <= len(row.Words); i++ {
			if i == len(row.Words) || row.Words[i].X0-row.Words[i-1].X1 > 1.5*row.Words[i].Height() {
				out = append(out, row.Words[start:i:i])
				start = i
			}
		}
	}
	return out
}

// setRuns makes runs the words of a page.
func (d *Document) setRuns(page int, runs [][]layout.Word) {
	d.Pages[page].Words = slices.Concat(runs...)
}

// insertBehind puts a word behind those that match, and reports whether it did. What
// follows in the run moves to the right.
func (d *Document) insertBehind(page int, text string, match func(layout.Word) bool) bool {
	return d.insertBeside(page, text, 1, match)
}

// insertBefore is insertBehind for the place before a word, if another word stands before
// it.
func (d *Document) insertBefore(page int, text string, match func(layout.Word) bool) bool {
	return d.insertBeside(page, text, 0, match)
}

func (d *Document) insertBeside(page int, text string, offset int, match func(layout.Word) bool) bool {
	all, done := runs(d.Pages[page]), false
	for n, run := range all {
		var out []layout.Word
		shift := 0.0
		for i, w := range run {
			w.Box = moved(w.Box, shift, 0)
			if (i > 0 || offset > 0) && match(w) {
				mark, width := w, float64(len([]rune(text))+1)*w.Height()/2
				mark.Text = text
				if offset == 0 {
					mark.X1 = mark.X0 + width - w.Height()/2
					w.Box = moved(w.Box, width, 0)
					out = append(out, mark, w)
				} else {
					mark.X0 = w.X1 + w.Height()/2
					mark.X1 = w.X1 + width
					out = append(out, w, mark)
				}
				shift += width
				done = true
				continue
			}
			out = append(out, w)
		}
		all[n] = out
	}
	d.setRuns(page, all)
	d.fit(page)
	return done
}

var (
	number = regexp.MustCompile(`^[-+±~]?\d+([.,]\d+)?$`)
	axis   = regexp.MustCompile(`^\d{1,3}([.,]\d)?\s*[°º]$`)
)

// isNumber reports whether a word is a plain number.
func isNumber(word string) bool { return number.MatchString(word) }

// isAxis reports whether a word is an angle in degrees.
func isAxis(word string) bool { return axis.MatchString(word) }

func hasLetters(word string) bool { return strings.ContainsFunc(word, isLetter) }

func isLetter(c rune) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= 'À' && c != '×'
}
