package engine

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/document/ppocr/onnx"
)

func TestClasses(t *testing.T) {
	t.Parallel()
	got := classes("A\n°\r\n：\n中\n７\nμ\n①\n")
	want := []string{"", "A", "°", ":", "", "7", "μ", "", " "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDecode: a letter that lasts is one letter, the gap separates two equal ones, and a letter that no printout has is never chosen.
func TestDecode(t *testing.T) {
	t.Parallel()
	letters := []string{"", "1", "2", "", " "}
	e := &Engine{letters: letters, printed: printedOf(letters)}
	steps := [][]float32{
		{0.1, 0.9, 0, 0, 0}, {0.2, 0.8, 0, 0, 0}, {0.9, 0.1, 0, 0, 0}, {0.4, 0.6, 0, 0, 0}, // 1, 1
		{0.1, 0.1, 0.3, 0.4, 0.1}, // the third class has no letter
		{0, 0, 0.1, 0, 0.9}, {1, 0, 0, 0, 0},
	}
	out := onnx.Tensor{Shape: []int64{1, int64(len(steps)), 5}, Data: slices.Concat(steps...)}
	got := e.decode(out, image.Rect(10, 0, 80, 20))
	want := []letter{{"1", 10, 30, float64(float32(0.9))}, {"1", 40, 50, float64(float32(0.6))}, {"2", 50, 60, float64(float32(0.3))}, {" ", 60, 70, float64(float32(0.9))}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// blocks returns an image of black blocks on white, or white ones on black, each as high as a capital letter of 20 pixels.
func blocks(dark bool, spans ...[2]int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, 300, 32))
	paper, letters := color.Gray{255}, color.Gray{20}
	if dark {
		paper, letters = letters, paper
	}
	for y := range 32 {
		for x := range 300 {
			img.SetGray(x, y, paper)
			for _, s := range spans {
				if x >= s[0] && x < s[1] && y >= 6 && y < 26 {
					img.SetGray(x, y, letters)
				}
			}
		}
	}
	return img
}

// TestSplit: words end at a space, and at a wide gap between letters; a digit has more white beside it. Their boxes are those of their ink.
func TestSplit(t *testing.T) {
	t.Parallel()
	at := func(text string, from float64) letter { return letter{text, from, from + 10, 0.9} }
	for _, dark := range []bool{false, true} {
		img := blocks(dark, [2]int{10, 20}, [2]int{30, 40}, [2]int{42, 52}, [2]int{80, 90}, [2]int{91, 101})
		got := split(img, img.Rect, []letter{at("A", 10), at("1", 30), at("1", 42), at(" ", 60), at("m", 80), {"m", 91, 101, 0.7}})
		want := []layout.Word{
			{Text: "A", Conf: 90, Box: layout.Box{X0: 10, Y0: 6, X1: 20, Y1: 26}},
			{Text: "11", Conf: 90, Box: layout.Box{X0: 30, Y0: 6, X1: 52, Y1: 26}},
			{Text: "mm", Conf: 70, Box: layout.Box{X0: 80, Y0: 6, X1: 101, Y1: 26}},
		}
		if !slices.Equal(got, want) {
			t.Errorf("dark paper %v: got %v, want %v", dark, got, want)
		}
		if got := split(img, img.Rect, []letter{{"A", 10, 20, 0.3}}); len(got) != 0 {
			t.Errorf("an unsure letter was read: %v", got)
		}
	}
}

func TestUncovered(t *testing.T) {
	t.Parallel()
	pieces := []image.Rectangle{image.Rect(0, 0, 50, 20), image.Rect(55, 0, 100, 20)}
	lines := []image.Rectangle{image.Rect(0, 2, 100, 18), image.Rect(0, 30, 20, 50), image.Rect(40, 15, 60, 40)}
	if got := uncovered(lines, pieces); !slices.Equal(got, lines[1:]) {
		t.Errorf("got %v", got)
	}
}

// TestCores: pixels that touch are one core; a small or a faint one is none.
func TestCores(t *testing.T) {
	t.Parallel()
	p := probabilities{make([]float32, 40*20), 40, 20}
	fill := func(r image.Rectangle, chance float32) {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				p.of[y*40+x] = chance
			}
		}
	}
	fill(image.Rect(2, 2, 20, 8), 0.9)
	fill(image.Rect(20, 5, 40, 8), 0.8)   // touches it, up to the edge
	fill(image.Rect(2, 12, 10, 14), 0.9)  // too low
	fill(image.Rect(20, 12, 30, 18), 0.4) // faint
	if got := p.cores(); len(got) != 1 || got[0] != image.Rect(2, 2, 40, 8) {
		t.Errorf("got %v", got)
	}
}
