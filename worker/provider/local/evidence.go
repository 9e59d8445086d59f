package local

import (
	"biom/shared/evidence"
	"biom/worker/document/scan"
	"biom/worker/reader"
)

// shown returns the pages of the document as a viewer shows them. It holds no image.
func (p *prepared) shown() reader.Pages {
	out := reader.TextPages(p.pages)
	origins := map[int]scan.Origin{}
	for _, s := range p.sheets {
		origins[s.number] = s.page.Origin()
		if w, h := origins[s.number].Size(); p.pages == nil {
			out.Sizes = append(out.Sizes, evidence.Page{Number: s.number, Width: float64(w), Height: float64(h)})
		}
	}
	out.OnPicture = func(page int, b evidence.Box) (evidence.Box, bool) {
		o, ok := origins[page]
		on := o.OnPicture(scan.Box{X0: b[0], Y0: b[1], X1: b[2], Y1: b[3]})
		return evidence.Box{on.X0, on.Y0, on.X1, on.Y1}, ok
	}
	return out
}
