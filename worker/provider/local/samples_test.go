package local_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/worker/eval"
	"biom/worker/provider"
)

const sampleDir = "../../../testdata/samples"

// TestSamples reads the committed samples, of those that need OCR two languages
// alone (BIOM_FUZZ=full: all), for a page takes seconds. No value may be wrong or
// invented; of scans and photographs some may be missed, for their digits must
// be seen twice.
func TestSamples(t *testing.T) {
	t.Parallel()
	e := newExtractor(t)
	for _, tt := range []struct {
		medium string
		missed float64 // percent, at most
	}{
		{"text", 0}, {"outline", 5}, {"image", 10}, {"png", 5}, {"gif", 5}, {"bmp", 5}, {"jpg", 10},
	} {
		t.Run(tt.medium, func(t *testing.T) {
			t.Parallel()
			folder, err := eval.Open(sampleDir)
			if err != nil {
				t.Fatal(err)
			}
			only := map[string][]string{"medium": {tt.medium}}
			if tt.medium != "text" && os.Getenv("BIOM_FUZZ") != "full" {
				only["language"] = []string{"en", "pt"}
			}
			folder.Only(only)
			if folder.Len() == 0 {
				t.Fatal("there are none")
			}
			report, err := folder.Read(t.Context(), eval.Config{Provider: e, Values: true})
			if err != nil {
				t.Fatal(err)
			}
			if report.Wrong+report.Invented > 0 || 100*float64(report.Missed) > tt.missed*float64(report.Present) {
				t.Errorf("%d of %d right, %d wrong, %d missed, %d invented", report.Right, report.Present, report.Wrong, report.Missed, report.Invented)
			}
			tell(t, report)
		})
	}
}

// tell logs what was not right.
func tell(t *testing.T, report *eval.Report) {
	t.Helper()
	for _, d := range report.Items {
		if d.Reason != "" {
			t.Logf("%s: %s: %s", d.Name, d.Reason, d.Cause)
		}
		for _, x := range d.Differences {
			t.Logf("%s: %+v", d.Name, x)
		}
	}
}

func document(t testing.TB, file string) provider.Document {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return provider.Document{Kind: provider.Kind(strings.TrimPrefix(filepath.Ext(file), ".")), Data: data}
}
