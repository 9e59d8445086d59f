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

// completeReport is a sample with all values: both eyes, posterior and total
// keratometry.
const completeReport = samples + "iolmaster700-en-01.pdf"

// report is the content of a sample in the form of the service's response.
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

// expected returns the values that must be read from a sample.
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

// textReports returns the paths of n samples that contain text. The local reader reads
// them without OCR.
func textReports(t *testing.T, n int) []string {
	t.Helper()
	all, err := filepath.Glob(samples + "*-text.pdf")
	if err != nil || len(all) < n {
		t.Fatalf("%d samples, want %d, %v", len(all), n, err)
	}
	return slices.Clone(all[:n])
}

// writeJSON writes a document to a new file and returns its path.
func writeJSON(t *testing.T, name string, document any) string {
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

// directEntry writes the values of completeReport as a direct entry to a new file and
// returns its path.
func directEntry(t *testing.T, name string) string {
	t.Helper()
	return writeJSON(t, name, expected(t, completeReport))
}
