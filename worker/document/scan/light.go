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
	rows := paper.rows(side, w)
	for y := range h {
		from, to := img.Pix[y*img.Stride:][:w], out.Pix[y*out.Stride:][:w]
		for x, light := range rows.at(y)[:w] { // brightness of the paper, in 256ths
			to[x] = brightened(from[x], max(light, 1<<8))
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
	rows := gridOf(img, side).rows(side, w)
	for y := range h {
		pix := img.Pix[y*img.Stride:][:w]
		for x, light := range rows.at(y)[:w] { // brightness of the ground, in 256ths
			if light >= darkestGround<<8 {
				pix[x] = brightened(pix[x], light)
			}
		}
	}
}

// brightened returns the brightness of a pixel if light, in 256ths, were white. Most pixels are paper,
// and need no division.
//
//go:norace
func brightened(v byte, light uint32) byte {
	if uint32(v)<<8 >= light {
		return 255
	}
	return byte(uint32(v) * (255 << 8) / light)
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
	count := histogram(img, r)
	remaining := r.Dx() * r.Dy() / 5
	for v := 255; v > 0; v-- {
		if remaining -= count[v]; remaining < 0 {
			return byte(v)
		}
	}
	return 0
}

// histogram returns how many pixels in r have each brightness. It counts in two tables in turn, because
// neighbours often have the same brightness, and a counter that has just been written is slow to read.
//
//go:norace
func histogram(img *image.Gray, r image.Rectangle) (count [256]int) {
	var other [256]int
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := img.Pix[y*img.Stride+r.Min.X : y*img.Stride+r.Max.X]
		for ; len(row) >= 2; row = row[2:] {
			count[row[0]]++
			other[row[1]]++
		}
		for _, v := range row {
			count[v]++
		}
	}
	for v, n := range other {
		count[v] += n
	}
	return count
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

// gridRows computes the brightness of the paper along rows of pixels. It interpolates between the middles of the
// blocks.
type gridRows struct {
	grid
	side    int
	columns []mix    // of each pixel of a row
	blocks  []uint32 // brightness at the row of the middle of each column of blocks, in 256ths
	row     []uint32
}

// mix is the two blocks between whose middles a pixel lies, and the weight of the second in 256ths.
type mix struct {
	before, after int
	share         uint32
}

// rows returns the rows of an image of the given width whose blocks have sides of that many pixels.
func (g grid) rows(side, width int) *gridRows {
	r := &gridRows{g, side, make([]mix, width), make([]uint32, g.w), make([]uint32, width)}
	for x := range r.columns {
		r.columns[x] = mixOf(x, side, g.w)
	}
	return r
}

// at returns the brightness of the paper along one row of pixels, in 256ths. It holds until the next call.
//
//go:norace
func (r *gridRows) at(y int) []uint32 {
	m := mixOf(y, r.side, r.h)
	before, after := r.pix[m.before*r.w:][:r.w], r.pix[m.after*r.w:][:r.w]
	for i, v := range before {
		r.blocks[i] = uint32(v)*(256-m.share) + uint32(after[i])*m.share
	}
	for x := 0; x < len(r.columns); {
		c := r.columns[x]
		left, right := r.blocks[c.before], r.blocks[c.after]
		for ; x < len(r.columns) && r.columns[x].before == c.before && r.columns[x].after == c.after; x++ {
			share := r.columns[x].share
			r.row[x] = (left*(256-share) + right*share) >> 8
		}
	}
	return r.row
}

// mixOf returns the blocks whose middles lie before and after a pixel.
func mixOf(i, side, n int) mix {
	at := (2*i + 1 - side) * 128 / side // in 256ths of a block, from the first one's middle
	if at < 0 {
		return mix{}
	}
	before := min(at>>8, n-1)
	return mix{before, min(before+1, n-1), uint32(at & 255)}
}
