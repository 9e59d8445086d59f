package samples

import "math/rand/v2"

// wear is what a scanner, a screen or a telephone does to a page.
type wear struct {
	clean   bool // a screenshot: nothing at all
	grey    bool
	photo   bool
	tilt    float64    // degrees
	lean    [2]float64 // how much farther than the middle of a photo its right and its lower edge are
	blur    float64    // share of a pixel that goes to each neighbour
	noise   float64    // standard deviation
	ink     float64    // how light black is
	paper   float64    // how bright white is
	quality int        // of the JPG
}

// drawWear draws what a medium does: never so much that a person could not
// read every digit.
func drawWear(r *rand.Rand, m Medium) wear {
	w := wear{
		grey: r.IntN(2) == 0, tilt: rounded(3*r.Float64()-1.5, 2), blur: 0.08 * r.Float64(), noise: 1 + 3*r.Float64(),
		ink: 45 * r.Float64(), paper: 232 + 20*r.Float64(), quality: 60 + r.IntN(26),
	}
	switch m {
	case PNG, GIF, BMP:
		w.clean = r.IntN(5) < 2
		w.noise /= 3
	case JPG:
		w.photo = true
		w.tilt = rounded(6*r.Float64()-3, 2)
		w.blur, w.noise = 0.12*r.Float64(), 1.5+3*r.Float64()
	}
	if w.clean {
		w = wear{clean: true, grey: w.grey, paper: 255}
	}
	return w
}

// thrifty makes files smaller that are kept in the repository.
func (w *wear) thrifty(m Medium) {
	w.quality, w.noise = min(w.quality, 62), min(w.noise, 1.2)
	w.grey = w.grey || m == BMP
	if m == PNG || m == GIF { // which do not forget noise, as JPG does
		w.noise = min(w.noise, 0.4)
		w.grey = w.grey || !w.clean
	}
}

// worn is the page after that.
func (s *sheet) worn(r *rand.Rand, w wear) *sheet {
	switch {
	case w.clean:
		return s
	case w.photo:
		s = s.photographed(r, w)
	default:
		s = s.placed(s.w, s.h, turned(s, s.w, s.h, w.tilt, w.lean), [3]float64{255, 255, 255})
	}
	if w.blur > 0 {
		s = s.blurred(w.blur)
	}
	if !w.photo {
		s.tone(w.ink, w.paper)
	}
	s.grain(r, w.noise)
	return s
}

// tone makes black and white what a scanner has for them.
func (s *sheet) tone(ink, paper float64) {
	var curve [256]uint8
	for v := range curve {
		curve[v] = uint8(ink + float64(v)/255*(paper-ink))
	}
	for i, v := range s.pix {
		s.pix[i] = curve[v]
	}
}

// grain adds noise that is nearly normal: the sum of four bytes, whose
// deviation is 147.8.
func (s *sheet) grain(r *rand.Rand, deviation float64) {
	for i := 0; i < len(s.pix); i += s.n {
		bits := r.Uint32()
		sum := int(bits&255) + int(bits>>8&255) + int(bits>>16&255) + int(bits>>24) - 510
		d := int(float64(sum) * deviation / 147.8)
		for c := i; c < i+s.n; c++ {
			s.pix[c] = uint8(min(max(int(s.pix[c])+d, 0), 255))
		}
	}
}
