package local_test

import (
	"strings"
	"testing"

	"biom/worker/eval"
	"biom/worker/eval/samples"
)

// TestProfiles reads text documents of the generator's other profiles: pages
// that the reader was not written with, and has since been taught. No value of
// an eye may be wrong or invented.
func TestProfiles(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	for _, tt := range []struct {
		profile string
		missed  float64 // percent, at most
	}{
		{"second", 1.5}, {"third", 2}, {"fourth", 2}, {"fifth", 2.5}, {"sixth", 2.5}, {"seventh", 2},
	} {
		t.Run(tt.profile, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			o := samples.Options{Seed: 77, Count: 54, Media: []samples.Medium{samples.TextPDF}, Profile: tt.profile}
			if err := samples.Write(t.Context(), dir, o, func(string) {}); err != nil {
				t.Fatal(err)
			}
			folder, err := eval.Open(dir)
			if err != nil {
				t.Fatal(err)
			}
			report, err := folder.Read(t.Context(), eval.Config{Provider: e, Values: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range report.Items {
				for _, x := range d.Differences {
					if strings.Contains(x.Path, "_eye.") && x.Kind != eval.Missed {
						t.Errorf("%s: %+v", d.Name, x)
					}
				}
			}
			if 100*float64(report.Missed) > tt.missed*float64(report.Present) {
				t.Errorf("%d of %d right, %d missed", report.Right, report.Present, report.Missed)
			}
		})
	}
}
