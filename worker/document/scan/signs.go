package scan

import (
	"cmp"
	"image"
	"slices"
)

// Sign is a place of a drawn page where the name of an eye may stand that OCR of the whole page does not see: a dark box of its own, or a run of letters
// that are turned by a quarter.
type Sign struct {
	image.Rectangle
	Turn   Turn // that makes its letters upright
	Letter bool // it has a single letter
}

// Sizes in heights of a capital letter.
const (
	signHeight   = 1.6 // the shorter side of a dark box, and the longer one: what is smaller is a large letter
	signLength   = 2.4
	widestSign   = 14  // the widest dark box; what is wider is the head of a table or of the page, which other passes read
	shortestRun  = 1.3 // of turned letters: two
	thickestRun  = 2.5 // of large turned letters
	signMargin   = 0.3 // around letters that are cut out
	lowestInSign = 0.5 // the lowest letter that decides how a box is turned
)

// maxSigns is how many signs a page has at most. What has more is a picture, whose parts name no eye.
const maxSigns = 40

// DrawSigns draws the whole page with capital letters of the given height, with letters on dark boxes dark on white, and returns its signs.
func (p Page) DrawSigns(height float64) (img *image.Gray, signs []Sign) {
	img, scale := p.level(p.grey, Band{0, 1}, height)
	height = p.height * scale
	img = turned(img, p.turn)
	eraseRules(img, height)
	boxes := darkBoxes(img, height)
	for _, b := range boxes {
		invert(img, b, edgeOf(height))
	}
	whitenGrounds(img, height)
	eraseRules(img, height)
	for _, b := range boxes {
		signs = append(signs, signsIn(img, b, height)...)
	}
	for _, run := range turnedRuns(img, height) {
		if !slices.ContainsFunc(signs, func(s Sign) bool { return s.Overlaps(run.Rectangle) && s.Turn == run.Turn }) {
			signs = append(signs, run)
		}
	}
	return img, signs[:min(len(signs), maxSigns)]
}

// darkBoxes returns the boxes whose ground is dark and which are no wider than the name of an eye may be.
func darkBoxes(img *image.Gray, height float64) (boxes []image.Rectangle) {
	for _, s := range spots(img) {
		if float64(min(s.Dx(), s.Dy())) < signHeight*height || 2*s.ink < s.Dx()*s.Dy() {
			continue
		}
		b := solid(img, s.Rectangle)
		short, long := float64(min(b.Dx(), b.Dy())), float64(max(b.Dx(), b.Dy()))
		if short >= signHeight*height && long >= signLength*height && float64(b.Dx()) <= widestSign*height {
			boxes = append(boxes, b)
		}
	}
	slices.SortFunc(boxes, func(a, b image.Rectangle) int { return cmp.Or(a.Min.Y-b.Min.Y, a.Min.X-b.Min.X) })
	return boxes
}

// signsIn returns what a dark box holds, if it holds letters, none at its edge: as it is, and turned to both sides if its letters stand in a column.
func signsIn(img *image.Gray, box image.Rectangle, height float64) []Sign {
	var all image.Rectangle
	n := 0
	for _, s := range spots(copied(img.SubImage(box).(*image.Gray))) {
		if at := s.Add(box.Min); float64(s.Dy()) >= lowestInSign*height && float64(max(s.Dx(), s.Dy())) <= highestLetter*height {
			if !at.In(box.Inset(1)) {
				return nil
			}
			all, n = all.Union(at), n+1
		}
	}
	if n == 0 {
		return nil
	}
	around := all.Inset(-int(signMargin * height)).Intersect(box)
	if all.Dy() <= all.Dx() || n == 1 {
		return []Sign{{around, None, n == 1}}
	}
	return []Sign{{around, None, false}, {around, Right, false}, {around, Left, false}}
}

// turnedRuns returns the runs of letters of which none has letters beside it, in both directions in which they may be turned.
func turnedRuns(img *image.Gray, height float64) (signs []Sign) {
	alone := copied(img)
	erasePictures(alone, height)
	for _, p := range Pieces(img, height) {
		if p.letters(height) < 2 {
			continue
		}
		for _, s := range p.spots {
			paintWhite(alone, s)
		}
	}
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	for _, p := range Pieces(turned(alone, Right), height) {
		if len(p.spots) < 2 || float64(p.Dx()) < shortestRun*height || p.Dx() < p.Dy() || float64(p.Dy()) > thickestRun*height {
			continue
		}
		b := Right.undone(Box{float64(p.Min.X) / h, float64(p.Min.Y) / w, float64(p.Max.X) / h, float64(p.Max.Y) / w})
		around := image.Rect(int(b.X0*w), int(b.Y0*h), int(b.X1*w), int(b.Y1*h)).Inset(-int(signMargin * height)).Intersect(img.Rect)
		signs = append(signs, Sign{around, Right, false}, Sign{around, Left, false})
	}
	return signs
}

// letters is how many of its spots are no marks.
func (p Piece) letters(height float64) (n int) {
	for _, s := range p.spots {
		if float64(s.Dy()) >= lowestLetter*height {
			n++
		}
	}
	return n
}

// Cut returns the sign alone, upright.
func (s Sign) Cut(img *image.Gray) *image.Gray {
	return turned(copied(img.SubImage(s.Rectangle).(*image.Gray)), s.Turn)
}
