package local_test

import (
	"testing"

	"biom/worker/provider"
	"biom/worker/reader"
)

// TestWitness expects what a document says, of its text and of its picture.
func TestWitness(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	for name, tt := range map[string]struct{ right, left float64 }{
		"iolmaster700-en-01.pdf": {23.83, 23.94}, "iolmaster700-en-04.png": {21.86, 26.3},
	} {
		doc := document(t, sampleDir+"/"+name)
		w, err := e.Witness(t.Context(), doc)
		if err != nil {
			t.Fatal(err)
		}
		for al, want := range map[float64]reader.Verdict{tt.right: reader.Found, tt.left: reader.OtherEyes, tt.right + 0.1: reader.Refuted} {
			if got := w.Says("right_eye", "AL", al); got != want {
				t.Errorf("%s: %v: %d, want %d", name, al, got, want)
			}
		}
	}
	if _, err := e.Witness(t.Context(), provider.Document{Kind: provider.PDF, Data: []byte("%PDF-1.4\n%%EOF")}); err == nil {
		t.Error("a damaged document was read")
	}
}
