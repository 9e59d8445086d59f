package scan

import (
	"image"
	"math"
	"slices"
)

// Band is a part of the upright page over its whole width, in shares of its height
// (0 to 1).
type Band struct{ From, To float64 }

// Limits of the division into bands.
const (
	// minBandLetters is the number of letters below which a page is not divided: to
	// start another OCR process would take longer than it saves.
	minBandLetters = 300
	// minGap is the height of the gap in which a page is divided, in heights of a
	// capital letter. The gap between two lines is higher; the gap below the dot of an
	// i is not.
	minGap = 0.3
	// middleFrom and middleTo bound the share of the letters above the gap.
	middleFrom, middleTo = 0.35, 0.65
	// maxPrint is the height, in heights of a capital letter, of the highest spots that
	// the division may not cut. Higher spots are frames and pictures.
	maxPrint = 5
)

// bands divides the page into two bands with about as many letters, so that two
// processes can read it at once. It divides the page in the highest gap that no print
// crosses. It returns the whole page as one band if there is no such gap near the
// middle.
func (p Page) bands(all []spot, letters []image.Rectangle) []Band {
	whole := []Band{{0, 1}}
	if len(letters) < minBandLetters {
		return whole
	}
	rows := make([]float64, len(letters)) // in which the letters stand
	for i, l := range letters {
		rows[i], _ = p.uprightRow(l)
	}
	slices.Sort(rows)
	from, to := int(rows[int(middleFrom*float64(len(rows)))]), int(rows[int(middleTo*float64(len(rows)))])
	row, height := highestGap(p.printedRows(all), from, to)
	if float64(height) < minGap*p.height {
		return whole
	}
	cut := float64(row) / float64(p.uprightHeight())
	return []Band{{0, cut}, {cut, 1}}
}

// printedRows reports for each row of the upright page whether print crosses it.
func (p Page) printedRows(all []spot) []bool {
	printed := make([]bool, p.uprightHeight())
	for _, s := range all {
		middle, half := p.uprightRow(s.Rectangle)
		if half*2 > maxPrint*p.height {
			continue
		}
		for y := max(0, int(middle-half)); y <= min(len(printed)-1, int(middle+half)); y++ {
			printed[y] = true
		}
	}
	return printed
}

// uprightRow returns the row of the upright page in which the middle of a box lies, and half the
// height of what is in the box.
func (p Page) uprightRow(box image.Rectangle) (row, half float64) {
	w, h := float64(p.grey.Rect.Dx()), float64(p.grey.Rect.Dy())
	x, y := float64(box.Min.X+box.Max.X)/2-w/2, float64(box.Min.Y+box.Max.Y)/2-h/2
	sin, cos := math.Sincos(p.tilt * math.Pi / 180)
	x, y = x*cos+y*sin, y*cos-x*sin
	long, high := float64(box.Dx()), float64(box.Dy())
	switch p.turn {
	case Right:
		row, long, high = w/2+x, high, long
	case HalfTurn:
		row = h/2 - y
	case Left:
		row, long, high = w/2-x, high, long
	default:
		row = h/2 + y
	}
	return row, max(0, high-long*math.Abs(sin)) / 2 // the box of a tilted line is higher than the line
}

// uprightHeight returns the height of the upright page in pixels of the image.
func (p Page) uprightHeight() int {
	if p.turn == Right || p.turn == Left {
		return p.grey.Rect.Dx()
	}
	return p.grey.Rect.Dy()
}

// highestGap returns the middle and the height of the highest gap between printed rows
// whose middle lies between from and to.
func highestGap(printed []bool, from, to int) (middle, height int) {
	start := 0
	for y, p := range printed {
		if !p {
			continue
		}
		if m := (start + y) / 2; y-start > height && from <= m && m <= to {
			middle, height = m, y-start
		}
		start = y + 1
	}
	return middle, height
}
