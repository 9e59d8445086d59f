package prompt_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/llm/prompt"
)

var update = flag.Bool("update", false, "write the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs (-update writes it; a change of meaning is a new version):\n%s", file, got)
	}
}

func TestGoldenFiles(t *testing.T) {
	t.Parallel()
	golden(t, "system.golden", prompt.System())
	golden(t, "schema.golden", indented(t, prompt.Schema())+"\n")
	golden(t, "user.golden", prompt.User(nil)+"\n")
	golden(t, "user-faults.golden", prompt.User([]biometry.Fault{
		{Path: "data.right_eye.AL", Message: "must be between 14 and 40 mm"},
		{Message: "the JSON is not complete"},
	})+"\n")
}

// TestEveryFieldIsExplainedOnce, with its range or its values, so that no new field of
// the table is forgotten.
func TestEveryFieldIsExplainedOnce(t *testing.T) {
	t.Parallel()
	for _, f := range allFields() {
		heading := "## " + f.Name + " ("
		if n := strings.Count(prompt.System(), heading); n != 1 {
			t.Errorf("%d times %q", n, heading)
		}
		_, after, _ := strings.Cut(prompt.System(), heading)
		said, _, _ := strings.Cut(after, "\n")
		if f.Range() != "" && !strings.Contains(said, f.Range()) {
			t.Errorf("%s: %q says no range", f.Name, said)
		}
		for _, v := range f.Values {
			if !strings.Contains(said, v) {
				t.Errorf("%s: %q lacks %s", f.Name, said, v)
			}
		}
	}
}

func TestEveryDeviceIsExplained(t *testing.T) {
	t.Parallel()
	for _, printed := range []string{"IOLMaster 700", "Lenstar LS 900", "Eyestar ES 900", "ANTERION", "Argos", "Aladdin", "OA-2000", "Pentacam AXL", "MS-39"} {
		if !strings.Contains(prompt.System(), printed) {
			t.Errorf("%s is not explained", printed)
		}
	}
}

func allFields() []biometry.Field {
	out := append(biometry.BiometerFields(), biometry.ExamDateField(), biometry.NotesField(), biometry.PosteriorDeviceField())
	for _, f := range biometry.PatientFields() {
		out = append(out, f.Field)
	}
	for _, f := range biometry.EyeFields() {
		out = append(out, f.Field)
	}
	for _, f := range biometry.PosteriorFields() {
		out = append(out, f.Field)
	}
	return out
}
