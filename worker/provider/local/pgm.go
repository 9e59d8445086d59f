package local

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"os"

	"biom/worker/document/scan"
)

// writePGM writes an image as a PGM. It has no compression, so tesseract reads it
// quickly.
func writePGM(path string, img *image.Gray) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriter(f)
	fmt.Fprintf(w, "P5\n%d %d\n255\n", img.Rect.Dx(), img.Rect.Dy())
	for y := range img.Rect.Dy() {
		if _, err := w.Write(img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]); err != nil {
			return err
		}
	}
	return w.Flush()
}

// errPGM is the error of a file that does not have the form of a PGM from pdftoppm.
var errPGM = errors.New("local: not an image as pdftoppm writes them")

// readPGM reads a PGM that pdftoppm wrote. The image may be at most scan.MaxSide
// pixels wide and high.
func readPGM(path string) (*image.Gray, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	parts := bytes.SplitN(data, []byte("\n"), 4)
	if len(parts) < 4 || string(parts[0]) != "P5" || string(parts[2]) != "255" {
		return nil, errPGM
	}
	var w, h int
	if _, err := fmt.Sscanf(string(parts[1]), "%d %d", &w, &h); err != nil {
		return nil, errPGM
	}
	if w < 1 || h < 1 || w > scan.MaxSide || h > scan.MaxSide || len(parts[3]) != w*h {
		return nil, errPGM
	}
	return &image.Gray{Pix: parts[3], Stride: w, Rect: image.Rect(0, 0, w, h)}, nil
}
