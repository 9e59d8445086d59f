package local

import (
	"slices"

	"biom/shared/evidence"
	"biom/worker/document/layout"
	"biom/worker/document/scan"
	"biom/worker/reader"
)

// evidence returns the sources of a report's values, in shares of the pages as a viewer
// shows them.
func (p *prepared) evidence(sources []reader.Source) evidence.Evidence {
	out := evidence.Evidence{Values: map[string]evidence.Source{}}
	for _, s := range sources {
		if s.OfScan {
			i := slices.IndexFunc(p.sheets, func(sh sheet) bool { return sh.number == s.Page })
			if i < 0 {
				continue
			}
			b := p.sheets[i].page.OnPicture(scan.Box{X0: s.Box[0], Y0: s.Box[1], X1: s.Box[2], Y1: s.Box[3]})
			s.Box = evidence.Box{b.X0, b.Y0, b.X1, b.Y1}
		}
		out.Values[s.Path] = s.Source
		if !slices.ContainsFunc(out.Pages, func(page evidence.Page) bool { return page.Number == s.Page }) {
			out.Pages = append(out.Pages, p.size(s.Page))
		}
	}
	slices.SortFunc(out.Pages, func(a, b evidence.Page) int { return a.Number - b.Number })
	return out
}

// size returns the size of a page: in points of a PDF, in pixels of a picture.
func (p *prepared) size(number int) evidence.Page {
	if i := slices.IndexFunc(p.pages, func(page layout.Page) bool { return page.Number == number }); i >= 0 {
		return evidence.Page{Number: number, Width: p.pages[i].Width, Height: p.pages[i].Height}
	}
	w, h := p.sheets[0].page.Size()
	return evidence.Page{Number: number, Width: float64(w), Height: float64(h)}
}
