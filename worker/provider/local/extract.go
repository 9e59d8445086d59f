package local

import (
	"context"
	"encoding/json"
	"slices"

	"biom/shared/biometry"
	"biom/worker/document/layout"
	"biom/worker/provider"
	"biom/worker/reader"
)

// answer is the JSON that biometry.DecodeExtraction takes.
type answer struct {
	Data  biometry.Report `json:"data"`
	Extra *biometry.Extra `json:"extra_data"`
}

// Extract implements [provider.Prepared]. Reading again would find the same:
// after faults it withholds the values that were at fault.
func (p *prepared) Extract(ctx context.Context, faults []biometry.Fault) (provider.Answer, error) {
	if p.found == nil {
		found, err := p.find(ctx)
		if err != nil {
			return provider.Answer{}, err
		}
		p.found = &found
	}
	if p.found.Empty() {
		return provider.Answer{}, provider.NoBiometry()
	}
	refused := make([]string, len(faults))
	for i, f := range faults {
		refused[i] = f.Path
	}
	report := p.found.Report(refused...)
	doc, err := json.Marshal(answer{report.Data, report.Extra})
	return provider.Answer{JSON: doc, Model: Model, Withheld: report.Withheld}, err
}

// find reads the text layer, or the pages' images if there is no biometry in
// it: it may be missing, hold a letterhead only, or be vector outlines. The
// words over a scan were put there by somebody else's OCR. Nothing says so of
// them (programs that make such layers name their fonts as they like), and they
// are as often wrong as ours, so they count as one look beside ours.
func (p *prepared) find(ctx context.Context) (reader.Findings, error) {
	if p.kind != provider.PDF || !slices.ContainsFunc(p.pages, hasWords) {
		return p.recognize(ctx)
	}
	found := reader.Find(p.pages)
	switch {
	case found.Empty():
		return p.recognize(ctx)
	case slices.ContainsFunc(p.pages, p.isLayer):
		return p.recognize(ctx, found)
	}
	return found, nil
}

func hasWords(page layout.Page) bool { return len(page.Words) > 0 }

// isLayer reports words over a scan.
func (p *prepared) isLayer(page layout.Page) bool {
	_, scanned := p.scanOf(page)
	return scanned && hasWords(page)
}
