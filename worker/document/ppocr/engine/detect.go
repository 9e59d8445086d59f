package engine

import (
	"image"
	"math"
	"slices"

	"biom/worker/document/ppocr/onnx"
)

// Settings of the detector, those of PaddleOCR but for detectorScale.
const (
	minText       = 0.3     // probability above which a pixel belongs to text
	minMeanText   = 0.5     // of all pixels of a line
	grownBy       = 1.5     // the detector marks the core of a line, which is grown by its area times this over its circumference
	minSide       = 3       // of a core, in pixels of the detector
	multipleOf    = 32      // the sides of its input
	detectorScale = 0.3     // of the image's scale: what the pieces leave out is large, and 0.6 takes four times as long
	maxPixels     = 2 << 20 // of its input, whose memory grows with it
)

// brightness and contrast of the pictures that the networks have learnt from, for red, green and blue.
var (
	brightness = [3]float32{0.485, 0.456, 0.406}
	contrast   = [3]float32{0.229, 0.224, 0.225}
)

// lines returns where lines of text stand, from top to bottom.
func (e *Engine) lines(img *image.Gray) ([]image.Rectangle, error) {
	scale := min(detectorScale, math.Sqrt(maxPixels/float64(area(img.Rect))))
	side := func(pixels int) int {
		return max(1, int(math.Round(float64(pixels)*scale/multipleOf))) * multipleOf
	}
	small := resized(img, img.Rect, side(img.Rect.Dx()), side(img.Rect.Dy()))
	out, err := e.detector.Run(onnx.Tensor{
		Shape: []int64{1, 3, int64(small.Rect.Dy()), int64(small.Rect.Dx())},
		Data:  channels(small, brightness, contrast),
	})
	if err != nil {
		return nil, err
	}
	chance := probabilities{out.Data, small.Rect.Dx(), small.Rect.Dy()}
	kx, ky := float64(img.Rect.Dx())/float64(chance.width), float64(img.Rect.Dy())/float64(chance.height)
	var lines []image.Rectangle
	for _, core := range chance.cores() {
		w, h := float64(core.Dx()), float64(core.Dy())
		by := grownBy * w * h / (2 * (w + h))
		lines = append(lines, image.Rect(
			int((float64(core.Min.X)-by)*kx), int((float64(core.Min.Y)-by)*ky),
			int(math.Ceil((float64(core.Max.X)+by)*kx)), int(math.Ceil((float64(core.Max.Y)+by)*ky)),
		).Intersect(img.Rect))
	}
	slices.SortStableFunc(lines, func(a, b image.Rectangle) int { return a.Min.Y - b.Min.Y })
	return lines, nil
}

// channels returns a grey image as three colours, as the networks take them: one colour after another, with the mean and the deviation of each.
func channels(img *image.Gray, mean, deviation [3]float32) []float32 {
	data := make([]float32, 0, 3*len(img.Pix))
	for c := range mean {
		var as [math.MaxUint8 + 1]float32 // brightness of a pixel → as the network takes it
		for v := range as {
			as[v] = (float32(v)/math.MaxUint8 - mean[c]) / deviation[c]
		}
		for _, v := range img.Pix {
			data = append(data, as[v])
		}
	}
	return data
}

// probabilities are, for each pixel, that it belongs to text.
type probabilities struct {
	of            []float32
	width, height int
}

// cores returns the connected regions of text.
func (p probabilities) cores() (out []image.Rectangle) {
	seen := make([]bool, len(p.of))
	var next []int
	for i := range p.of {
		next = p.visit(next, seen, i)
		if len(next) == 0 {
			continue
		}
		var sum float64
		pixels := 0
		core := image.Rectangle{}
		for len(next) > 0 {
			at := next[len(next)-1]
			next = next[:len(next)-1]
			x, y := at%p.width, at/p.width
			core = core.Union(image.Rect(x, y, x+1, y+1))
			sum += float64(p.of[at])
			pixels++
			if x > 0 {
				next = p.visit(next, seen, at-1)
			}
			if x < p.width-1 {
				next = p.visit(next, seen, at+1)
			}
			if y > 0 {
				next = p.visit(next, seen, at-p.width)
			}
			if y < p.height-1 {
				next = p.visit(next, seen, at+p.width)
			}
		}
		if min(core.Dx(), core.Dy()) >= minSide && sum >= minMeanText*float64(pixels) {
			out = append(out, core)
		}
	}
	return out
}

// visit adds a pixel to those that are to be visited, if it is of text and was not yet seen.
func (p probabilities) visit(next []int, seen []bool, at int) []int {
	if seen[at] || p.of[at] < minText {
		return next
	}
	seen[at] = true
	return append(next, at)
}
