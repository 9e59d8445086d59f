package table

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"biom/shared/biometry"
)

// No field of the tables is left out.
func TestWriteResponseShowsEveryField(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("../batch/testdata/full.json")
	if err != nil {
		t.Fatal(err)
	}
	var response biometry.Response
	if err := json.Unmarshal(doc, &response); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	WriteResponse(&out, &response, false)
	got := out.String()
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

// Members that the service ignored are named.
func TestWriteResponseNamesIgnoredMembers(t *testing.T) {
	t.Parallel()
	var response biometry.Response
	response.Metadata.Extraction.Ignored = []string{"data.AL", "data.right_eye.\x1b[2J"}
	var out strings.Builder
	WriteResponse(&out, &response, false)
	if got := out.String(); !strings.Contains(got, "data.AL, data.right_eye.") || strings.Contains(got, "\x1b") {
		t.Errorf("%q", got)
	}
}

func fieldNames[T any](fields []biometry.FieldOf[T]) (names []string) {
	for i := range fields {
		names = append(names, fields[i].Name)
	}
	return names
}
