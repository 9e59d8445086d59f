package local

import (
	"context"
	"encoding/json"

	"biom/shared/biometry"
	"biom/worker/layout"
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
// it: it may be missing, hold a letterhead only, or be vector outlines.
func (p *prepared) find(ctx context.Context) (reader.Findings, error) {
	if p.kind == provider.PDF && hasWords(p.pages) {
		if found := reader.Find(p.pages); !found.Empty() {
			return found, nil
		}
	}
	return p.recognize(ctx)
}

func hasWords(pages []layout.Page) bool {
	for _, page := range pages {
		if len(page.Words) > 0 {
			return true
		}
	}
	return false
}
