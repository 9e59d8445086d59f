package table

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/evidence"
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

// Numbers have the digits of the document, or else the usual decimals.
func TestWriteResponsePadsNumbers(t *testing.T) {
	t.Parallel()
	var response biometry.Response
	response.Data.RightEye.ACD, response.Data.LeftEye.ACD = new(3.9), new(3.9)
	response.Data.RightEye.KeratometricIndex = new(1.332)
	response.Evidence = &evidence.Evidence{Values: map[string]evidence.Source{"left_eye.ACD": {Text: "3,900 mm"}}}
	var out strings.Builder
	WriteResponse(&out, &response, false)
	for _, want := range []string{"3.90 ", "3.900\n", "1.3320"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, out.String())
		}
	}
}

// The reader of the service itself is no model, and the table says so.
func TestWriteResponseNamesTheReader(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]biometry.Extraction{
		"  Source   read by biom's own reader, no model, ": {Method: biometry.MethodAI, LLM: "local"},
		"  Source   read by gemini-x, ":                    {Method: biometry.MethodAI, LLM: "gemini-x"},
		" gemini-x with your provider key, ":               {Method: biometry.MethodAI, LLM: "gemini-x", BYOK: true},
	} {
		e.Timestamp = "2026-01-02T03:04:05Z"
		var out strings.Builder
		WriteResponse(&out, &biometry.Response{Metadata: biometry.Metadata{Extraction: e}}, false)
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing:\n%s", want, out.String())
		}
	}
}

// The table says who has compared the values with the document, and how many were left out.
func TestWriteResponseNamesTheSignOff(t *testing.T) {
	t.Parallel()
	var response biometry.Response
	response.Data.RightEye.AL, response.Data.LeftEye.AL = new(23.9), new(23.8)
	e := &response.Metadata.Extraction
	e.Method, e.Timestamp, e.Withheld = biometry.MethodDirect, "2026-01-02T03:04:05Z", []biometry.Withheld{{Field: "left_eye.LT"}}
	e.SignOff = &biometry.SignOff{At: "2026-01-02T03:04:05.000Z", By: "D\x1bR", Confirmed: []string{"right_eye.AL"}, Corrected: []string{"left_eye.CCT", "exam_date"}}
	var out strings.Builder
	WriteResponse(&out, &response, false)
	// Left out are both names of the device, left AL and left LT.
	want := "  Signed off  D\uFFFDR, 2026-01-02 03:04 UTC: 1 confirmed, 2 corrected, 4 not compared; corrected: left CCT, exam date\n"
	if !strings.Contains(out.String(), want) {
		t.Errorf("%q is missing:\n%s", want, out.String())
	}
	e.SignOff = nil
	out.Reset()
	if WriteResponse(&out, &response, false); strings.Contains(out.String(), "Signed off") {
		t.Errorf("nobody has signed off:\n%s", out.String())
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
