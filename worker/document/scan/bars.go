package scan

import (
	"image"
	"slices"
)

// invertBars turns white letters on a dark bar, and dark letters on a grey one, into
// dark letters on white, because OCR reads few letters on a ground. A bar is a spot of ink that fills most of its box and
// is higher than a letter; lines that touch it may make its box higher. height is that of a capital letter in pixels.
func invertBars(img *image.Gray, height float64) {
	s := spotter{keep: true}
	if !s.find(img) {
		return
	}
	joined := map[int]bool{} // the spots that may hold bars joined with something else
	for i, b := range s.spots {
		if s.parent[i] != i || float64(b.Dy()) < lowestBar*height || float64(b.Dx()) < narrowestBar*height {
			continue
		}
		bar := solid(img, b.Rectangle)
		if float64(b.Dx()-bar.Dx()) > height && fills(b.ink, b.Rectangle) {
			bar = solid(img, s.invertHead(img, i, height))
		}
		if isBar := 2*b.ink >= b.Dx()*b.Dy() && (fills(b.ink, b.Rectangle) || float64(bar.Dy()) >= lowestBar*height && holdsBar(img, b, bar)); isBar {
			invert(img, bar, edgeOf(height))
		} else {
			joined[i] = true
		}
	}
	for _, bar := range s.joinedBars(img, joined, height) {
		invert(img, bar, edgeOf(height))
	}
}

// invertHead inverts the bar at the top of a spot that is narrower below it, as a bar with a picture under it that touches it, and returns the box of the rest.
func (s *spotter) invertHead(img *image.Gray, i int, height float64) image.Rectangle {
	rest := s.spots[i].Rectangle
	for _, bar := range s.joinedBars(img, map[int]bool{i: true}, height) {
		if bar.Min.Y-rest.Min.Y <= int(height) && float64(rest.Dx()-bar.Dx()) <= height {
			invert(img, bar, edgeOf(height))
			rest.Min.Y = bar.Max.Y
			break
		}
	}
	return rest
}

// Sizes in heights of a capital letter.
const (
	lowestBar, narrowestBar = 1.3, 4.0
	highestBar              = 6.0  // that is joined with something else
	barSides                = 0.25 // how far its rows may differ at its sides
)

// joinedBars returns the bars in spots that hold other things, too, such as a dark cell that the lines of its table join with the curve beside it. The rows of a
// bar above its letters and those below them reach from its one side to the other.
//
//go:norace
func (s *spotter) joinedBars(img *image.Gray, joined map[int]bool, height float64) (bars []image.Rectangle) {
	if len(joined) == 0 {
		return nil
	}
	reach, side, gap := int(highestBar*height), int(barSides*height), int(2*height)
	var open []image.Rectangle // from the first row to the last one
	for y, row := range s.rows {
		open = slices.DeleteFunc(open, func(b image.Rectangle) bool {
			if y-b.Max.Y < gap && y-b.Min.Y <= reach {
				return false
			}
			bars = appendBar(bars, img, b, height)
			return true
		})
		for _, r := range row {
			if float64(r.upto-r.from) < narrowestBar*height || !joined[s.root(r.spot)] {
				continue
			}
			at := slices.IndexFunc(open, func(b image.Rectangle) bool {
				return abs(b.Min.X-r.from) <= side && abs(b.Max.X-r.upto) <= side
			})
			if at < 0 {
				open = append(open, image.Rect(r.from, y, r.upto, y+1))
				continue
			}
			open[at].Max.Y = y + 1
		}
	}
	for _, b := range open {
		bars = appendBar(bars, img, b, height)
	}
	return bars
}

// appendBar appends a box if it is high enough for a bar, and ink fills it.
func appendBar(bars []image.Rectangle, img *image.Gray, b image.Rectangle, height float64) []image.Rectangle {
	if float64(b.Dy()) < lowestBar*height || !fills(inkIn(img, b), b) {
		return bars
	}
	return append(bars, b)
}

func abs(n int) int { return max(n, -n) }

// fills: so much ink fills most of a box.
func fills(ink int, box image.Rectangle) bool { return ink*10 >= box.Dx()*box.Dy()*6 }

// holdsBar: ink fills most of the bar in a spot's box, and outside of it the spot covers no more than lines do, such as those of the head of a table
// above a dark cell.
func holdsBar(img *image.Gray, s spot, bar image.Rectangle) bool {
	inside := min(inkIn(img, bar), s.ink) // without what lies on the bar
	return fills(inside, bar) && linesShare*(s.ink-inside) <= s.Dx()*s.Dy()-bar.Dx()*bar.Dy()
}

// linesShare is what a place with lines at its sides is of them, at least.
const linesShare = 10

// solid returns the part of a bar's box without the rows and columns at its sides that are mostly paper: the
// letters or the frame of something beside the bar that touch it, such as a heading over a picture.
func solid(img *image.Gray, box image.Rectangle) image.Rectangle {
	for box.Dy() > 1 && 2*inkOfRow(img, box, box.Min.Y) < box.Dx() {
		box.Min.Y++
	}
	for box.Dy() > 1 && 2*inkOfRow(img, box, box.Max.Y-1) < box.Dx() {
		box.Max.Y--
	}
	for box.Dx() > 1 && 2*inkOfColumn(img, box, box.Min.X) < box.Dy() {
		box.Min.X++
	}
	for box.Dx() > 1 && 2*inkOfColumn(img, box, box.Max.X-1) < box.Dy() {
		box.Max.X--
	}
	return box
}

// inkIn returns how many pixels of a box are ink.
func inkIn(img *image.Gray, box image.Rectangle) (n int) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		n += inkOfRow(img, box, y)
	}
	return n
}

// inkOfRow returns how many pixels of a row of a box are ink.
//
//go:norace
func inkOfRow(img *image.Gray, box image.Rectangle, y int) (n int) {
	for _, v := range img.Pix[y*img.Stride+box.Min.X : y*img.Stride+box.Max.X] {
		if v < ink {
			n++
		}
	}
	return n
}

// inkOfColumn returns how many pixels of a column of a box are ink.
//
//go:norace
func inkOfColumn(img *image.Gray, box image.Rectangle, x int) (n int) {
	for y := box.Min.Y; y < box.Max.Y; y++ {
		if img.Pix[y*img.Stride+x] < ink {
			n++
		}
	}
	return n
}

// barEdge is the width of the blurred edge of a bar on either side, in heights of a capital letter.
const barEdge = 0.1

// edgeOf is that width in pixels.
func edgeOf(height float64) int { return max(2, int(barEdge*height)) }

// invert inverts and stretches the brightness of a bar, so that its ground becomes
// white and its letters black. The edge of the given width becomes white, on both sides: what lies between the
// ground and the paper would become a frame, in which OCR sees no letters.
//
//go:norace
func invert(img *image.Gray, box image.Rectangle, edge int) {
	whitenAround(img, box, edge)
	bar := img.SubImage(box).(*image.Gray)
	ground := int(median(bar))
	inside := insideOf(bar)
	dark, light := lettersOn(bar, ground)
	for y := range box.Dy() {
		row := bar.Pix[y*bar.Stride : y*bar.Stride+box.Dx()]
		for x, v := range row {
			switch depth := inside(x, y); {
			case depth <= 0 && v < ink:
			case depth <= edge:
				row[x] = 255
			case dark && (!light || int(v) < ground):
				row[x] = byte(min(255, int(v)*255/max(1, ground)))
			default:
				row[x] = byte(min(255, max(0, (255-int(v))*255/max(1, 255-ground))))
			}
		}
	}
}

// whitenAround makes white what is no ink within the given distance of a box.
//
//go:norace
func whitenAround(img *image.Gray, box image.Rectangle, distance int) {
	around := box.Inset(-distance).Intersect(img.Rect)
	for y := around.Min.Y; y < around.Max.Y; y++ {
		row := img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()]
		for x := around.Min.X; x < around.Max.X; x++ {
			if row[x] >= ink && !image.Pt(x, y).In(box) {
				row[x] = 255
			}
		}
	}
}

// darkestGrey is the brightness from which on a ground is grey: no letters are darker than a black one, which only has noise.
const darkestGrey = 48

// mixedShare is the share of the marks on a bar above which those of one kind, light or dark, are no noise beside those of the other.
const mixedShare = 1.0 / 8

// lettersOn reports what marks a bar of that ground has: dark ones, if it is grey, light ones, or both, such as white letters above a dark picture. A
// bar with dark letters is only made white.
//
//go:norace
func lettersOn(bar *image.Gray, ground int) (dark, light bool) {
	if ground < darkestGrey {
		return false, true
	}
	darker, lighter := 0, 0
	for y := range bar.Rect.Dy() {
		for _, v := range bar.Pix[y*bar.Stride : y*bar.Stride+bar.Rect.Dx()] {
			switch {
			case int(v) < ground*2/3:
				darker++
			case int(v) > ground+(255-ground)*2/3:
				lighter++
			}
		}
	}
	if float64(min(darker, lighter)) > mixedShare*float64(darker+lighter) && hasCorners(bar) {
		return true, true
	}
	return darker > lighter, lighter >= darker
}

// hasCorners: the ground reaches into corners of its box. Round maps of the cornea have dark and light places, too, but no letters
// whose brightness differs from one place to the next.
func hasCorners(bar *image.Gray) bool {
	in := max(3, max(bar.Rect.Dx(), bar.Rect.Dy())/20)
	left, top, right, bottom := bar.Rect.Min.X+in, bar.Rect.Min.Y+in, bar.Rect.Max.X-1-in, bar.Rect.Max.Y-1-in
	corners := 0
	for _, corner := range []image.Point{{left, top}, {right, top}, {left, bottom}, {right, bottom}} {
		if bar.GrayAt(corner.X, corner.Y).Y < ink {
			corners++
		}
	}
	return corners >= 2 // frames and letters beside the bar may have been joined with it
}

// median returns the median brightness of an image.
//
//go:norace
func median(img *image.Gray) byte {
	total := 0
	for v, n := range histogram(img, image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy())) {
		if total += n; 2*total >= img.Rect.Dx()*img.Rect.Dy() {
			return byte(v)
		}
	}
	return 255
}

// insideOf returns a function that says how many pixels deep a pixel lies inside the ink on both
// sides, above and below; 0 or less is outside. The corners of the box around a bar need not belong
// to the bar.
func insideOf(img *image.Gray) func(x, y int) int {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	type span struct{ from, upto int }
	rows, columns := make([]span, h), make([]span, w)
	for y := range h {
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+w] {
			if v >= ink {
				continue
			}
			if rows[y].upto == 0 {
				rows[y].from = x
			}
			if columns[x].upto == 0 {
				columns[x].from = y
			}
			rows[y].upto, columns[x].upto = x+1, y+1
		}
	}
	return func(x, y int) int {
		return 1 + min(x-rows[y].from, rows[y].upto-1-x, y-columns[x].from, columns[x].upto-1-y)
	}
}
