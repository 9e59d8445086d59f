package browsertest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const samples = "../../../testdata/samples/"

// english is a report with everything: both eyes, posterior and total
// keratometry.
const english = samples + "iolmaster700-en-01.pdf"

// report is a document of the samples as the service answers it.
type report struct {
	Data struct {
		Biometer struct {
			DeviceName   string `json:"device_name"`
			Manufacturer string `json:"manufacturer"`
		} `json:"biometer"`
		ExamDate string         `json:"exam_date"`
		Patient  map[string]any `json:"patient"`
		RightEye map[string]any `json:"right_eye"`
		LeftEye  map[string]any `json:"left_eye"`
	} `json:"data"`
	Extra map[string]any `json:"extra_data,omitempty"`
}

// expected is what is to be read from a sample.
func expected(t *testing.T, sample string) (r report) {
	t.Helper()
	text, err := os.ReadFile(strings.TrimSuffix(sample, filepath.Ext(sample)) + ".expected.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// texts are n sample reports whose text the local reader reads at once.
func texts(t *testing.T, n int) []string {
	t.Helper()
	all, err := filepath.Glob(samples + "*-text.pdf")
	if err != nil || len(all) < n {
		t.Fatalf("%d samples, %v", len(all), err)
	}
	return slices.Clone(all[:n])
}

// written writes a document to a file that can be uploaded.
func written(t *testing.T, name string, document any) string {
	t.Helper()
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// direct is the document of a direct entry, made from what is expected of a
// sample.
func direct(t *testing.T, name string) string {
	t.Helper()
	return written(t, name, expected(t, english))
}
