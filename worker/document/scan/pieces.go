package scan

import (
	"image"
	"math"
	"slices"
)

// Piece is a run of letters in which no gap is as wide as between columns: what OCR reads as a line of its own.
type Piece struct {
	image.Rectangle
	spots []image.Rectangle
}

// Sizes and distances in heights of a capital letter.
const (
	lowestLetter   = 0.4 // of a small letter
	highestLetter  = 3.5 // of a large heading
	widestLetter   = 12  // of a word whose letters touch
	pieceGap       = 1.3 // between columns; a space is 0.3 to 0.6
	markBeside     = 0.6 // of a dot, a comma or a degree sign from its letters
	markAbove      = 0.5 // of an accent from the letter below it
	sharedHeight   = 0.5 // of the lower of two letters of a line that both share
	differentLines = 3   // times as high is a letter of another line
)

// A page full of text has 10,000 letters, half as many marks and some hundred pieces. What has more is noise, of which the rest is left out, because the time that
// pieces take grows with its square.
const maxLetters, maxMarks, maxPieces = 15_000, 15_000, 1500

// Pieces returns the pieces of a drawn page, from top to bottom. height is that of a capital letter in pixels. Pictures and frames are no
// letters, and are left out. OCR mixes lines of columns that are not level with each other; by themselves it reads them.
func Pieces(img *image.Gray, height float64) []Piece {
	var letters, marks []image.Rectangle
	for _, s := range spots(darkened(img)) {
		w, h := float64(s.Dx())/height, float64(s.Dy())/height
		switch {
		case h > highestLetter || w > widestLetter || w > 1 && h > 2 && s.ink*4 < s.Dx()*s.Dy():
		case h >= lowestLetter:
			letters = append(letters, s.Rectangle)
		case w*h > 0.01:
			marks = append(marks, s.Rectangle)
		}
	}
	slices.SortFunc(letters, func(a, b image.Rectangle) int { return a.Min.X - b.Min.X })
	var pieces []Piece
	for _, l := range letters[:min(len(letters), maxLetters)] {
		if at := pieceOf(pieces, l, height); at >= 0 {
			pieces[at] = Piece{pieces[at].Union(l), append(pieces[at].spots, l)}
		} else {
			pieces = append(pieces, Piece{l, []image.Rectangle{l}})
		}
	}
	pieces = joinedPieces(pieces, height)
	pieces = pieces[:min(len(pieces), maxPieces)]
	for _, m := range marks[:min(len(marks), maxMarks)] {
		if at := besideMark(pieces, m, height); at >= 0 {
			pieces[at].spots = append(pieces[at].spots, m)
		}
	}
	for i, p := range pieces {
		for _, s := range p.spots {
			pieces[i].Rectangle = pieces[i].Union(s)
		}
	}
	slices.SortFunc(pieces, func(a, b Piece) int { return a.Min.Y - b.Min.Y })
	return pieces
}

// pieceOf returns the piece that the letter goes on, -1 if it begins one. The letters come from left to right.
func pieceOf(pieces []Piece, l image.Rectangle, height float64) int {
	best, nearest := -1, math.Inf(1)
	for i, p := range pieces {
		gap := float64(l.Min.X - p.Max.X)
		last := p.spots[len(p.spots)-1]
		if gap < nearest && gap < pieceGap*max(height, float64(min(l.Dy(), last.Dy()))) && sameLine(last, l) {
			best, nearest = i, gap
		}
	}
	return best
}

// sameLine: both stand in one line, side by side.
func sameLine(a, b image.Rectangle) bool {
	low, high := float64(min(a.Dy(), b.Dy())), float64(max(a.Dy(), b.Dy()))
	return float64(min(a.Max.Y, b.Max.Y)-max(a.Min.Y, b.Min.Y)) >= sharedHeight*low && high <= differentLines*low
}

// palest is the brightness below which a pixel of a drawn page counts as part of a letter: grey labels are hardly darker than the paper.
const palest = 208

// darkened is the image with the pixels of grey letters as dark as ink.
//
//go:norace
func darkened(img *image.Gray) *image.Gray {
	out := image.NewGray(img.Rect)
	for y := range img.Rect.Dy() {
		to := out.Pix[y*out.Stride : y*out.Stride+img.Rect.Dx()]
		for x, v := range img.Pix[y*img.Stride : y*img.Stride+img.Rect.Dx()] {
			to[x] = byte(int(v) * ink / palest)
		}
	}
	return out
}

// joinedPieces joins the pieces of one line that were begun apart, because a letter is lower or higher than the next ones.
func joinedPieces(pieces []Piece, height float64) []Piece {
	slices.SortFunc(pieces, func(a, b Piece) int { return a.Min.X - b.Min.X })
	for i := 0; i < len(pieces); i++ {
		for k := i + 1; k < len(pieces); k++ {
			a, b := pieces[i], pieces[k]
			if float64(b.Min.X-a.Max.X) > pieceGap*height {
				break // the others begin still farther right
			}
			if sameLine(a.Rectangle, b.Rectangle) {
				pieces[i] = Piece{a.Union(b.Rectangle), append(a.spots, b.spots...)}
				pieces = slices.Delete(pieces, k, k+1)
				k = i
			}
		}
	}
	return pieces
}

// besideMark returns the piece that a dot, a comma, an accent or a sign belongs to, -1 if it is of none.
func besideMark(pieces []Piece, m image.Rectangle, height float64) int {
	best, nearest := -1, math.Inf(1)
	y := float64(m.Min.Y+m.Max.Y) / 2
	for i, p := range pieces {
		dx := max(float64(p.Min.X-m.Max.X), float64(m.Min.X-p.Max.X), 0)
		dy := max(float64(p.Min.Y)-y, y-float64(p.Max.Y), 0)
		if dx <= markBeside*height && dy <= markAbove*height {
			if d := math.Hypot(dx, dy); d < nearest {
				best, nearest = i, d
			}
		}
	}
	return best
}

// Cut returns the image of a piece alone, on white.
//
//go:norace
func (p Piece) Cut(img *image.Gray) *image.Gray {
	out := blank(p.Dx(), p.Dy())
	for _, s := range p.spots {
		part := s.Inset(-2).Intersect(img.Rect).Intersect(p.Rectangle)
		for y := part.Min.Y; y < part.Max.Y; y++ {
			copy(out.Pix[(y-p.Min.Y)*out.Stride+part.Min.X-p.Min.X:], img.Pix[y*img.Stride+part.Min.X:y*img.Stride+part.Max.X])
		}
	}
	return out
}
