package samples

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/bmp"
)

// render puts a printed canvas on the plan's medium, and notes in tags how.
func (p plan) render(ctx context.Context, c *canvas, tags map[string]string) ([]byte, error) {
	pdf, err := c.bytes()
	if err != nil || p.medium == TextPDF || p.medium == OutlinePDF {
		return pdf, err
	}
	r, w, dpi := p.wear(tags)
	pages, err := rasterize(ctx, pdf, dpi, w.grey)
	if err != nil {
		return nil, err
	}
	for i := range pages {
		pages[i] = pages[i].worn(r, w)
	}
	if p.medium == ImagePDF {
		return scanned(c, pages, w.quality)
	}
	return encode(p.medium, pages[0], w, r)
}

// wear is what the medium does to the pages, which tags tell.
func (p plan) wear(tags map[string]string) (*rand.Rand, wear, int) {
	r := p.random(3)
	dpi := []int{120, 150, 150, 200, 200, 240, 300}[r.IntN(7)]
	if p.dpi != 0 {
		dpi = p.dpi
	}
	w := drawWear(r, p.medium)
	if p.thrifty {
		w.thrifty(p.medium)
	}
	if p.leaning && w.photo {
		lean := p.random(4)
		w.lean = [2]float64{0.14*lean.Float64() - 0.07, 0.14*lean.Float64() - 0.07}
		tags["lean"] = strconv.FormatFloat(max(math.Abs(w.lean[0]), math.Abs(w.lean[1])), 'f', 2, 64)
	}
	tags["dpi"] = strconv.Itoa(dpi)
	if w.tilt != 0 {
		tags["tilt"] = strconv.FormatFloat(w.tilt, 'f', 2, 64)
	}
	return r, w, dpi
}

// rasterize draws the pages of a PDF.
func rasterize(ctx context.Context, pdf []byte, dpi int, grey bool) ([]*sheet, error) {
	args := []string{"-r", strconv.Itoa(dpi)}
	if grey {
		args = append(args, "-gray")
	}
	cmd := exec.CommandContext(ctx, "pdftoppm", append(args, "-")...)
	var out, problem bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(pdf), &out, &problem
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("pdftoppm (apt-get install poppler-utils): %w: %s", err, problem.Bytes())
	}
	var pages []*sheet
	for out.Len() > 0 {
		s, err := readPNM(&out)
		if err != nil {
			return nil, err
		}
		pages = append(pages, s)
	}
	return pages, nil
}

// scanned makes a PDF that holds nothing but images, as scanners do, in the
// sizes of the pages of c. fpdf writes images of one width in the order of a
// map: until it is the pages' order, so that a seed always gives the same
// bytes, it is done again.
func scanned(c *canvas, pages []*sheet, quality int) ([]byte, error) {
	scans := make([][]byte, len(pages))
	for i, s := range pages {
		var err error
		if scans[i], err = asJPG(s.image(), quality); err != nil {
			return nil, err
		}
	}
	for {
		pdf, err := bound(c, scans)
		if err != nil || inOrder(pdf, scans) {
			return pdf, err
		}
	}
}

// bound is a PDF of scans, a page each.
func bound(c *canvas, scans [][]byte) ([]byte, error) {
	out := newCanvas(c.font, true, "")
	for i, scan := range scans {
		width, height, _ := c.pdf.PageSize(i + 1)
		out.paper(rounded(width, 2), rounded(height, 2))
		name, options := strconv.Itoa(i), fpdf.ImageOptions{ImageType: "JPG"}
		out.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(scan))
		out.pdf.ImageOptions(name, 0, 0, width, height, false, options, 0, "")
	}
	return out.bytes()
}

func inOrder(pdf []byte, scans [][]byte) bool {
	return slices.IsSortedFunc(scans, func(a, b []byte) int { return bytes.Index(pdf, a) - bytes.Index(pdf, b) })
}

func asJPG(img image.Image, quality int) ([]byte, error) {
	var b bytes.Buffer
	err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality})
	return b.Bytes(), err
}

// encode writes one image. PNG and GIF have a palette, but for a few PNG.
func encode(m Medium, s *sheet, w wear, r *rand.Rand) ([]byte, error) {
	var b bytes.Buffer
	switch m {
	case JPG:
		return asJPG(s.image(), w.quality)
	case BMP:
		err := bmp.Encode(&b, s.image())
		return b.Bytes(), err
	case GIF:
		err := gif.Encode(&b, s.paletted(), nil)
		return b.Bytes(), err
	}
	img := image.Image(s.paletted())
	if w.clean && r.IntN(3) == 0 {
		img = s.image()
	}
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img)
	return b.Bytes(), err
}
