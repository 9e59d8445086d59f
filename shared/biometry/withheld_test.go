package biometry_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"biom/shared/biometry"
)

// savedWith returns a saved response whose provenance has these members.
func savedWith(extraction string) string {
	return `{"data":{` + biometer + `,"patient":{},"right_eye":{"AL":23.5},"left_eye":{}},"extra_data":null,"biompin":null,` +
		`"metadata":{"request_id":"r-1","schema_version":"1.1.0","app_version":"1","extraction":{"timestamp":"2026-01-02T03:04:05Z",` + extraction + `}}}`
}

// Withheld values stay with a report that is saved and uploaded again, read by a client and exported.
func TestWithheldValuesAreKept(t *testing.T) {
	t.Parallel()
	const list = `"withheld":[{"field":"left_eye.AL","reason":"readings_differ"},{"field":"posterior_keratometry.left_eye.PK1_axis"},` +
		`{"field":"exam_date","reason":"not_understood"},{"field":"patient.id","reason":"of_a_later_version"},{"field":"notes","reason":"not_legible"}]`
	want := []biometry.Withheld{
		{Field: "left_eye.AL", Reason: biometry.ReadingsDiffer}, {Field: "posterior_keratometry.left_eye.PK1_axis"},
		{Field: "exam_date", Reason: biometry.NotUnderstood}, {Field: "patient.id", Reason: "of_a_later_version"}, {Field: "notes", Reason: biometry.NotLegible},
	}
	for _, extraction := range []string{`"method":"AI","llm":"m",` + list, `"method":"DIRECT",` + list} {
		doc := savedWith(extraction)
		uploaded := decode(t, doc)
		read, err := biometry.DecodeResponse([]byte(doc))
		if err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(uploaded)
		if err != nil {
			t.Fatal(err)
		}
		var client biometry.Response
		if err := json.Unmarshal(again, &client); err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]*biometry.Response{"uploaded": uploaded, "exported": read, "read by a client": &client} {
			if got := r.Metadata.Extraction.Withheld; !slices.Equal(got, want) {
				t.Errorf("%s: %v", name, got)
			}
		}
	}
}

// A value that somebody has filled in is not withheld any more; what is no field and no reason is dropped.
func TestWithheldValuesOfAnotherKindAreDropped(t *testing.T) {
	t.Parallel()
	for list, want := range map[string]string{
		`[{"field":"right_eye.AL","reason":"not_legible"}]`:                             "",
		`[{"field":"right_eye.XY"},{"field":"left_eye.AL"},{"field":"left_eye.AL"},{}]`: "left_eye.AL ",
		`[{"field":"left_eye.AL","reason":"<b>"}]`:                                      "left_eye.AL ",
		`[{"field":"left_eye.AL","reason":"` + strings.Repeat("x", 33) + `","more":1}]`: "left_eye.AL ",
		`[{"field":"left_eye.AL","reason":"eye_unclear"},{"field":"data.left_eye.LT"}]`: "left_eye.AL eye_unclear",
		`[]`: "", `null`: "",
	} {
		var got []string
		for _, w := range decode(t, savedWith(`"method":"AI","llm":"m","withheld":`+list)).Metadata.Extraction.Withheld {
			got = append(got, w.Field+" "+string(w.Reason))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q", list, got)
		}
	}
	for _, list := range []string{`"right_eye.AL"`, `["right_eye.AL"]`, `[{"field":1}]`, `{}`} {
		if _, err := biometry.DecodeResponse([]byte(savedWith(`"method":"AI","llm":"m","withheld":` + list))); err == nil || !strings.Contains(err.Error(), "metadata.extraction.withheld") {
			t.Errorf("%s: %v", list, err)
		}
	}
}
