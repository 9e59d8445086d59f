package recheck_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/worker/document/layout"
	"biom/worker/eval/samples"
	"biom/worker/provider"
	"biom/worker/recheck"
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
		share := located(t, sheets(t, ofSamples, 42, 3, medium))
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

// TestEvidenceOfWithheldValues has a model answer wrong, and expects the places that the document has for what is withheld,
// with what is printed there and not what the model gave.
func TestEvidenceOfWithheldValues(t *testing.T) {
	t.Parallel()
	onlyRadii := text("IOLMaster 700", "  OD  OS", "AL [mm]  23,45  24,10", "ACD [mm]  3,10  3,25", "LT [mm]  4,50  4,61", "R1 [mm]  7,81  8,00", "R2 [mm]  7,66  7,75")
	for name, tt := range map[string]struct {
		page    recheck.Source
		answer  string
		printed map[string]string
	}{
		"another value":        {page, altered("23.45", "23.95"), map[string]string{"right_eye.AL": "23,45"}},
		"an impossible value":  {page, altered("23.45", "73.45"), map[string]string{"right_eye.AL": "23,45"}},
		"the other eye's":      {page, altered("24.10", "23.45"), map[string]string{"left_eye.AL": "24,10"}},
		"an axis and its twin": {page, altered(`"K1_axis":93`, `"K1_axis":95`), map[string]string{"right_eye.K1_axis": "93", "right_eye.K2_axis": "3"}},
		"an invented one":      {page, altered(`"ACD":3.10`, `"ACD":3.10,"WTW":11.9`), map[string]string{}},
		"powers of radii": {
			onlyRadii, altered(`"K1_axis":93`, `"K1_axis":null`, `"K2_axis":3`, `"K2_axis":null`, `"K1_axis":80`, `"K1_axis":null`, `"K2_axis":170`, `"K2_axis":null`),
			map[string]string{"right_eye.K1_magnitude": "7,81", "right_eye.K2_magnitude": "7,66", "left_eye.K1_magnitude": "8,00", "left_eye.K2_magnitude": "7,75"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := wrap(t, says(tt.answer), recheck.Config{Source: tt.page})
			got, err := prepare(t, e, provider.Document{}, provider.Options{}).Extract(t.Context(), nil)
			if err != nil || len(got.Withheld) == 0 {
				t.Fatal(err, got.Withheld)
			}
			found := map[string]string{}
			for path, source := range got.Evidence.Withheld {
				found[path] = source.Text
				if source.Page != 1 || source.Readings != (evidence.Readings{TextLayer: 1}) {
					t.Errorf("%s: %+v", path, source)
				}
				if _, isValue := got.Evidence.Values[path]; isValue {
					t.Errorf("%s is among the values too", path)
				}
			}
			if !maps.Equal(found, tt.printed) {
				t.Errorf("%q, want %q; withheld %v", found, tt.printed, got.Withheld)
			}
		})
	}
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
