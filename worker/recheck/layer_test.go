package recheck_test

import (
	"testing"

	"biom/worker/eval/samples"
	"biom/worker/provider"
)

// TestLayerReadsOnlyTextOfPDFs expects no text of drawn letters, scans, pictures and
// damaged documents, and no error.
func TestLayerReadsOnlyTextOfPDFs(t *testing.T) {
	t.Parallel()
	read := layer(t)
	for medium, hasText := range map[samples.Medium]bool{samples.TextPDF: true, samples.OutlinePDF: false, samples.ImagePDF: false} {
		err := samples.Each(t.Context(), samples.Options{Seed: 1, Count: 1, Media: []samples.Medium{medium}, DPI: 100}, func(s samples.Sample) error {
			found, err := read.Text(t.Context(), provider.Document{Kind: provider.PDF, Data: s.Data})
			if (len(found.Pages) > 0) != hasText {
				t.Errorf("%s: %d pages", medium, len(found.Pages))
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if found, err := read.Text(t.Context(), provider.Document{Kind: provider.PNG, Data: []byte("%PDF")}); found.Pages != nil || err != nil {
		t.Errorf("an image: %v, %v", found, err)
	}
	if found, err := read.Text(t.Context(), provider.Document{Kind: provider.PDF, Data: []byte("%PDF-1.4\n%%EOF")}); found.Pages != nil || err != nil {
		t.Errorf("a damaged document: %v, %v", found, err)
	}
}
