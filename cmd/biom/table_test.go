package main

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/client"
)

var updateGolden = flag.Bool("update", false, "write the golden files anew")

// golden holds got against testdata/table/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "table", name)
	if *updateGolden {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got:\n%s\nwant:\n%s", path, got, want)
	}
}

// tableOf prints the response in testdata/table/name.json.
func tableOf(t *testing.T, name string, change func(*uploadedFile)) string {
	t.Helper()
	doc, err := os.ReadFile(filepath.Join("testdata", "table", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	u := &uploadedFile{path: "reports/" + name + ".pdf", target: "reports/" + name + ".pdf.biom.json", saved: true, response: &biometry.Response{}}
	if err := json.Unmarshal(doc, u.response); err != nil {
		t.Fatal(err)
	}
	change(u)
	var out strings.Builder
	writeReport(&out, u, false)
	return out.String()
}

func TestWriteReport(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*uploadedFile){
		"full":   func(*uploadedFile) {},
		"direct": func(*uploadedFile) {},
		"withheld": func(u *uploadedFile) {
			u.saved = false
			u.info = client.Info{Withheld: []string{"right_eye.AL", "data.left_eye.K1_axis", "left_eye.K2_axis", "extra_data.posterior_keratometry.right_eye.PK1_magnitude"}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden(t, name+".golden", tableOf(t, name, change))
		})
	}
}

// TestWriteReportShowsEveryField holds that no field of the tables is left out.
func TestWriteReportShowsEveryField(t *testing.T) {
	t.Parallel()
	got := tableOf(t, "full", func(*uploadedFile) {})
	var shown int
	for _, f := range append(fieldNames(biometry.EyeFields()), fieldNames(biometry.PosteriorFields())...) {
		f = strings.TrimSuffix(strings.TrimSuffix(f, "_magnitude"), "_axis")
		if !strings.Contains(got, "\n  "+humanName(f)+" ") {
			t.Errorf("%s is not shown", f)
		}
		shown++
	}
	if shown != 20 {
		t.Errorf("%d fields", shown)
	}
}

func fieldNames[T any](fields []biometry.FieldOf[T]) (names []string) {
	for i := range fields {
		names = append(names, fields[i].Name)
	}
	return names
}

func TestWriteReportCannotSteerATerminal(t *testing.T) {
	t.Parallel()
	got := tableOf(t, "direct", func(u *uploadedFile) {
		evil := "x\x1b[2J\u202e\ny"
		u.path, u.target = evil, evil
		u.response.Data.Patient = biometry.Patient{Name: &evil, ID: &evil}
		u.response.Data.ExamDate, u.response.Data.RightEye.LensStatus = &evil, &evil
		u.response.Data.Biometer.DeviceName = evil
		u.response.Metadata.Extraction.SourceApp = &evil
		u.response.Biompin = &biometry.Share{Pin: &evil}
		u.response.ExtraData = &biometry.Extra{Notes: &evil}
		u.info.Withheld = []string{evil}
	})
	if strings.ContainsAny(got, "\x1b\u202e") || strings.Contains(got, "\ny") {
		t.Errorf("got %q", got)
	}
}
