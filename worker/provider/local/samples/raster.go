package samples

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"codeberg.org/go-pdf/fpdf"
)

// dpi is the resolution of an office scanner.
const dpi = 200

// render prints a recipe and puts it on its medium.
func render(ctx context.Context, r recipe, e *exam) (data []byte, extension string, err error) {
	f, err := fontFor(ctx, r.medium)
	if err != nil {
		return nil, "", err
	}
	c := newCanvas(f)
	r.print(c, e)
	pdf, err := c.bytes()
	if err != nil || r.medium == TextPDF {
		return pdf, ".pdf", err
	}
	pages, err := rasterize(ctx, pdf, c.pdf.PageCount())
	if err != nil {
		return nil, "", err
	}
	switch r.medium {
	case PNG:
		data, err = asPNG(pages[0])
		return data, ".png", err
	case JPG:
		data, err = asJPG(pages[0])
		return data, ".jpg", err
	}
	data, err = asPDF(pages)
	return data, ".pdf", err
}

// rasterize draws the pages in grey.
func rasterize(ctx context.Context, pdf []byte, pages int) ([]image.Image, error) {
	dir, err := os.MkdirTemp("", "biom-samples-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	in := filepath.Join(dir, "in.pdf")
	if err := os.WriteFile(in, pdf, 0o600); err != nil {
		return nil, err
	}
	var out []image.Image
	for n := 1; n <= pages; n++ {
		page := filepath.Join(dir, strconv.Itoa(n))
		cmd := exec.CommandContext(ctx, "pdftoppm", "-png", "-gray", "-r", strconv.Itoa(dpi),
			"-singlefile", "-f", strconv.Itoa(n), "-l", strconv.Itoa(n), in, page)
		if text, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("pdftoppm: %w: %s", err, text)
		}
		img, err := open(page + ".png")
		if err != nil {
			return nil, err
		}
		out = append(out, img)
	}
	return out, nil
}

func open(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return png.Decode(f)
}

func asPNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, img)
	return b.Bytes(), err
}

func asJPG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 70})
	return b.Bytes(), err
}

// asPDF makes a PDF that holds nothing but images, as scanners do.
func asPDF(pages []image.Image) ([]byte, error) {
	c := newCanvas(goFont)
	for i, img := range pages {
		scan, err := asJPG(img)
		if err != nil {
			return nil, err
		}
		name := strconv.Itoa(i)
		c.page()
		options := fpdf.ImageOptions{ImageType: "JPG"}
		c.pdf.RegisterImageOptionsReader(name, options, bytes.NewReader(scan))
		c.pdf.ImageOptions(name, 0, 0, 210, 297, false, options, 0, "")
	}
	return c.bytes()
}
