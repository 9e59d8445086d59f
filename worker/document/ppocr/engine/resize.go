package engine

import (
	"image"
	"math"
)

// resized returns a part of an image in another size: each pixel is the mean of those around its place, which count the less the
// farther they are off, up to one pixel of the coarser of the two images. draw.BiLinear of golang.org/x/image gives the same
// picture, but computes four colours in float64, which takes five times as long and seven times the memory.
func resized(img *image.Gray, part image.Rectangle, width, height int) *image.Gray {
	part = part.Intersect(img.Rect)
	out := image.NewGray(image.Rect(0, 0, width, height))
	columns, rows := means(part.Dx(), width), means(part.Dy(), height)
	narrow := make([]float32, part.Dy()*width) // the part with its own height
	for y := range part.Dy() {
		at := img.PixOffset(part.Min.X, part.Min.Y+y)
		src, dst := img.Pix[at:at+part.Dx()], narrow[y*width:(y+1)*width]
		for x, m := range columns {
			var sum float32
			for i, weight := range m.weights {
				sum += weight * float32(src[m.first+i])
			}
			dst[x] = sum
		}
	}
	sums := make([]float32, width)
	for y, m := range rows {
		clear(sums)
		for i, weight := range m.weights {
			src := narrow[(m.first+i)*width:][:width]
			for x, v := range src {
				sums[x] += weight * v
			}
		}
		dst := out.Pix[y*out.Stride:][:width]
		for x, v := range sums {
			dst[x] = uint8(v + 0.5)
		}
	}
	return out
}

// weighted is the mean of some neighbours.
type weighted struct {
	first   int // the index of the first of them
	weights []float32
}

// means returns, for each of to pixels in place of from, the mean that it is.
func means(from, to int) []weighted {
	out := make([]weighted, to)
	scale := float64(from) / float64(to)
	reach := max(1, scale)
	for i := range out {
		middle := (float64(i)+0.5)*scale - 0.5
		first, last := max(0, int(math.Ceil(middle-reach))), min(from-1, int(math.Floor(middle+reach)))
		weights := make([]float32, 0, last-first+1)
		var sum float32
		for k := first; k <= last; k++ {
			w := float32(1 - math.Abs(float64(k)-middle)/reach)
			weights, sum = append(weights, w), sum+w
		}
		for k := range weights {
			weights[k] /= sum
		}
		out[i] = weighted{first, weights}
	}
	return out
}
