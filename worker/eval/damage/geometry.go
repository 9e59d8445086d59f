package damage

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// geometryDamages move words and leave them as they are.
var geometryDamages = []Damage{
	{"pages reversed", func(_ *rand.Rand, d *Document, _ Document) bool {
		slices.Reverse(d.Pages)
		d.renumber()
		return len(d.Pages) > 1
	}},
	{"columns of the eyes mirrored", func(_ *rand.Rand, d *Document, _ Document) bool { return d.mirrorColumns() }},
	{"scaled", func(r *rand.Rand, d *Document, _ Document) bool {
		f := math.Exp(between(r, -1.6, 1.6))
		return d.transform(f*between(r, 0.96, 1.04), f, 0, 0)
	}},
	{"shifted", func(r *rand.Rand, d *Document, _ Document) bool {
		return d.transform(1, 1, between(r, 0, 300), between(r, 0, 300))
	}},
	{"rotated a little", func(r *rand.Rand, d *Document, _ Document) bool {
		return d.rotate(between(r, 0.2, 1.2) * pick(r, -1, 1.0))
	}},
	{"cropped at the left", func(r *rand.Rand, d *Document, _ Document) bool { return d.crop(between(r, 0.05, 0.4), 0, 0, 0) }},
	{"cropped at the right", func(r *rand.Rand, d *Document, _ Document) bool { return d.crop(0, 0, between(r, 0.05, 0.4), 0) }},
	{"cropped at the top", func(r *rand.Rand, d *Document, _ Document) bool { return d.crop(0, between(r, 0.05, 0.4), 0, 0) }},
	{"cropped at the bottom", func(r *rand.Rand, d *Document, _ Document) bool { return d.crop(0, 0, 0, between(r, 0.05, 0.4)) }},
}

// transform scales and shifts every page.
func (d *Document) transform(fx, fy, dx, dy float64) bool {
	for i := range d.Pages {
		p := &d.Pages[i]
		p.Width, p.Height = p.Width*fx+dx, p.Height*fy+dy
		for j := range p.Words {
			b := p.Words[j].Box
			p.Words[j].Box = layout.Box{X0: b.X0*fx + dx, Y0: b.Y0*fy + dy, X1: b.X1*fx + dx, Y1: b.Y1*fy + dy}
		}
	}
	return true
}

// rotate turns every page about its middle by an angle in degrees. The words stay upright,
// as OCR gives them.
func (d *Document) rotate(degrees float64) bool {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	for i := range d.Pages {
		p := &d.Pages[i]
		for j := range p.Words {
			b := &p.Words[j].Box
			x, y := b.CenterX()-p.Width/2, b.CenterY()-p.Height/2
			*b = moved(*b, x*cos-y*sin-x, x*sin+y*cos-y)
		}
		d.fit(i)
	}
	return true
}

// crop cuts parts of the width and height off. Of a word that is cut at its side the
// letters are left of which more than half is left; a word of which more than half of the
// height is gone is gone. What is left of "RE" and "LE" still names one eye.
func (d *Document) crop(leftPart, top, rightPart, bottom float64) bool {
	used := map[string]bool{}
	marks := d.marksAmong(used)
	named := [2]bool{isNamed(marks, right), isNamed(marks, left)}
	for i := range d.Pages {
		p := &d.Pages[i]
		rest := layout.Box{X0: p.Width * leftPart, Y0: p.Height * top, X1: p.Width * (1 - rightPart), Y1: p.Height * (1 - bottom)}
		var words []layout.Word
		for _, w := range p.Words {
			if w, ok := cut(w, rest); ok {
				w.Box = moved(w.Box, -rest.X0, -rest.Y0)
				words = append(words, w)
			}
		}
		p.Words, p.Width, p.Height = words, rest.Width(), rest.Height()
	}
	marks = d.marksAmong(used)
	for _, s := range []side{right, left} {
		if named[s] && !isNamed(marks, s) {
			d.Truth.withhold(s)
		}
	}
	d.Truth.leaveOpen(patientName)
	return true
}

func isNamed(marks []mark, s side) bool {
	return slices.ContainsFunc(marks, func(m mark) bool { return m.side == s })
}

// cut returns what is left of a word.
func cut(w layout.Word, rest layout.Box) (layout.Word, bool) {
	if w.CenterY() < rest.Y0 || w.CenterY() > rest.Y1 || w.X1 <= rest.X0 || w.X0 >= rest.X1 {
		return w, false
	}
	letters := []rune(w.Text)
	width := w.Width() / float64(len(letters))
	from := max(0, int(math.Round((rest.X0-w.X0)/width)))
	upto := min(len(letters), len(letters)-int(math.Round((w.X1-rest.X1)/width)))
	if from >= upto {
		return w, false
	}
	w.Text = string(letters[from:upto])
	w.X0, w.X1 = max(w.X0, rest.X0), min(w.X1, rest.X1)
	w.Y0, w.Y1 = max(w.Y0, rest.Y0), min(w.Y1, rest.Y1)
	return w, true
}

// mirrorColumns exchanges the columns of the eyes, with their headings, on the pages that
// have both side by side.
func (d *Document) mirrorColumns() bool {
	done := false
	marks := d.marks()
	for i := range d.Pages {
		var headings [2][]layout.Box
		for _, m := range marks {
			if m.page == i {
				headings[m.side] = append(headings[m.side], d.box(m))
			}
		}
		if len(headings[right]) == 0 || len(headings[left]) == 0 {
			continue
		}
		before := slices.Clone(d.Pages[i].Words)
		if d.mirror(i, headings) {
			done = true
		} else {
			d.Pages[i].Words = before
		}
	}
	return done
}

// mirror exchanges the columns of a page from the first headings of the eyes down to where
// something stands across both, or where an eye is named in the other one's column. It
// reports whether there are such columns.
func (d *Document) mirror(page int, headings [2][]layout.Box) bool {
	one, other := first(headings[right]), first(headings[left])
	if one.X0 > other.X0 {
		one, other = other, one
		headings[right], headings[left] = headings[left], headings[right]
	}
	distance := other.CenterX() - one.CenterX()
	if math.Abs(one.CenterY()-other.CenterY()) > one.Height() || distance < 3*one.Height() {
		return false
	}
	c, panels := d.panels(page, one, &distance)
	if !panels { // a table: its labels stand at the left, and at the right what is no eye's
		center := (one.CenterX() + other.CenterX()) / 2
		c = columns{center - distance, center, center + distance}
		begun := other.X0 - one.Height()/2
		if d2 := other.X0 - one.X0; d.bottom(page, one, headings, columns{begun - d2, begun, begun + d2}) > d.bottom(page, one, headings, c) {
			c, distance = columns{begun - d2, begun, begun + d2}, d2
		}
	}
	bottom := d.bottom(page, one, headings, c)
	if bottom < d.Pages[page].Height { // words may reach over the columns, and stay where they are
		d.Truth.leaveOpen(statePaths...)
	}
	for j, w := range d.Pages[page].Words {
		switch {
		case w.Y1 <= one.Y0 || w.X1 <= c[0] || w.X0 >= c[2]:
		case w.CenterY() >= bottom && isNumber(strings.TrimRightFunc(w.Text, isLetter)): // perhaps with its unit
			return false // the rest of the columns would have the other eye's heading
		case w.CenterY() < bottom && w.X0 >= c[1]:
			d.Pages[page].Words[j].Box = moved(w.Box, -distance, 0)
		case w.CenterY() < bottom:
			d.Pages[page].Words[j].Box = moved(w.Box, distance, 0)
		}
	}
	if box := extent(d.Pages[page].Words); box.X0 < 0 || box.X1 > d.Pages[page].Width {
		return false // those were not the columns
	}
	return bottom-one.Y1 > 3*one.Height()
}

// columns are two columns beside each other: where the first begins, the second begins,
// and the second ends.
type columns [3]float64

// bottom returns how far down the columns go from a heading.
func (d *Document) bottom(page int, heading layout.Box, headings [2][]layout.Box, c columns) float64 {
	bottom := d.Pages[page].Height
	for _, w := range d.Pages[page].Words {
		if w.Y1 > heading.Y0 && slices.ContainsFunc(c[:], func(x float64) bool { return w.X0 < x && w.X1 > x }) {
			bottom = min(bottom, w.Y0)
		}
	}
	for s, boxes := range headings {
		for _, h := range boxes {
			if h.Y1 > heading.Y0 && (s == int(right)) != (h.CenterX() < c[1]) {
				bottom = min(bottom, h.Y0)
			}
		}
	}
	return bottom
}

// first returns the uppermost box, and of those in one row the one furthest to the left.
func first(boxes []layout.Box) layout.Box {
	best := boxes[0]
	for _, b := range boxes {
		if b.CenterY() < best.Y0 || b.CenterY() < best.Y1 && b.X0 < best.X0 {
			best = b
		}
	}
	return best
}

// panels returns the columns if each has labels of its own: if words below a heading stand
// in their rows twice, as far apart as most of them. It sets distance to that.
func (d *Document) panels(page int, heading layout.Box, distance *float64) (columns, bool) {
	words := slices.DeleteFunc(slices.Clone(d.Pages[page].Words), func(w layout.Word) bool {
		return w.Y0 < heading.Y0 || len(w.Text) < 3 || !hasLetters(w.Text)
	})
	type twin struct{ begin, distance float64 } // of the right one of two words
	var twins []twin
	for _, w := range words {
		for _, o := range words {
			if o.Text == w.Text && o.X0-w.X0 > 3*w.Height() && math.Abs(o.CenterY()-w.CenterY()) < 0.2*w.Height() {
				twins = append(twins, twin{o.X0, o.X0 - w.X0})
			}
		}
	}
	best, most := columns{}, 2
	for _, t := range twins {
		begin, n := math.Inf(1), 0
		for _, u := range twins {
			if math.Abs(u.distance-t.distance) < heading.Height()/5 {
				begin, n = min(begin, u.begin), n+1
			}
		}
		if n > most {
			begin -= heading.Height() / 4
			best, most, *distance = columns{begin - t.distance, begin, d.Pages[page].Width}, n, t.distance
		}
	}
	return best, most > 2
}
