package engine

import (
	"image"
	"math"
	"strings"
	"unicode"

	"biom/worker/document/layout"
	"biom/worker/document/ppocr/onnx"
)

const (
	lineHeight    = 48   // in pixels: of the lines that the recognizer has learnt from
	leastWidth    = 16   // in pixels
	longestLine   = 60   // times as wide as high; a longer one is a rule
	turnedText    = 1.5  // times as high as wide: letters that stand upon each other or are turned, of which the recognizer knows none
	minConfidence = 0.5  // of each letter of a word
	wideGap       = 0.38 // of white between two words, in heights of a capital letter
	wideNumberGap = 0.6  // the same between digits: 1 has much white beside it
)

// letter is one that the recognizer read.
type letter struct {
	text     string
	from, to float64 // where it stands, in pixels of the image
	sure     float64 // 0 to 1
}

func (l letter) middle() float64 { return (l.from + l.to) / 2 }

// words returns the words of a line of the image.
func (e *Engine) words(img *image.Gray, line image.Rectangle) ([]layout.Word, error) {
	w, h := float64(line.Dx()), float64(line.Dy())
	if w < 2 || h < 4 || w > longestLine*h || h > turnedText*w && h > lineHeight {
		return nil, nil
	}
	crop := resized(img, line, max(leastWidth, int(math.Ceil(w*lineHeight/h))), lineHeight)
	half := [3]float32{0.5, 0.5, 0.5}
	out, err := e.recognizer.Run(onnx.Tensor{
		Shape: []int64{1, 3, lineHeight, int64(crop.Rect.Dx())},
		Data:  channels(crop, half, half),
	})
	if err != nil || len(out.Shape) != 3 || int(out.Shape[2]) != len(e.letters) {
		return nil, err
	}
	return split(img, line, e.decode(out, line)), nil
}

// decode returns the letters of the recognizer's answer: for each step to the right, the probability of every class. A letter lasts as long as its
// class; the class of the gap stands between two equal letters.
func (e *Engine) decode(out onnx.Tensor, line image.Rectangle) (letters []letter) {
	steps, width := int(out.Shape[1]), len(e.letters)
	step := float64(line.Dx()) / float64(steps)
	last := gap
	for i := range steps {
		chances := out.Data[i*width : (i+1)*width]
		best := gap
		for _, class := range e.printed {
			if chances[class] > chances[best] {
				best = class
			}
		}
		from := float64(line.Min.X) + float64(i)*step
		switch best {
		case gap:
		case last:
			l := &letters[len(letters)-1]
			l.to, l.sure = from+step, max(l.sure, float64(chances[best]))
		default:
			letters = append(letters, letter{e.letters[best], from, from + step, float64(chances[best])})
		}
		last = best
	}
	return letters
}

// split returns the words of a line: where the recognizer read a space, and where the image has a wide gap.
func split(img *image.Gray, line image.Rectangle, letters []letter) (words []layout.Word) {
	ink := inkOf(img, line)
	height := float64(line.Dy()) / 1.6 // the line is grown beyond its letters
	var word []letter
	from := line.Min.X
	end := func(to int) {
		if w, ok := joined(ink, word, from, to); ok {
			words = append(words, w)
		}
		word, from = nil, to
	}
	spaced := false
	for _, l := range letters {
		if strings.TrimSpace(l.text) == "" {
			spaced = true
			continue
		}
		if len(word) > 0 {
			previous := word[len(word)-1]
			at, width := ink.gap(int(previous.middle()), int(l.middle()))
			limit := wideGap
			if numeral(previous.text) && numeral(l.text) {
				limit = wideNumberGap
			}
			if spaced || float64(width) > limit*height {
				end(at)
			}
		}
		word, spaced = append(word, l), false
	}
	end(line.Max.X)
	return words
}

func numeral(text string) bool {
	r := []rune(text)[0]
	return unicode.IsDigit(r) || r == '.' || r == ',' || r == '-'
}

// joined returns the word that letters make, whose ink stands between two columns. It is none if the recognizer is unsure of a letter.
func joined(ink ink, letters []letter, from, to int) (layout.Word, bool) {
	if len(letters) == 0 {
		return layout.Word{}, false
	}
	var text strings.Builder
	sure := 1.0
	for _, l := range letters {
		text.WriteString(l.text)
		sure = min(sure, l.sure)
	}
	box := ink.box(from, to)
	return layout.Word{Text: text.String(), Conf: 100 * sure, Box: layout.Box{
		X0: float64(box.Min.X), Y0: float64(box.Min.Y), X1: float64(box.Max.X), Y1: float64(box.Max.Y),
	}}, sure >= minConfidence && !box.Empty()
}

// ink is where the letters of a line are: the pixels that differ from its paper.
type ink struct {
	line    image.Rectangle
	columns []int // how many pixels of each column
	at      func(x, y int) bool
}

// inkOf finds the ink of a line. The paper is the brightness of most of its pixels, which is dark in a bar with light letters.
func inkOf(img *image.Gray, line image.Rectangle) ink {
	var sum, darkest, lightest = 0, uint8(math.MaxUint8), uint8(0)
	for y := line.Min.Y; y < line.Max.Y; y++ {
		for x := line.Min.X; x < line.Max.X; x++ {
			v := img.GrayAt(x, y).Y
			sum, darkest, lightest = sum+int(v), min(darkest, v), max(lightest, v)
		}
	}
	mean, middle := sum/area(line), (int(darkest)+int(lightest))/2
	dark := mean < middle
	i := ink{line: line, columns: make([]int, line.Dx()), at: func(x, y int) bool {
		return (int(img.GrayAt(x, y).Y) < middle) != dark
	}}
	for y := line.Min.Y; y < line.Max.Y; y++ {
		for x := line.Min.X; x < line.Max.X; x++ {
			if i.at(x, y) {
				i.columns[x-line.Min.X]++
			}
		}
	}
	return i
}

// gap returns the middle and the width of the widest gap without ink between two columns.
func (i ink) gap(from, to int) (middle, width int) {
	middle = (from + to) / 2
	run := 0
	for x := max(from, i.line.Min.X); x <= min(to, i.line.Max.X-1); x++ {
		if i.columns[x-i.line.Min.X] > 0 {
			run = 0
			continue
		}
		if run++; run > width {
			middle, width = x-run/2, run
		}
	}
	return middle, width
}

// box returns the box around the ink between two columns.
func (i ink) box(from, to int) (box image.Rectangle) {
	for x := max(from, i.line.Min.X); x < min(to, i.line.Max.X); x++ {
		if i.columns[x-i.line.Min.X] == 0 {
			continue
		}
		for y := i.line.Min.Y; y < i.line.Max.Y; y++ {
			if i.at(x, y) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}
