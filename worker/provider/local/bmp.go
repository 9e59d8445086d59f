package local

import (
	"bufio"
	"image"
	"os"

	"golang.org/x/image/bmp"
)

// writeBMP writes an image as a BMP, which has no compression and which tesseract reads by
// rows. It would read a PGM pixel by pixel, which takes 7 percent of the time of a page.
func writeBMP(path string, img *image.Gray) (err error) {
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
	if err := bmp.Encode(w, img); err != nil {
		return err
	}
	return w.Flush()
}
