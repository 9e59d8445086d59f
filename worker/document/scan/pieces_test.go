package scan

import (
	"image"
	"math/rand/v2"
	"testing"
)

// draws puts letters, 14 pixels wide and of the given height, side by side on an image.
func draws(img *image.Gray, x, y, height, letters int) {
	for n := range letters {
		for dy := range height {
			for dx := range 14 {
				img.Pix[(y+dy)*img.Stride+x+n*20+dx] = 0
			}
		}
	}
}

// TestPieces: columns whose lines are not level, a large name between two lines, and marks.
func TestPieces(t *testing.T) {
	t.Parallel()
	img := filled(600, 200, 255)
	draws(img, 100, 20, 20, 6) // a label
	draws(img, 300, 34, 20, 4) // its value, half a line lower
	draws(img, 100, 60, 20, 6) // the next label
	draws(img, 300, 72, 20, 4) // and its value
	draws(img, 20, 40, 40, 2)  // the name of an eye, twice as high
	draws(img, 420, 72, 80, 1) // a picture: higher than any heading
	img.Pix[75*img.Stride+380] = 0
	for dy := range 5 { // a mark behind the last value
		for dx := range 5 {
			img.Pix[(73+dy)*img.Stride+378+dx] = 0
		}
	}
	want := []image.Rectangle{
		image.Rect(100, 20, 214, 40), image.Rect(300, 34, 374, 54), image.Rect(20, 40, 54, 80), image.Rect(100, 60, 214, 80), image.Rect(300, 72, 383, 92),
	}
	pieces := Pieces(img, 20)
	if len(pieces) != len(want) {
		t.Fatalf("%d pieces: %v", len(pieces), pieces)
	}
	for i, p := range pieces {
		if p.Rectangle != want[i] {
			t.Errorf("piece %d: %v, want %v", i, p.Rectangle, want[i])
		}
	}
	cut := pieces[2].Cut(img)
	if cut.Rect.Dx() != 34 || cut.Rect.Dy() != 40 || cut.GrayAt(0, 0).Y != 0 || cut.GrayAt(16, 0).Y != 255 {
		t.Errorf("cut: %v", cut.Rect)
	}
}

// TestPiecesOfNoise: spots of the size of letters all over a page take no longer than a test.
func TestPiecesOfNoise(t *testing.T) {
	t.Parallel()
	img := filled(3000, 4000, 255)
	random := rand.New(rand.NewPCG(1, 2))
	for range 60_000 {
		draws(img, random.IntN(2980), random.IntN(3980), 4+random.IntN(8), 1)
	}
	if n := len(Pieces(img, 10)); n == 0 || n > maxPieces {
		t.Errorf("%d pieces", n)
	}
}
