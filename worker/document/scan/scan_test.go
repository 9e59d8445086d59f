package scan

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

const lineText = "Axial length AL 23.45 mm, thickness of the lens, depth of the chamber: 3.12 mm, white to white 11.9"

var (
	wholePage = Band{0, 1}
	wholeBox  = Box{0, 0, 1, 1}
)

// printed returns a page of text whose capital letters have the given height in
// pixels.
func printed(t testing.TB, w, h int, capital float64) *image.Gray {
	t.Helper()
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: capital / 0.72, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	img := filled(w, h, 255)
	d := font.Drawer{Dst: img, Src: image.Black, Face: face}
	for y := 3 * capital; y < float64(h)-2*capital; y += 2.2 * capital {
		d.Dot = fixed.P(int(2*capital), int(y))
		shift := int(y) % len(lineText) // no line is like the one above it
		for _, c := range lineText[shift:] + lineText[:shift] {
			if d.Dot.X.Ceil() < w-int(3*capital) {
				d.DrawString(string(c))
			}
		}
	}
	return img
}

func filled(w, h int, v byte) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	draw.Draw(img, img.Rect, image.NewUniform(color.Gray{v}), image.Point{}, draw.Src)
	return img
}

// difference returns the mean difference of the pixels of two images of the same size.
func difference(a, b *image.Gray) float64 {
	sum := 0.0
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			sum += math.Abs(float64(a.GrayAt(x, y).Y) - float64(b.GrayAt(x, y).Y))
		}
	}
	return sum / float64(a.Rect.Dx()*a.Rect.Dy())
}

func TestTiltIsFound(t *testing.T) {
	t.Parallel()
	page := printed(t, 1240, 1754, 15)
	for _, tilt := range []float64{-5, -3, -1.3, -0.2, 0, 0.4, 2.1, 5} {
		p := Analyze(warp(page, 0.999, -tilt, wholeBox), None)
		if !p.Legible() || math.Abs(p.tilt-tilt) > 0.1 {
			t.Errorf("%v: found %v, legible %v", tilt, p.tilt, p.Legible())
		}
	}
}

func TestTurnIsFound(t *testing.T) {
	t.Parallel()
	page := printed(t, 900, 1200, 20)
	for turn := None; turn <= Left; turn++ {
		p := Analyze(turned(page, turn), None)
		if (p.turn+turn)%4 != None {
			t.Errorf("turned by %d: it would be turned by %d more", turn, p.turn)
		}
		if d := difference(p.Draw(wholePage, p.height), page); d > 1 {
			t.Errorf("turned by %d: differs by %.1f", turn, d)
		}
	}
	if p := Analyze(page, None).Turned(HalfTurn); p.turn != HalfTurn {
		t.Errorf("turned over: %d", p.turn)
	}
}

// TestStripIsUpright expects a long strip of short lines in a typeface of one width to stay upright, although its
// letters are aligned better on columns than on lines, and to be turned back if it lies on its side.
func TestStripIsUpright(t *testing.T) {
	t.Parallel()
	strip := filled(640, 2600, 255)
	f, err := opentype.Parse(gomono.TTF)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: 26, DPI: 72})
	if err != nil {
		t.Fatal(err)
	}
	d := font.Drawer{Dst: strip, Src: image.Black, Face: face}
	for i := range 75 {
		d.Dot = fixed.P(50, 60+33*i)
		d.DrawString(fmt.Sprintf("R%d %5.2f %5.2f %3d", i%9, 7.5+float64(i%7)/9, 43.2+float64(i%5)/7, i*7%180))
	}
	for turn := None; turn <= Left; turn++ {
		p := Analyze(turned(strip, turn), None)
		if got := (p.turn + turn) % 2; got != None || !p.Legible() {
			t.Errorf("turned by %d: it would be turned by %d more, legible %v", turn, p.turn, p.Legible())
		}
	}
}

// TestHeightOfLetters draws pages of several resolutions: the letters come out with
// the same height.
func TestHeightOfLetters(t *testing.T) {
	t.Parallel()
	for _, capital := range []float64{10, 16, 28, 45} {
		p := Analyze(printed(t, int(80*capital), int(60*capital), capital), None)
		again := Analyze(p.Draw(wholePage, 24), None)
		if math.Abs(p.height/capital-1) > 0.12 || math.Abs(again.height-24) > 2.5 {
			t.Errorf("%v: found %v, drawn with %v", capital, p.height, again.height)
		}
	}
}

func TestWithoutShadows(t *testing.T) {
	t.Parallel()
	page := printed(t, 1240, 1754, 15)
	if got := withoutShadows(page); got != page {
		t.Error("an evenly lit page was changed")
	}
	dim := copied(page)
	for y := range dim.Rect.Dy() {
		for x := range dim.Rect.Dx() {
			light := 0.95 - 0.25*float64(x)/1240 - 0.2*float64(y)/1754
			dim.Pix[y*dim.Stride+x] = byte(light * float64(dim.Pix[y*dim.Stride+x]))
		}
	}
	if before, after := difference(dim, page), difference(withoutShadows(dim), page); before < 40 || after > 10 {
		t.Errorf("differs by %.1f, was %.1f", after, before)
	}
}

// TestFrameIsRemoved puts a page on a noisy table. A plain page, and one with a bar at
// its edge, have no frame.
func TestFrameIsRemoved(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	photo := filled(1600, 2100, 110)
	for i := range photo.Pix {
		photo.Pix[i] += byte(r.IntN(20))
	}
	page := printed(t, 1240, 1754, 15)
	draw.Draw(photo, image.Rect(180, 170, 1420, 1924), page, image.Point{}, draw.Src)
	photo = copied(warp(photo, 0.999, 2, wholeBox).SubImage(image.Rect(100, 100, 1500, 2000)).(*image.Gray))
	p := Analyze(photo, None)
	if math.Abs(p.tilt+2) > 0.1 {
		t.Errorf("tilt %v", p.tilt)
	}
	out := p.Draw(wholePage, p.height)
	for _, at := range []image.Point{{20, 900}, {1380, 900}, {700, 20}, {700, 1880}} {
		if v := out.GrayAt(at.X, at.Y).Y; v < 250 {
			t.Errorf("%v: the table is still there: %d", at, v)
		}
	}
	if _, found := frameOf(page); found {
		t.Error("a plain page has a frame")
	}
	table := filled(1600, 2100, 60)
	strip := printed(t, 420, 1900, 15)
	draw.Draw(table, image.Rect(600, 100, 1020, 2000), strip, image.Point{}, draw.Src)
	f, found := frameOf(table)
	if !found {
		t.Fatal("a strip of paper has no frame")
	}
	out = f.without(table)
	for _, y := range []int{110, 1050, 1990} { // the margin of the strip, from its head to its foot
		if v := out.GrayAt(640, y).Y; v < 200 {
			t.Errorf("the strip is taken for the table at %d: %d", y, v)
		}
	}
	barred := copied(page)
	draw.Draw(barred, image.Rect(0, 0, 1240, 90), image.NewUniform(color.Gray{50}), image.Point{}, draw.Src)
	if _, found := frameOf(barred); found {
		t.Error("a bar is a frame")
	}
}

// TestLitTable: the table in the light is as bright as the page in the shade, and its texture has more spots than the page has letters.
func TestLitTable(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	photo := filled(1700, 2100, 120)
	for i := range photo.Pix {
		photo.Pix[i] += byte(r.IntN(10))
	}
	page := printed(t, 800, 1754, 15)
	fill(page, image.Rect(0, 300, 800, 1754), 255) // a few lines, at the head
	draw.Draw(photo, image.Rect(450, 170, 1250, 1924), page, image.Point{}, draw.Src)
	for y := range 2100 {
		if y < 1500 {
			for x := range 1700 {
				v := &photo.Pix[y*photo.Stride+x]
				*v = byte(int(*v) * 6 / 10)
			}
		}
	}
	if p := Analyze(photo, None); !p.Legible() || math.Abs(p.height-15) > 2 {
		t.Errorf("legible %v, letters of %v pixels", p.Legible(), p.height)
	}
}

// TestBarsAreInverted expects white letters on a dark bar to become dark letters on
// white, also on a bar that is the head of a frame, and the rest of the page to stay as it is.
func TestBarsAreInverted(t *testing.T) {
	t.Parallel()
	page := printed(t, 1240, 600, 15)
	want := Analyze(page, None).Draw(wholePage, 15)
	bar := image.Rect(5, 184, 1235, 284)
	for y := bar.Min.Y; y < bar.Max.Y; y++ {
		for x := bar.Min.X; x < bar.Max.X; x++ {
			page.Pix[y*page.Stride+x] = byte(255 - int(page.Pix[y*page.Stride+x])*4/5)
		}
	}
	for _, framed := range []bool{false, true} {
		if framed {
			fill(page, image.Rect(bar.Min.X, 184, bar.Min.X+2, 560), 60)
			fill(page, image.Rect(bar.Max.X-2, 184, bar.Max.X, 560), 60)
			fill(page, image.Rect(bar.Min.X, 558, bar.Max.X, 560), 60)
		}
		if d := difference(Analyze(page, None).Draw(wholePage, 15), want); d > 2 {
			t.Errorf("framed %v: differs by %.1f", framed, d)
		}
	}
}

// TestBarsLeaveNoFrame expects the blurred edges of a bar to become white with it, because OCR sees no letters in a
// frame, and the ink beside it to stay.
func TestBarsLeaveNoFrame(t *testing.T) {
	t.Parallel()
	page := filled(600, 300, 255)
	fill(page, image.Rect(98, 98, 502, 142), 215) // the blur
	fill(page, image.Rect(100, 100, 500, 140), 40)
	fill(page, image.Rect(120, 110, 160, 130), 240) // letters
	fill(page, image.Rect(200, 144, 240, 160), 20)  // what is printed below
	want := filled(600, 300, 255)
	fill(want, image.Rect(120, 110, 160, 130), 17)
	fill(want, image.Rect(200, 144, 240, 160), 20)
	invertBars(page, 20)
	if d := difference(page, want); d > 0 {
		t.Errorf("differs by %.2f", d)
	}
}

// TestDarkCellsBelowAHead are bars, although the lines of the head of their table touch them.
func TestDarkCellsBelowAHead(t *testing.T) {
	t.Parallel()
	page := filled(600, 300, 255)
	fill(page, image.Rect(100, 60, 102, 140), 40) // the lines of the head
	fill(page, image.Rect(218, 60, 220, 140), 40)
	fill(page, image.Rect(100, 140, 220, 260), 40)
	letters := image.Rect(140, 160, 180, 180)
	fill(page, letters, 240)
	invertBars(page, 20)
	if got := page.GrayAt(letters.Min.X+10, letters.Min.Y+10); got.Y > 30 {
		t.Errorf("the letters have brightness %d", got.Y)
	}
	if got := page.GrayAt(200, 220); got.Y < 250 {
		t.Errorf("their ground has brightness %d", got.Y)
	}
}

// TestHeadingsThatTouchAPicture are not inverted with it.
func TestHeadingsThatTouchAPicture(t *testing.T) {
	t.Parallel()
	page := filled(600, 300, 255)
	fill(page, image.Rect(100, 100, 500, 250), 30) // a picture
	heading := image.Rect(120, 70, 200, 100)
	for x := heading.Min.X; x < heading.Max.X; x += 8 { // strokes down to the picture
		fill(page, image.Rect(x, heading.Min.Y, x+3, heading.Max.Y), 20)
	}
	want := copied(page)
	invertBars(page, 20)
	for y := heading.Min.Y; y < heading.Max.Y-1; y++ {
		for x := heading.Min.X - 10; x < heading.Max.X+10; x++ {
			if got, want := page.GrayAt(x, y), want.GrayAt(x, y); got != want {
				t.Fatalf("%d, %d: brightness %d, want %d", x, y, got.Y, want.Y)
			}
		}
	}
	if got := page.GrayAt(300, 180); got.Y < 250 {
		t.Errorf("the picture has brightness %d", got.Y)
	}
}

// TestPicturesWithoutLettersAreNotLegible also draws them.
func TestPicturesWithoutLettersAreNotLegible(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	noise := filled(1500, 1000, 0)
	for i := range noise.Pix {
		noise.Pix[i] = byte(r.IntN(256))
	}
	coarse := warp(halve(noise, 400), 4, 0, wholeBox)
	for name, img := range map[string]*image.Gray{
		"blank": filled(1000, 1400, 250), "black": filled(1000, 1400, 0), "noise": noise, "coarse": coarse,
		"a pixel": filled(1, 1, 7), "a row": filled(9000, 1, 7), "a column": filled(1, 9000, 200), "narrow": filled(40, 30_000, 90),
	} {
		p := Analyze(img, None)
		if p.Legible() {
			t.Errorf("%s is legible: %d letters, %.2f", name, p.letters, p.alignmentRatio)
		}
		if out := p.Draw(wholePage, 24); max(out.Rect.Dx(), out.Rect.Dy()) > 3*MaxSide {
			t.Errorf("%s: drawn %v", name, out.Rect)
		}
	}
}

// TestLettersBesideMapsAreLegible scatters more spots than there are letters over the right half
// of a page, as maps of colours do.
func TestLettersBesideMapsAreLegible(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 6))
	page := printed(t, 1600, 1100, 20)
	draw.Draw(page, image.Rect(400, 0, 1600, 1100), image.White, image.Point{}, draw.Src)
	for x := 420; x < 1540; x += 32 {
		for y := 20; y < 1040; y += 32 {
			side, at := 6+r.IntN(4), image.Pt(x+r.IntN(22), y+r.IntN(22))
			if r.IntN(4) == 0 { // a larger one, which reaches to the next place
				side, at = 31, image.Pt(x, y)
			}
			draw.Draw(page, image.Rectangle{at, at.Add(image.Pt(side, side))}, image.Black, image.Point{}, draw.Src)
		}
	}
	if p := Analyze(page, None); !p.Legible() || p.turn != None || math.Abs(p.tilt) > 0.15 {
		t.Errorf("%d letters of height %v, ratio %.2f, turned by %v, tilted by %.2f", p.letters, p.height, p.alignmentRatio, p.turn, p.tilt)
	}
}

// BenchmarkPage cleans and draws A4 at 200 dpi, tilted.
func BenchmarkPage(b *testing.B) {
	page := warp(printed(b, 1654, 2339, 19), 0.999, 1.5, wholeBox)
	for b.Loop() {
		Analyze(page, None).Draw(wholePage, 24)
	}
}
