package samples

import (
	"bytes"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// stamp is the creation date of every PDF, so that a seed always gives the
// same bytes.
var stamp = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// canvas is a document in millimetres, mostly of A4 pages.
type canvas struct {
	pdf      *fpdf.Fpdf
	font     font
	outlines bool   // text is drawn as filled paths
	blank    bool   // nothing is written: for counting pages
	dashes   string // what is written for none
	color    [3]int // of text
}

func newCanvas(f font, outlines bool, dashes string) *canvas {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(stamp)
	pdf.SetModificationDate(stamp)
	pdf.SetCatalogSort(true)
	pdf.SetAutoPageBreak(false, 0)
	c := &canvas{pdf: pdf, font: f, outlines: outlines, dashes: dashes}
	if !outlines {
		// Copies, for fpdf writes into the bytes it is given (getMetrics
		// appends to a part of them).
		pdf.AddUTF8FontFromBytes(family, "", bytes.Clone(f.regular))
		pdf.AddUTF8FontFromBytes(family, "B", bytes.Clone(f.bold))
	}
	return c
}

// page begins a page, wide one in landscape: 297 by 210 mm.
func (c *canvas) page() { c.paper(210, 297) }

func (c *canvas) wide() { c.paper(297, 210) }

// paper begins a page of any size.
func (c *canvas) paper(width, height float64) {
	if width > height {
		c.pdf.AddPageFormat("L", fpdf.SizeType{Wd: height, Ht: width})
		return
	}
	c.pdf.AddPageFormat("P", fpdf.SizeType{Wd: width, Ht: height})
}

// text writes at the baseline y.
func (c *canvas) text(x, y, size float64, s string) { c.write(x, y, size, "", s) }

func (c *canvas) bold(x, y, size float64, s string) { c.write(x, y, size, "B", s) }

// ending writes text that ends at x.
func (c *canvas) ending(x, y, size float64, s string) {
	c.write(x-c.width(size, "", c.shown(s)), y, size, "", s)
}

// centered writes text with its middle at x.
func (c *canvas) centered(x, y, size float64, style, s string) {
	c.write(x-c.width(size, style, c.shown(s))/2, y, size, style, s)
}

// within writes text of at most width: smaller, if it does not fit otherwise.
func (c *canvas) within(x, y, width, size float64, s string) {
	if w := c.width(size, "", c.shown(s)); w > width {
		size *= width / w
	}
	c.text(x, y, size, s)
}

// wrapped writes text in lines of at most width, and returns the baseline of
// the line that would follow.
func (c *canvas) wrapped(x, y, width, size, leading float64, s string) float64 {
	line := ""
	for w := range strings.FieldsSeq(s) {
		if line != "" && c.width(size, "", line+" "+w) > width {
			c.text(x, y, size, line)
			y, line = y+leading, ""
		}
		line = strings.TrimSpace(line + " " + w)
	}
	c.text(x, y, size, line)
	return y + leading
}

// shown is s with the document's own dashes.
func (c *canvas) shown(s string) string { return strings.ReplaceAll(s, none, c.dashes) }

func (c *canvas) write(x, y, size float64, style, s string) {
	s = c.shown(s)
	if c.blank {
		return
	}
	if c.outlines {
		c.draw(x, y, size, style, s)
		return
	}
	c.pdf.SetFont(family, style, size)
	c.pdf.Text(x, y, s)
}

// width is how many millimetres a text takes.
func (c *canvas) width(size float64, style, s string) float64 {
	if c.outlines {
		return c.font.advance(style, s) * size * pointMM
	}
	c.pdf.SetFont(family, style, size)
	return c.pdf.GetStringWidth(s)
}

func (c *canvas) ink(r, g, b int) {
	c.color = [3]int{r, g, b}
	c.pdf.SetTextColor(r, g, b)
}

func (c *canvas) line(x0, y0, x1, y1 float64) {
	c.pdf.SetDrawColor(170, 170, 170)
	c.pdf.SetLineWidth(0.15)
	c.pdf.Line(x0, y0, x1, y1)
}

func (c *canvas) frame(x, y, w, h float64) {
	c.pdf.SetDrawColor(120, 120, 120)
	c.pdf.SetLineWidth(0.25)
	c.pdf.Rect(x, y, w, h, "D")
}

func (c *canvas) fill(x, y, w, h float64, r, g, b int) {
	c.pdf.SetFillColor(r, g, b)
	c.pdf.Rect(x, y, w, h, "F")
}

func (c *canvas) circle(x, y, r float64) {
	c.pdf.SetDrawColor(120, 120, 120)
	c.pdf.Circle(x, y, r, "D")
}

func (c *canvas) bytes() ([]byte, error) {
	var b bytes.Buffer
	err := c.pdf.Output(&b)
	return b.Bytes(), err
}
