package samples

import (
	"bytes"
	"time"

	"codeberg.org/go-pdf/fpdf"
)

// stamp is the creation date of every PDF, so that a seed always gives the
// same bytes.
var stamp = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)

// canvas is an A4 page in millimetres.
type canvas struct{ pdf *fpdf.Fpdf }

func newCanvas(f font) *canvas {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCreationDate(stamp)
	pdf.SetModificationDate(stamp)
	pdf.SetCatalogSort(true)
	pdf.SetAutoPageBreak(false, 0)
	pdf.AddUTF8FontFromBytes(family, "", f.regular)
	pdf.AddUTF8FontFromBytes(family, "B", f.bold)
	return &canvas{pdf}
}

func (c *canvas) page() { c.pdf.AddPage() }

// text writes at the baseline y.
func (c *canvas) text(x, y, size float64, s string) { c.write(x, y, size, "", s) }

func (c *canvas) bold(x, y, size float64, s string) { c.write(x, y, size, "B", s) }

// ending writes text that ends at x.
func (c *canvas) ending(x, y, size float64, s string) {
	c.pdf.SetFont(family, "", size)
	c.pdf.Text(x-c.pdf.GetStringWidth(s), y, s)
}

func (c *canvas) write(x, y, size float64, style, s string) {
	c.pdf.SetFont(family, style, size)
	c.pdf.Text(x, y, s)
}

func (c *canvas) ink(r, g, b int) { c.pdf.SetTextColor(r, g, b) }

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
