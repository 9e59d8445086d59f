package scan

import (
	"image"
	"slices"
)

// The brightness of the paper is found in blocks.
const (
	blocks = 64 // number of blocks along the longer side
	// nearby is how many blocks away paper is looked for if a block holds none. A
	// coloured bar with white letters is narrower than that and keeps its colour.
	nearby = 3
)

// A page is evenly lit if its paper is white and its darkest paper is hardly darker
// than its brightest.
const (
	whitePaper = 235 // brightness, of 255
	evenLight  = 94  // percent of the brightest paper
)

// withoutShadows divides each pixel by the brightness of the paper around it. It
// returns an evenly lit page unchanged.
//
//go:norace
func withoutShadows(img *image.Gray) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	side := max(8, (max(w, h)+blocks-1)/blocks)
	paper := paperOf(img, side)
	darkest, brightest := slices.Min(paper.pix), slices.Max(paper.pix)
	if brightest == 0 || brightest >= whitePaper && int(darkest)*100 >= int(brightest)*evenLight {
		return img
	}
	out := image.NewGray(image.Rect(0, 0, w, h))
	row := make([]uint32, w)
	for y := range h {
		paper.row(y, side, row)
		from, to := img.Pix[y*img.Stride:], out.Pix[y*out.Stride:]
		for x, light := range row { // brightness of the paper, in 256ths
			to[x] = byte(min(255, uint32(from[x])*(255<<8)/max(light, 1<<8)))
		}
	}
	return out
}

// A ground is the colour behind letters. Grounds darker than darkestGround are bars with
// white letters, if they are grounds at all.
const (
	groundSide    = 1.5 // side of the blocks in which grounds are found, in heights of a capital letter
	darkestGround = 110 // brightness, of 255
)

// whitenGrounds makes grey grounds white, those of the headings and cells of a table,
// because OCR looks for one threshold between letters and paper on the whole page.
// height is that of a capital letter in pixels.
//
//go:norace
func whitenGrounds(img *image.Gray, height float64) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	side := max(8, int(groundSide*height))
	grounds := gridOf(img, side)
	row := make([]uint32, w)
	for y := range h {
		grounds.row(y, side, row)
		pix := img.Pix[y*img.Stride : y*img.Stride+w]
		for x, light := range row { // brightness of the ground, in 256ths
			if light >= darkestGround<<8 {
				pix[x] = byte(min(255, uint32(pix[x])*(255<<8)/light))
			}
		}
	}
}

// grid holds one brightness for each block.
type grid struct {
	w, h int
	pix  []byte
}

// paperOf estimates the brightness of the paper in each block, whose sides have the
// given number of pixels. It takes the brighter pixels of the block, then the brightest
// of the blocks nearby in case the block holds no paper, and smooths the result.
func paperOf(img *image.Gray, side int) grid {
	return gridOf(img, side).spread(slices.Max[[]byte]).spread(mean)
}

// gridOf returns the brightness of the brighter pixels of each block, whose sides have
// the given number of pixels.
func gridOf(img *image.Gray, side int) grid {
	g := grid{w: (img.Rect.Dx() + side - 1) / side, h: (img.Rect.Dy() + side - 1) / side}
	g.pix = make([]byte, g.w*g.h)
	for by := range g.h {
		for bx := range g.w {
			g.pix[by*g.w+bx] = bright(img, image.Rect(bx*side, by*side, (bx+1)*side, (by+1)*side))
		}
	}
	return g
}

// bright returns the brightness that a fifth of the pixels in r exceeds.
//
//go:norace
func bright(img *image.Gray, r image.Rectangle) byte {
	r = r.Intersect(image.Rect(0, 0, img.Rect.Dx(), img.Rect.Dy()))
	var count [256]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for _, v := range img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X] {
			count[v]++
		}
	}
	remaining := r.Dx() * r.Dy() / 5
	for v := 255; v > 0; v-- {
		if remaining -= count[v]; remaining < 0 {
			return byte(v)
		}
	}
	return 0
}

func mean(near []byte) byte {
	sum := 0
	for _, v := range near {
		sum += int(v)
	}
	return byte(sum / len(near))
}

// spread replaces the brightness of each block by f of the blocks nearby, first along
// x and then along y.
func (g grid) spread(f func([]byte) byte) grid {
	wide := grid{g.w, g.h, make([]byte, len(g.pix))}
	for y := range g.h {
		row := g.pix[y*g.w : (y+1)*g.w]
		for x := range g.w {
			wide.pix[y*g.w+x] = f(row[max(0, x-nearby):min(g.w, x+nearby+1)])
		}
	}
	out, column := grid{g.w, g.h, make([]byte, len(g.pix))}, make([]byte, g.h)
	for x := range g.w {
		for y := range g.h {
			column[y] = wide.pix[y*g.w+x]
		}
		for y := range g.h {
			out.pix[y*g.w+x] = f(column[max(0, y-nearby):min(g.h, y+nearby+1)])
		}
	}
	return out
}

// row writes to out the brightness of the paper along one row of pixels, in 256ths. It
// interpolates between the middles of the blocks.
//
//go:norace
func (g grid) row(y, side int, out []uint32) {
	a, b, fy := between(y, side, g.h)
	for x := range out {
		l, r, fx := between(x, side, g.w)
		top := uint32(g.pix[a*g.w+l])*(256-fx) + uint32(g.pix[a*g.w+r])*fx
		bottom := uint32(g.pix[b*g.w+l])*(256-fx) + uint32(g.pix[b*g.w+r])*fx
		out[x] = (top*(256-fy) + bottom*fy) >> 8
	}
}

// between returns the blocks whose middles lie before and after a pixel, and the
// weight of the second in 256ths.
func between(i, side, n int) (a, b int, share uint32) {
	at := (2*i + 1 - side) * 128 / side // in 256ths of a block, from the first one's middle
	if at < 0 {
		return 0, 0, 0
	}
	a = min(at>>8, n-1)
	return a, min(a+1, n-1), uint32(at & 255)
}
