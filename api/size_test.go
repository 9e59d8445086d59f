package api_test

import (
	"encoding/json"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/share"
)

// longestText is the JSON string of n characters that takes the most bytes: six for each
// character.
func longestText(n int) string { return strings.Repeat("<", n) }

// longest returns a value of the field that takes the most bytes in JSON. A float64 has at
// most 17 digits.
func longest(t *testing.T, f biometry.Field) any {
	t.Helper()
	switch {
	case f.Kind == biometry.Number:
		return json.Number("0.12345678901234567")
	case f.Kind == biometry.Integer:
		return json.Number("999")
	case f.Kind == biometry.Date:
		return "2026-03-01"
	case f.Kind == biometry.Enum:
		value := ""
		for _, v := range f.Values {
			if len(v) > len(value) {
				value = v
			}
		}
		return value
	case f.Name == "name":
		return strings.Repeat("\U00010400", 4) // four initials
	case f.MaxLength == 0:
		t.Errorf("the text %s has no greatest length", f.Name)
	}
	return longestText(f.MaxLength)
}

// longestMembers returns an object with the longest value of each field of a table.
func longestMembers[T any](t *testing.T, table []biometry.FieldOf[T]) map[string]any {
	members := map[string]any{}
	for i := range table {
		members[table[i].Name] = longest(t, table[i].Field)
	}
	return members
}

// TestLongestResponse: a response whose values are all as long as they can be is small
// enough to be shared and to be kept for repeats.
func TestLongestResponse(t *testing.T) {
	t.Parallel()
	biometer := map[string]any{}
	for _, f := range biometry.BiometerFields() {
		biometer[f.Name] = longest(t, f)
	}
	eye, posterior := longestMembers(t, biometry.EyeFields()), longestMembers(t, biometry.PosteriorFields())
	const version, timestamp = "999999999.999999999.999999999", "2026-03-01T12:00:00.123+00:00"
	var ignored []string
	for range 12 {
		ignored = append(ignored, "extra_data.posterior_keratometry.right_eye."+strings.Repeat("x", 24)+"...")
	}
	for _, extraction := range []map[string]any{
		{"method": "AI", "timestamp": timestamp, "byok": false, "llm": longestText(200), "input_schema_version": version, "ignored": ignored},
		{"method": "DIRECT", "timestamp": timestamp, "source_app": longestText(100), "source_version": longestText(100), "input_schema_version": version, "ignored": ignored},
	} {
		document, err := json.Marshal(map[string]any{
			"data": map[string]any{
				"biometer": biometer, "exam_date": longest(t, biometry.ExamDateField()), "patient": longestMembers(t, biometry.PatientFields()),
				"right_eye": eye, "left_eye": eye,
			},
			"extra_data": map[string]any{
				"notes": longest(t, biometry.NotesField()),
				"posterior_keratometry": map[string]any{
					"pk_device_name": longest(t, biometry.PosteriorDeviceField()), "right_eye": posterior, "left_eye": posterior,
				},
			},
			"metadata": map[string]any{
				"request_id": strings.Repeat("0", 36), "schema_version": biometry.SchemaVersion, "app_version": longestText(20), "extraction": extraction,
			},
			"biompin": map[string]any{
				"pin": "abcdefgh-abcdefgh-123456", "expires_at": "2026-03-01T12:00:00.000Z", "db_id": strings.Repeat("0", 36),
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		var response biometry.Response
		if err := json.Unmarshal(document, &response); err != nil {
			t.Fatal(err)
		}
		body, err := json.Marshal(response)
		if err != nil {
			t.Fatal(err)
		}
		if len(body) != len(document) {
			t.Errorf("%s: the response has %d bytes and the document %d: they differ in a member", extraction["method"], len(body), len(document))
		}
		if len(body) > min(share.MaxDocument, job.MaxOutcome) {
			t.Errorf("%s: %d bytes", extraction["method"], len(body))
		}
	}
}
