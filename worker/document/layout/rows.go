package layout

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
)

// Row holds the words on one line across the page, from left to right, however far
// they are apart.
type Row struct {
	Words []Word
	Box
}

// Rows groups words into rows, from top to bottom. Two words are in the same row if
// their middles differ by less than half the height of the smaller one. A word that is
// lower than the median (a dash, a comma) counts as if it had the median height. Words that are turned by
// a quarter come last, because they are level with the row of their middle by chance, and would draw words out of it.
func Rows(words []Word) []Row {
	if len(words) == 0 {
		return nil
	}
	median := medianHeight(words)
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b Word) int { return cmp.Compare(a.CenterY(), b.CenterY()) })
	var rows []*line
	add := func(w Word, near []*line) {
		r := nearest(near, w, median)
		if r == nil {
			r = &line{}
			rows = append(rows, r)
		}
		r.add(w, median)
	}
	var apart []Word
	for _, w := range sorted {
		if turned(w, median) {
			apart = append(apart, w)
			continue
		}
		add(w, rows[max(0, len(rows)-8):]) // in the order of their middles, so only the last few can match
	}
	for _, w := range apart {
		add(w, rows)
	}
	return finish(rows)
}

// turned: the word has two letters or more, and is much higher than wide.
func turned(w Word, median float64) bool {
	const narrow, high = 1.6, 1.5
	return w.Height() > narrow*w.Width() && w.Height() > high*median && utf8.RuneCountInString(w.Text) > 1
}

// line is a row while words are added to it. Its middle and height are means over its
// words.
type line struct {
	words       []Word
	mid, height float64
}

func (l *line) add(w Word, median float64) {
	n := float64(len(l.words))
	l.mid = (l.mid*n + w.CenterY()) / (n + 1)
	l.height = (l.height*n + max(w.Height(), median)) / (n + 1)
	l.words = append(l.words, w)
}

// nearest returns the row nearest to w of those that w belongs to, nil if there is none.
func nearest(rows []*line, w Word, median float64) *line {
	var best *line
	distance := math.Inf(1)
	for _, r := range rows {
		d := math.Abs(w.CenterY() - r.mid)
		if d < 0.5*min(r.height, max(w.Height(), median)) && d < distance {
			best, distance = r, d
		}
	}
	return best
}

// finish sorts the words of each row and the rows.
func finish(lines []*line) []Row {
	rows := make([]Row, len(lines))
	for i, l := range lines {
		slices.SortStableFunc(l.words, func(a, b Word) int { return cmp.Compare(a.X0, b.X0) })
		rows[i] = Row{Words: l.words, Box: l.words[0].Box}
		for _, w := range l.words {
			rows[i].Box = rows[i].Union(w.Box)
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.CenterY(), b.CenterY()) })
	return rows
}

func medianHeight(words []Word) float64 {
	heights := make([]float64, len(words))
	for i, w := range words {
		heights[i] = w.Height()
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}
