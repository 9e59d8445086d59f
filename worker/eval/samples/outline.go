package samples

import (
	"fmt"
	"strings"
	"sync"

	xfont "golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// pointMM is a point in millimetres.
const pointMM = 25.4 / 72

// face is a parsed font, to draw its outlines with.
type face struct {
	parsed *sfnt.Font
	em     fixed.Int26_6 // units per em, taken as the size: outlines come in the font's own units

	mu    sync.Mutex
	buf   sfnt.Buffer
	known map[rune]glyph
}

// glyph is a letter: its path in a PDF's operators, and how far it moves the
// pen, in the font's units.
type glyph struct {
	path    string
	advance float64
}

func mustParse(ttf []byte) *face {
	f, err := sfnt.Parse(ttf)
	if err != nil {
		panic(err) // an embedded font
	}
	return &face{parsed: f, em: fixed.I(int(f.UnitsPerEm())), known: map[rune]glyph{}}
}

func (f *face) glyph(r rune) glyph {
	f.mu.Lock()
	defer f.mu.Unlock()
	g, ok := f.known[r]
	if !ok {
		g = f.load(r)
		f.known[r] = g
	}
	return g
}

func (f *face) load(r rune) glyph {
	i, err := f.parsed.GlyphIndex(&f.buf, r)
	if err != nil || i == 0 {
		panic(fmt.Sprintf("samples: the font has no %q", r))
	}
	advance, err := f.parsed.GlyphAdvance(&f.buf, i, f.em, xfont.HintingNone)
	if err != nil {
		panic(err)
	}
	segments, err := f.parsed.LoadGlyph(&f.buf, i, f.em, nil)
	if err != nil {
		panic(err)
	}
	var path strings.Builder
	p := pen{to: &path}
	for _, s := range segments {
		p.segment(s)
	}
	return glyph{path.String(), float64(advance) / 64}
}

// advance is the width of a text of size 1.
func (f font) advance(style, s string) float64 {
	face, sum := f.face(style), 0.0
	for _, r := range s {
		sum += face.glyph(r).advance
	}
	return sum / float64(face.em.Round())
}

// draw writes a text as filled paths: to a PDF's reader it is a drawing. Each
// glyph is written in the font's own units, so that it is the same bytes
// wherever it stands, which compresses well.
func (c *canvas) draw(x, y, size float64, style, s string) {
	var (
		path  strings.Builder
		face  = c.font.face(style)
		_, h  = c.pdf.GetPageSize()
		scale = size / float64(face.em.Round())
	)
	x, y = x/pointMM, (h-y)/pointMM
	fmt.Fprintf(&path, "%.3f %.3f %.3f rg\n", float64(c.color[0])/255, float64(c.color[1])/255, float64(c.color[2])/255)
	for _, r := range s {
		g := face.glyph(r)
		if g.path != "" {
			fmt.Fprintf(&path, "q %.6f 0 0 %.6f %.2f %.2f cm\n%sh f Q\n", scale, -scale, x, y, g.path)
		}
		x += g.advance * scale
	}
	c.pdf.RawWriteStr(path.String())
}

// pen turns a glyph's outline into a PDF's path operators.
type pen struct {
	to   *strings.Builder
	last [2]int
}

func (p *pen) segment(g sfnt.Segment) {
	a := units(g.Args[0])
	switch g.Op {
	case sfnt.SegmentOpMoveTo:
		fmt.Fprintf(p.to, "%d %d m\n", a[0], a[1]) // filling closes what was open
		p.last = a
	case sfnt.SegmentOpLineTo:
		fmt.Fprintf(p.to, "%d %d l\n", a[0], a[1])
		p.last = a
	case sfnt.SegmentOpQuadTo: // PDF has cubic curves only
		b := units(g.Args[1])
		p.cubic(third(p.last, a), third(b, a), b)
	case sfnt.SegmentOpCubeTo:
		p.cubic(a, units(g.Args[1]), units(g.Args[2]))
	}
}

func (p *pen) cubic(a, b, c [2]int) {
	fmt.Fprintf(p.to, "%d %d %d %d %d %d c\n", a[0], a[1], b[0], b[1], c[0], c[1])
	p.last = c
}

func units(p fixed.Point26_6) [2]int { return [2]int{p.X.Round(), p.Y.Round()} }

// third is the point two thirds of the way from an end to a quadratic curve's
// control point: the control point of the cubic curve that is the same.
func third(end, control [2]int) [2]int {
	return [2]int{end[0] + (control[0]-end[0])*2/3, end[1] + (control[1]-end[1])*2/3}
}
