// Biom-ocr reads the text of an image by neural networks, for biom's local reader: a program of its own, which
// biom confines like the other programs that read documents.
//
//	biom-ocr DIR [IMAGE.bmp [LEFT,TOP,RIGHT,BOTTOM…]]
//
// It prints the words as the program tesseract does with its option tsv. DIR has the library and the networks. The
// rectangles are places where text stands. Without an image it only loads the networks.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"os"

	"golang.org/x/image/bmp"

	"biom/worker/document/grey"
	"biom/worker/document/ppocr/engine"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "biom-ocr:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return errors.New("usage: biom-ocr DIR [IMAGE.bmp [LEFT,TOP,RIGHT,BOTTOM…]]")
	}
	e, err := engine.Open(args[0])
	if err != nil || len(args) == 1 {
		return err
	}
	data, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	img, err := bmp.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	grey := grey.Of(img)
	pieces := make([]image.Rectangle, len(args)-2)
	for i, arg := range args[2:] {
		r := &pieces[i]
		if _, err := fmt.Sscanf(arg, "%d,%d,%d,%d", &r.Min.X, &r.Min.Y, &r.Max.X, &r.Max.Y); err != nil {
			return fmt.Errorf("%s is no rectangle: %w", arg, err)
		}
		*r = r.Intersect(grey.Rect)
	}
	page, err := e.Read(grey, pieces)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, "1\t1\t0\t0\t0\t0\t0\t0\t%d\t%d\t-1\t\n", grey.Rect.Dx(), grey.Rect.Dy())
	for _, w := range page.Words {
		fmt.Fprintf(out, "5\t1\t1\t1\t1\t1\t%.0f\t%.0f\t%.0f\t%.0f\t%.1f\t%s\n", w.X0, w.Y0, w.Width(), w.Height(), w.Conf, w.Text)
	}
	return out.Flush()
}
