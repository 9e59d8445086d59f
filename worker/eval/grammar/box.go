package grammar

import (
	"slices"
	"strings"

	"biom/worker/eval/samples"
)

// pointMM is a point in millimetres.
const pointMM = 25.4 / 72

// piece is a part of a text that has one role.
type piece struct {
	text  string
	role  Role
	eye   Eye
	field string
}

// text is a line of pieces. x and y are where its baseline begins in its box.
type text struct {
	x, y, size float64 // size is in points
	bold       bool
	ink        [3]int
	pieces     []piece
}

func (t text) String() string {
	var b strings.Builder
	for _, p := range t.pieces {
		b.WriteString(p.text)
	}
	return b.String()
}

// box is a drawing of some size, in millimetres. Documents are put together of boxes, and
// boxes of boxes.
type box struct {
	w, h   float64
	texts  []text
	shapes []samples.Shape
}

var black = [3]int{20, 20, 20}

// write makes a box of one line of text.
func (g *generator) write(size float64, bold bool, pieces ...piece) box {
	if strings.TrimSpace(text{pieces: pieces}.String()) == "" {
		return box{}
	}
	t := text{y: size * pointMM, size: size, bold: bold, ink: black, pieces: pieces}
	return box{w: g.font.Width(size, bold, t.String()), h: size * pointMM * 1.35, texts: []text{t}}
}

// moved returns the box at another place.
func (b box) moved(dx, dy float64) box {
	out := box{w: b.w, h: b.h}
	for _, t := range b.texts {
		t.x, t.y = t.x+dx, t.y+dy
		out.texts = append(out.texts, t)
	}
	for _, s := range b.shapes {
		s.X, s.Y = s.X+dx, s.Y+dy
		out.shapes = append(out.shapes, s)
	}
	return out
}

// scaled returns the box in another size.
func (b box) scaled(by float64) box {
	out := box{w: b.w * by, h: b.h * by}
	for _, t := range b.texts {
		t.x, t.y, t.size = t.x*by, t.y*by, t.size*by
		out.texts = append(out.texts, t)
	}
	for _, s := range b.shapes {
		s.X, s.Y, s.W, s.H = s.X*by, s.Y*by, s.W*by, s.H*by
		out.shapes = append(out.shapes, s)
	}
	return out
}

// within returns the box, made smaller if it is wider or higher than there is room for.
func (b box) within(w, h float64) box {
	by := 1.0
	if b.w > w {
		by = w / b.w
	}
	if b.h*by > h {
		by = h / b.h
	}
	if by < 1 {
		return b.scaled(by)
	}
	return b
}

// padded returns the box with room around it.
func (b box) padded(x, y float64) box {
	out := b.moved(x, y)
	out.w, out.h = b.w+2*x, b.h+2*y
	return out
}

// widened returns the box with a width of at least w.
func (b box) widened(w float64) box {
	b.w = max(b.w, w)
	return b
}

// centered returns the box in the middle of a width of at least w.
func (b box) centered(w float64) box { return b.moved((max(b.w, w)-b.w)/2, 0).widened(w) }

// right returns the box at the right end of a width of at least w.
func (b box) right(w float64) box { return b.moved(max(b.w, w)-b.w, 0).widened(w) }

// inked returns the box with all its texts in a colour.
func (b box) inked(ink [3]int) box {
	out := b.moved(0, 0)
	for i := range out.texts {
		out.texts[i].ink = ink
	}
	return out
}

// with returns the box with a shape of its own size below its texts.
func (b box) with(kind int, ink [3]int) box {
	out := b.moved(0, 0)
	out.shapes = append([]samples.Shape{{Kind: kind, W: b.w, H: b.h, Ink: ink}}, out.shapes...)
	return out
}

// empty reports whether a box shows nothing.
func (b box) empty() bool { return len(b.texts) == 0 && len(b.shapes) == 0 }

// above puts boxes one below the other, with a gap between them.
func above(gap float64, boxes ...box) (out box) {
	for _, b := range boxes {
		if b.empty() {
			continue
		}
		if !out.empty() {
			out.h += gap
		}
		out = out.holding(b.moved(0, out.h), max(out.w, b.w), out.h+b.h)
	}
	return out
}

// beside puts boxes one right of the other.
func beside(gap float64, boxes ...box) (out box) {
	for _, b := range boxes {
		if b.empty() {
			continue
		}
		if !out.empty() {
			out.w += gap
		}
		out = out.holding(b.moved(out.w, 0), out.w+b.w, max(out.h, b.h))
	}
	return out
}

// holding returns a box of a new size that shows b too.
func (b box) holding(other box, w, h float64) box {
	return box{w, h, append(slices.Clip(b.texts), other.texts...), append(slices.Clip(b.shapes), other.shapes...)}
}

// wrap puts boxes one right of the other, in as many lines as a width needs.
func wrap(width, gap, leading float64, boxes ...box) (out box) {
	var line []box
	used := 0.0
	for _, b := range boxes {
		if len(line) > 0 && used+gap+b.w > width {
			out, line, used = above(leading, out, beside(gap, line...)), nil, 0
		}
		line, used = append(line, b), used+gap+b.w
	}
	return above(leading, out, beside(gap, line...))
}

// ruling says how a table is drawn.
type ruling struct {
	rows, columns bool    // lines between them
	header        bool    // the first row is tinted
	pad           float64 // between columns
	leading       float64 // between rows
	align         func(column int) func(b box, w float64) box
}

// table puts cells in rows and columns. An empty cell stays empty.
func table(r ruling, rows ...[]box) (out box) {
	widths := columnWidths(rows)
	lines := []float64{0}
	for _, row := range rows {
		var line box
		for i, cell := range row {
			if r.align != nil {
				cell = r.align(i)(cell, widths[i])
			}
			line = line.holding(cell.moved(line.w+r.pad/2, r.leading/2), line.w+widths[i]+r.pad, max(line.h, cell.h+r.leading))
		}
		out = out.holding(line.moved(0, out.h), max(out.w, line.w), out.h+line.h)
		lines = append(lines, out.h)
	}
	return out.ruled(r, lines, widths)
}

func columnWidths(rows [][]box) (widths []float64) {
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], cell.w)
		}
	}
	return widths
}

// ruled draws the lines of a table between rows that end at the given heights.
func (b box) ruled(r ruling, ends, widths []float64) box {
	grey := [3]int{150, 150, 150}
	var shapes []samples.Shape
	if r.header && len(ends) > 1 {
		shapes = append(shapes, samples.Shape{Kind: samples.Fill, W: b.w, H: ends[1], Ink: [3]int{225, 230, 236}})
	}
	for _, y := range ends {
		if r.rows {
			shapes = append(shapes, samples.Shape{Kind: samples.Line, Y: y, W: b.w, Ink: grey})
		}
	}
	x := 0.0
	for i := 0; r.columns && i <= len(widths); i++ {
		shapes = append(shapes, samples.Shape{Kind: samples.Line, X: x, H: b.h, Ink: grey})
		if i < len(widths) {
			x += widths[i] + r.pad
		}
	}
	b.shapes = append(shapes, b.shapes...)
	return b
}

// The ways to align the cells of a column.
func flushLeft(b box, w float64) box  { return b.widened(w) }
func flushRight(b box, w float64) box { return b.right(w) }
func middle(b box, w float64) box     { return b.centered(w) }

// framed, filled and underlined are ways to set a box off.
func (g *generator) framed(b box) box { return b.with(samples.Frame, [3]int{130, 130, 130}) }
func (g *generator) filled(b box) box { return b.with(samples.Fill, g.tint) }

func (g *generator) underlined(b box) box {
	out := b.moved(0, 0)
	out.h += 0.6
	out.shapes = append(out.shapes, samples.Shape{Kind: samples.Line, Y: b.h, W: b.w, Ink: g.ink})
	return out
}

// drawRuling draws how a table is ruled; the alignments are those of the columns, the last
// of them that of all further ones.
func (g *generator) drawRuling(what string, align ...func(box, float64) box) ruling {
	r := ruling{pad: 3, leading: 0.6}
	switch g.once("ruling of "+what, named("none", 4), named("rows", 2), named("grid", 2), named("tinted header", 1), named("wide", 1)) {
	case "rows":
		r.rows, r.leading = true, 1.4
	case "grid":
		r.rows, r.columns, r.leading = true, true, 1.4
	case "tinted header":
		r.header, r.leading = true, 1
	case "wide":
		r.pad, r.leading = 7, 1.2
	}
	r.align = func(column int) func(box, float64) box { return align[min(column, len(align)-1)] }
	return r
}
