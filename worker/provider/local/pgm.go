package local

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"os"

	"biom/worker/document/scan"
)

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
