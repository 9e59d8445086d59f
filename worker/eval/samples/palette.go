package samples

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// paletted is the sheet in few colours: 32 greys, or the 256 colours that it
// has most of, each channel in 32 steps.
func (s *sheet) paletted() *image.Paletted {
	if s.n == 1 {
		return s.greys()
	}
	counts := map[uint16]int{}
	for i := 0; i < len(s.pix); i += 3 {
		counts[coarse(s.pix[i:])]++
	}
	colours := make([]uint16, 0, len(counts))
	for c := range counts {
		colours = append(colours, c)
	}
	slices.SortFunc(colours, func(a, b uint16) int { return cmp.Or(counts[b]-counts[a], int(a)-int(b)) })
	kept := colours[:min(256, len(colours))]
	index, palette := map[uint16]uint8{}, make(color.Palette, len(kept))
	for i, c := range kept {
		index[c], palette[i] = uint8(i), color.RGBA{fine(c >> 10), fine(c >> 5 & 31), fine(c & 31), 255}
	}
	for _, c := range colours[len(kept):] {
		index[c] = uint8(palette.Index(color.RGBA{fine(c >> 10), fine(c >> 5 & 31), fine(c & 31), 255}))
	}
	out := image.NewPaletted(image.Rect(0, 0, s.w, s.h), palette)
	for i := range out.Pix {
		out.Pix[i] = index[coarse(s.pix[3*i:])]
	}
	return out
}

// coarse is a colour with five bits a channel, fine a channel of it.
func coarse(p []uint8) uint16 {
	return uint16(p[0]>>3)<<10 | uint16(p[1]>>3)<<5 | uint16(p[2]>>3)
}

func fine(v uint16) uint8 { return uint8(int(v) * 255 / 31) }

func (s *sheet) greys() *image.Paletted {
	palette := make(color.Palette, 32)
	for i := range palette {
		palette[i] = color.Gray{fine(uint16(i))}
	}
	out := image.NewPaletted(image.Rect(0, 0, s.w, s.h), palette)
	for i, v := range s.pix {
		out.Pix[i] = v >> 3
	}
	return out
}
