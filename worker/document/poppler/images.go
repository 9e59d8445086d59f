package poppler

import (
	"bytes"
	"context"
	"strconv"

	"biom/worker/document/child"
	"biom/worker/document/layout"
)

// Image is one image on a page of a document.
type Image struct {
	Page          int
	Width, Height float64 // pixels
	XPPI, YPPI    float64 // resolution on the page, in pixels per inch
}

// Covers reports whether the image fills the page except for a margin, as a scan
// does. The image may lie on its side.
func (i Image) Covers(p layout.Page) bool {
	const minShare = 0.8 // of each side of the page
	w, h := i.Width/i.XPPI*72, i.Height/i.YPPI*72
	return i.Page == p.Number && (w >= minShare*p.Width && h >= minShare*p.Height ||
		h >= minShare*p.Width && w >= minShare*p.Height)
}

// Share returns the share of the page's area that the image covers.
func (i Image) Share(p layout.Page) float64 {
	return i.Width / i.XPPI * i.Height / i.YPPI * 72 * 72 / (p.Width * p.Height)
}

// Images lists the images on the first pages of the PDF at path.
func (p *Poppler) Images(ctx context.Context, dir, path string, pages int) ([]Image, error) {
	out, err := p.runner.Run(ctx, child.Command{
		Path: p.images, Dir: dir, Limits: listLimits,
		Args: []string{"-list", "-f", "1", "-l", strconv.Itoa(pages), path},
	})
	if err != nil {
		return nil, classify(err)
	}
	return ParseImages(out), nil
}

// The columns of pdfimages -list that are used. Those after "object ID" are
// counted from the end of the line, because an inline image has "[inline]" there,
// which is one column instead of two.
//
//	page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio
//	   1     0 image    1654  2339  gray    1   8  jpeg   no        11  0   200   200  187K  5.0%
const (
	colPage, colType, colWidth, colHeight = 0, 2, 3, 4
	endXPPI, endYPPI                      = 4, 3
	columns                               = 16
)

// ParseImages reads the output of pdfimages -list. It skips masks and lines of
// another shape.
func ParseImages(out []byte) []Image {
	var images []Image
	for line := range bytes.Lines(out) {
		col := bytes.Fields(line)
		n := len(col)
		if n != columns && n != columns-1 || string(col[colType]) != "image" {
			continue
		}
		page, err := strconv.Atoi(string(col[colPage]))
		i := Image{Page: page}
		ok := err == nil
		for c, into := range map[int]*float64{colWidth: &i.Width, colHeight: &i.Height, n - endXPPI: &i.XPPI, n - endYPPI: &i.YPPI} {
			*into, err = strconv.ParseFloat(string(col[c]), 64)
			ok = ok && err == nil && *into >= 1 && *into < 1e6
		}
		if ok {
			images = append(images, i)
		}
	}
	return images
}
