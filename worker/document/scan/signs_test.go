package scan

import (
	"image"
	"testing"
)

// TestSigns: a dark box with light letters is a sign, and so is a run of letters that are turned; rows of letters, a picture and a large letter are none.
func TestSigns(t *testing.T) {
	t.Parallel()
	const height = 20
	page := filled(1000, 800, 255)
	for x := 300; x < 900; x += 20 { // rows of letters
		for y := 100; y < 700; y += 40 {
			fill(page, image.Rect(x, y, x+12, y+height), 20)
		}
	}
	fill(page, image.Rect(40, 100, 90, 300), 30) // a tall dark box with three turned letters
	for y := 170; y < 230; y += 20 {
		fill(page, image.Rect(55, y, 55+height, y+12), 250)
	}
	for y := 470; y < 530; y += 20 { // three turned letters on paper
		fill(page, image.Rect(55, y, 55+height, y+12), 20)
	}
	fill(page, image.Rect(150, 600, 180, 630), 20) // a large letter
	for i := range 150 {                           // a picture: two strokes that cross
		fill(page, image.Rect(100+i, 320+i, 110+i, 330+i), 20)
		fill(page, image.Rect(250-i, 320+i, 260-i, 330+i), 20)
	}
	boxes := darkBoxes(page, height)
	if len(boxes) != 1 || !boxes[0].In(image.Rect(39, 99, 91, 301)) {
		t.Fatalf("dark boxes: %v", boxes)
	}
	invert(page, boxes[0], 2)
	turns := map[Turn]bool{}
	for _, s := range signsIn(page, boxes[0], height) {
		turns[s.Turn] = true
		if !image.Rect(55, 170, 75, 222).In(s.Rectangle) {
			t.Errorf("the sign %v leaves letters out", s)
		}
	}
	if !turns[None] || !turns[Right] || !turns[Left] {
		t.Errorf("the dark box is read in the turns %v", turns)
	}
	onPaper := image.Rect(55, 470, 75, 522)
	runs := turnedRuns(page, height)
	for _, s := range runs {
		if !onPaper.In(s.Rectangle) && !image.Rect(55, 170, 75, 222).In(s.Rectangle) {
			t.Errorf("%v is no run of turned letters", s)
		}
	}
	if len(runs) != 4 {
		t.Errorf("%d runs of turned letters, want those in the box and those on paper, in two directions: %v", len(runs), runs)
	}
}

// TestPicturesAreErased, and what is no larger than a letter stays, inside of a frame, too. A dark bar stays, because its letters are light.
func TestPicturesAreErased(t *testing.T) {
	t.Parallel()
	page := filled(600, 400, 255)
	letter, bar := image.Rect(150, 150, 162, 170), image.Rect(300, 100, 500, 200)
	fill(page, letter, 20)
	fill(page, bar, 40)
	want := copied(page)
	for _, side := range []image.Rectangle{image.Rect(100, 100, 200, 104), image.Rect(100, 200, 200, 204), image.Rect(100, 100, 104, 204), image.Rect(196, 100, 200, 204)} {
		fill(page, side, 30)
	}
	erasePictures(page, 20)
	if d := difference(page, want); d > 0 {
		t.Errorf("differs by %.2f", d)
	}
}

// TestBarsJoinedWithSomethingElse are inverted alone: a dark cell that a line joins with a curve.
func TestBarsJoinedWithSomethingElse(t *testing.T) {
	t.Parallel()
	page := filled(800, 400, 255)
	bar := image.Rect(100, 100, 240, 150)
	fill(page, bar, 40)
	letter := image.Rect(130, 115, 142, 135)
	fill(page, letter, 240)
	fill(page, image.Rect(240, 120, 400, 123), 40) // a line
	for i := range 200 {                           // to a curve
		fill(page, image.Rect(400+i, 60+i, 406+i, 66+i), 40)
	}
	invertBars(page, 20)
	if got := page.GrayAt(135, 125).Y; got > 60 {
		t.Errorf("the letter has brightness %d", got)
	}
	if got := page.GrayAt(200, 125).Y; got < 250 {
		t.Errorf("its ground has brightness %d", got)
	}
	if got := page.GrayAt(453, 113).Y; got != 40 {
		t.Errorf("the curve has brightness %d", got)
	}
}

// TestBarsAboveNarrowerPictures are inverted to their sides, and the picture is, too.
func TestBarsAboveNarrowerPictures(t *testing.T) {
	t.Parallel()
	page := filled(800, 400, 255)
	fill(page, image.Rect(100, 100, 500, 140), 30)  // the bar
	fill(page, image.Rect(130, 140, 470, 300), 10)  // the picture that touches it
	fill(page, image.Rect(106, 110, 118, 130), 240) // a letter at the left end of the bar
	fill(page, image.Rect(200, 150, 210, 290), 240) // a stroke of the picture
	invertBars(page, 20)
	for _, tt := range []struct {
		what string
		x, y int
		dark bool
	}{{"letter", 110, 120, true}, {"ground of the bar", 480, 120, false}, {"stroke", 205, 200, true}, {"ground of the picture", 400, 200, false}} {
		if got := page.GrayAt(tt.x, tt.y).Y; (got < 60) != tt.dark {
			t.Errorf("the %s has brightness %d", tt.what, got)
		}
	}
}
