package local_test

import (
	"strings"
	"testing"

	"biom/worker/eval"
	"biom/worker/eval/samples"
)

// TestProfiles reads text documents of other profiles of the generator, whose
// layouts and labels differ from those of the committed samples: one document of
// each device. No value of an eye may be wrong or invented.
func TestProfiles(t *testing.T) {
	t.Parallel()
	readProfiles(t, 9, "second", "seventh")
}

// TestLongProfiles reads six documents of each device in every profile, in which only few
// values may be missed.
func TestLongProfiles(t *testing.T) {
	t.Parallel()
	readProfiles(t, 54, "second", "third", "fourth", "fifth", "sixth", "seventh")
}

func readProfiles(t *testing.T, count int, profiles ...string) {
	t.Helper()
	e := newExtractor(t)
	maxMissed := map[string]float64{ // percent of the expected values
		"second": 1.5, "third": 2, "fourth": 2, "fifth": 2.5, "sixth": 2.5, "seventh": 2,
	}
	for _, profile := range profiles {
		t.Run(profile, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			o := samples.Options{Seed: 77, Count: count, Media: []samples.Medium{samples.TextPDF}, Profile: profile}
			if err := samples.Write(t.Context(), dir, o, func(string) {}); err != nil {
				t.Fatal(err)
			}
			report := readFolder(t, e, dir, nil)
			for _, d := range report.Items {
				for _, x := range d.Differences {
					if strings.Contains(x.Path, "_eye.") && x.Kind != eval.Missed {
						t.Errorf("%s: %+v", d.Name, x)
					}
				}
			}
			if 100*float64(report.Missed) > maxMissed[profile]*float64(report.Present) {
				t.Errorf("%d of %d right, %d missed", report.Right, report.Present, report.Missed)
			}
		})
	}
}
