package local

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"biom/shared/biometry"
	"biom/worker/document/layout"
	"biom/worker/provider"
	"biom/worker/reader"
)

// answer is the JSON that [biometry.DecodeExtraction] reads.
type answer struct {
	Data  biometry.Report `json:"data"`
	Extra *biometry.Extra `json:"extra_data"`
}

// Extract implements [provider.Prepared]. A second call does not read the
// document again, because that would give the same values. It withholds the
// values that the faults name.
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
	faulty := make([]string, len(faults))
	for i, f := range faults {
		faulty[i] = f.Path
	}
	report := p.found.Report(faulty...)
	doc, err := json.Marshal(answer{report.Data, report.Extra})
	return provider.Answer{
		JSON: doc, Model: Model, Withheld: report.Withheld,
		Evidence: p.shown().Evidence(append(report.Sources, report.Means...), report.Doubts),
	}, err
}

// Witness reads a document and returns what it says, to compare another reader's answer with.
func (e *Extractor) Witness(ctx context.Context, doc provider.Document) (w *reader.Witness, err error) {
	p, err := e.prepare(ctx, doc)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	found, err := p.find(ctx)
	if err != nil {
		return nil, err
	}
	return reader.Saw(found, p.shown(), p.words()...), nil
}

// Explain reads a document and says why its values were taken or not. Of a scan it explains
// the numbers that the first pass of OCR saw.
func (e *Extractor) Explain(ctx context.Context, doc provider.Document) (x reader.Explanation, err error) {
	p, err := e.prepare(ctx, doc)
	if err != nil {
		return reader.Explanation{}, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	found, err := p.find(ctx)
	if err != nil {
		return reader.Explanation{}, err
	}
	var words []layout.Page
	if seen := p.words(); len(seen) > 0 {
		words = seen[0]
	}
	return reader.Explain(found, words), nil
}

// Profile reads a document and says what each way of reading it took and gave.
func (e *Extractor) Profile(ctx context.Context, doc provider.Document) (readings []Reading, err error) {
	p, err := e.prepare(ctx, doc)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if _, err := p.find(ctx); err != nil {
		return nil, err
	}
	return p.profile(), nil
}

// find reads the text layer. If the text layer holds no biometry (it is missing, has
// only a letterhead, or the letters are drawn as outlines), find reads the pages by
// OCR.
//
// Words over a scan come from another program's OCR. Such words are wrong as often
// as those of our OCR, and no property of the file tells them from other words, so
// every text layer over a scan counts as one pass beside those of our OCR.
func (p *prepared) find(ctx context.Context) (reader.Findings, error) {
	if p.kind != provider.PDF || !slices.ContainsFunc(p.pages, hasWords) {
		return p.recognize(ctx)
	}
	found := reader.Find(p.pages)
	p.looks = append(p.looks, look{textLayer, found, p.pages})
	if found.Empty() || slices.ContainsFunc(p.pages, p.isLayer) {
		return p.recognize(ctx)
	}
	return found, nil
}

func hasWords(page layout.Page) bool { return len(page.Words) > 0 }

// isLayer reports whether the page has words over a scan.
func (p *prepared) isLayer(page layout.Page) bool {
	_, scanned := p.scanOf(page)
	return scanned && hasWords(page)
}
