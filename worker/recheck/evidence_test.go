package recheck_test

import (
	"context"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/worker/document/layout"
	"biom/worker/eval/samples"
	"biom/worker/provider"
)

// TestEvidenceOfModels has a model answer right, and expects nearly all numbers to be found on the page, the printed
// text in its box.
func TestEvidenceOfModels(t *testing.T) {
	t.Parallel()
	for _, generator := range []string{ofSamples, ofLayouts} {
		share := located(t, sheets(t, generator, 41, 12, samples.TextPDF))
		t.Logf("%s: %.1f %% of the numbers are located", generator, 100*share)
		if minShare := map[string]float64{ofSamples: 0.98, ofLayouts: 0.85}[generator]; share < minShare {
			t.Errorf("%s: only %.3f of the numbers are located", generator, share)
		}
	}
}

// TestLongEvidenceOfModels does the same with scans and photos, whose words OCR saw.
func TestLongEvidenceOfModels(t *testing.T) {
	t.Parallel()
	for _, medium := range []samples.Medium{samples.ImagePDF, samples.JPG} {
		share := located(t, sheets(t, ofSamples, 42, 8, medium))
		t.Logf("%s: %.1f %% of the numbers are located", medium, 100*share)
		if share < 0.9 {
			t.Errorf("%s: only %.3f of the numbers are located", medium, share)
		}
	}
}

// located returns the share of the right numbers that have a source.
func located(t *testing.T, all []sheet) float64 {
	t.Helper()
	found, of := 0, 0
	for _, s := range all {
		answer := written(t, s.right)
		e := wrap(t, &model{answer: func(context.Context, int, []biometry.Fault) (string, error) { return answer, nil }}, s.known)
		out, err := prepare(t, e, provider.Document{}, provider.Options{}).Extract(t.Context(), nil)
		if err != nil {
			t.Fatal(s.name, err)
		}
		for path, value := range numbers(s.right) {
			path = strings.TrimPrefix(strings.TrimPrefix(path, "data."), "extra_data.")
			of++
			source, ok := out.Evidence.Values[path]
			if !ok {
				t.Logf("%s: %s %s is not located", s.name, path, value)
				continue
			}
			found++
			if source.Readings.Model != 1 || source.Text == "" {
				t.Errorf("%s: %s: %+v", s.name, path, source)
			}
			if text, ok := s.known.Source.(sourceOfPages); ok && !text.has(source) {
				t.Errorf("%s: %s: %q is not in its box", s.name, path, source.Text)
			}
		}
	}
	return float64(found) / float64(of)
}

type sourceOfPages interface{ has(s evidence.Source) bool }

// has reports that a word in the source's box has its text.
func (s source) has(e evidence.Source) bool {
	for _, p := range s.Pages {
		for _, w := range p.Words {
			if p.Number == e.Page && inBox(p, w, e.Box) && strings.Contains(w.Text, strings.Fields(e.Text)[0]) {
				return true
			}
		}
	}
	return false
}

func inBox(p layout.Page, w layout.Word, b evidence.Box) bool {
	x, y := w.CenterX()/p.Width, w.CenterY()/p.Height
	return b[0] <= x && x <= b[2] && b[1] <= y && y <= b[3]
}
