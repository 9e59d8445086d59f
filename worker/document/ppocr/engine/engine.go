// Package engine reads the text of a page by two neural networks: one finds the lines of text, the other reads
// them. They are PaddleOCR's PP-OCR models of version 4 (https://github.com/PaddlePaddle/PaddleOCR, Apache 2.0).
// What goes into them and what their answers mean is described there: ppocr/data/imaug and ppocr/postprocess.
package engine

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"biom/worker/document/layout"
	"biom/worker/document/ppocr/onnx"
)

// The files of the engine, in one directory.
const (
	Library    = "libonnxruntime.so"
	Detector   = "detector.onnx"
	Recognizer = "recognizer.onnx"
	Alphabet   = "alphabet.txt"
)

// Engine is the two networks. It is for one goroutine at a time.
type Engine struct {
	detector   *onnx.Model
	recognizer *onnx.Model
	letters    []string // what the classes of the recognizer stand for; "" for those that no printout of ours has
	printed    []int    // the classes that a printout of ours may have, and the gap
}

// Open loads the library and the networks in dir.
func Open(dir string) (*Engine, error) {
	alphabet, err := os.ReadFile(filepath.Join(dir, Alphabet))
	if err != nil {
		return nil, err
	}
	runtime, err := onnx.Load(filepath.Join(dir, Library))
	if err != nil {
		return nil, err
	}
	e := &Engine{letters: classes(string(alphabet))}
	e.printed = printedOf(e.letters)
	var group errgroup.Group
	group.Go(func() (err error) {
		e.detector, err = runtime.Open(filepath.Join(dir, Detector), threads)
		return err
	})
	group.Go(func() (err error) {
		e.recognizer, err = runtime.Open(filepath.Join(dir, Recognizer), 1)
		return err
	})
	return e, group.Wait()
}

// gap is the class of the gap between two letters.
const gap = 0

// classes returns what the classes of the recognizer stand for. The first is the gap between two letters, the last a space.
func classes(alphabet string) []string {
	letters := []string{""}
	for line := range strings.Lines(alphabet) {
		letters = append(letters, printed(strings.TrimRight(line, "\r\n")))
	}
	return append(letters, " ")
}

// printedOf returns the classes that have a letter, and that of the gap.
func printedOf(letters []string) (classes []int) {
	for class, letter := range letters {
		if class == gap || letter != "" {
			classes = append(classes, class)
		}
	}
	return classes
}

// printed returns the letter as biom writes it, "" if no printout in a language that biom reads has it. The alphabet is mainly
// Chinese, with the letters of ASCII in two widths.
func printed(letter string) string {
	runes := []rune(letter)
	if len(runes) != 1 {
		return ""
	}
	const wide, narrow = '！', '!' // U+FF01 to U+FF5E are the wide forms of U+0021 to U+007E
	r := runes[0]
	switch {
	case r >= wide && r <= '～':
		return string(r - wide + narrow)
	case r < 0x300, strings.ContainsRune("αβκλμσΔØ–—‘’“”•‰′″²³±≤≥≈√", r):
		return letter
	}
	return ""
}

// Read returns the words of an image of dark letters on a light page, with their places in it. pieces are where its text stands as far as that is
// known. The detector finds the rest: letters on bars and grounds, and beside pictures. What of it the pieces cover is left out.
func (e *Engine) Read(img *image.Gray, pieces []image.Rectangle) (layout.Page, error) {
	page := layout.Page{OCR: true, Width: float64(img.Rect.Dx()), Height: float64(img.Rect.Dy())}
	lines, err := e.lines(img)
	if err != nil {
		return page, fmt.Errorf("detector: %w", err)
	}
	lines = slices.Concat(pieces, uncovered(lines, pieces))
	words := make([][]layout.Word, len(lines))
	var group errgroup.Group
	group.SetLimit(threads)
	for i, line := range lines {
		group.Go(func() (err error) {
			words[i], err = e.words(img, line)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return page, fmt.Errorf("recognizer: %w", err)
	}
	page.Words = slices.Concat(words...)
	return page, nil
}

// threads is on how many processors a page is read: the detector works on so many, and then so many lines are read at once. The other first pass, by tesseract, is
// done after a third of the time of a page, and leaves its processor idle.
const threads = 2

// uncovered returns the lines of which the pieces cover less than a third.
func uncovered(lines, pieces []image.Rectangle) (out []image.Rectangle) {
	for _, line := range lines {
		covered := 0
		for _, piece := range pieces {
			covered += area(line.Intersect(piece))
		}
		if covered*3 < area(line) {
			out = append(out, line)
		}
	}
	return out
}

func area(r image.Rectangle) int { return r.Dx() * r.Dy() }
