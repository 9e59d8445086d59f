package biometry_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/shared/biometry"
)

// Members that look like measurements in the wrong place are named; other unknown
// members, and those that hold nothing, are not.
func TestIgnoredMembersAreNamed(t *testing.T) {
	t.Parallel()
	const good = `"data":{` + biometer + `,"patient":{},"right_eye":{},"left_eye":{}}`
	data := func(members string) string {
		return `{"data":{` + biometer + `,"patient":{},"right_eye":{},"left_eye":{}` + members + `}}`
	}
	eye := func(members string) string {
		return `{"data":{` + biometer + `,"patient":{},"right_eye":{},"left_eye":{` + members + `}}}`
	}
	for doc, want := range map[string]string{
		`{` + good + `}`:           "",
		`{` + good + `,"AL":23.4}`: "AL",
		`{` + good + `,"al":"x","Notes":"x","comment":"x"}`:                                          "al Notes",
		`{` + good + `,"AL":null}`:                                                                   "",
		`{` + good + `,"PK1_axis":{"AL":1},"other":{"AL":1}}`:                                        "PK1_axis",
		data(`,"AL":23.4,"notes":"x","posterior_keratometry":5`):                                     "data.AL data.notes data.posterior_keratometry",
		data(`,"id":"4711","note":"x"`):                                                              "",
		eye(`"axial_length":23.4,"PK1_magnitude":6,"x":null`):                                        "data.left_eye.axial_length data.left_eye.PK1_magnitude",
		eye("\"a,b<\\u0001€\":1"):                                                                    "data.left_eye.a?b???",
		eye(`"` + strings.Repeat("x", 25) + `":1`):                                                   "data.left_eye." + strings.Repeat("x", 24) + "...",
		`{` + good + `,"extra_data":{"AL":1,"right_eye":{"PK1_axis":5},"other":1}}`:                  "extra_data.AL extra_data.right_eye",
		`{` + good + `,"extra_data":{"posterior_keratometry":{"right_eye":{"AL":1},"TK1_axis":3}}}`:  "extra_data.posterior_keratometry.right_eye.AL extra_data.posterior_keratometry.TK1_axis",
		`{` + good + `,"metadata":{"notes":"x","AL":1,"extraction":{"AL":1,"ignored":["data.AL"]}}}`: "",
		strings.Replace(data(""), `"patient":{}`, `"patient":{"WTW":11.5,"name":"A B"}`, 1):          "data.patient.WTW",
		strings.Replace(data(""), `"device_name"`, `"CCT":545,"device_name"`, 1):                     "data.biometer.CCT",
	} {
		got := decode(t, doc).Metadata.Extraction.Ignored
		if strings.Join(got, " ") != want {
			t.Errorf("%s\ngot  %q\nwant %q", doc, got, want)
		}
	}
}

// However many there are, the list stays short.
func TestIgnoredMembersAreBounded(t *testing.T) {
	t.Parallel()
	var members []string
	for i := range 1000 {
		members = append(members, fmt.Sprintf(`"m%d":1`, i))
	}
	doc := `{"data":{` + biometer + `,"patient":{},"left_eye":{},"right_eye":{` + strings.Join(members, ",") + `}}}`
	if got := decode(t, doc).Metadata.Extraction.Ignored; len(got) != 12 || got[11] != "data.right_eye.m11" {
		t.Errorf("%q", got)
	}
}

// The list is in the response of both methods, is read back, and ends with the next
// upload, whose document has no such members.
func TestIgnoredMembersInMetadata(t *testing.T) {
	t.Parallel()
	for _, extraction := range []string{`{}`, `{"method":"AI","llm":"m"}`} {
		doc := `{"data":{` + biometer + `,"patient":{},"right_eye":{},"left_eye":{},"AL":5},"metadata":{"extraction":` + extraction + `}}`
		first := decode(t, doc)
		first.Metadata.RequestID = "r"
		saved, err := json.Marshal(first)
		if err != nil || !strings.Contains(string(saved), `"ignored":["data.AL"]`) {
			t.Errorf("%s, %v", saved, err)
		}
		var read biometry.Response
		if err := json.Unmarshal(saved, &read); err != nil || !slices.Equal(read.Metadata.Extraction.Ignored, []string{"data.AL"}) {
			t.Errorf("%+v, %v", read.Metadata, err)
		}
		if kept, err := biometry.DecodeResponse(saved); err != nil || !slices.Equal(kept.Metadata.Extraction.Ignored, []string{"data.AL"}) {
			t.Errorf("%+v, %v", kept, err)
		}
		again, err := biometry.Decode(saved, time.Time{})
		if err != nil || again.Metadata.Extraction.Ignored != nil {
			t.Errorf("%+v, %v", again, err)
		}
		if text := jsonOf(t, again); strings.Contains(text, "ignored") {
			t.Error(text)
		}
	}
	for _, bad := range []string{`"data.AL"`, `[5]`, `{}`} {
		doc := `{"data":{` + biometer + `,"patient":{},"right_eye":{},"left_eye":{}},"metadata":{"request_id":"r","schema_version":"1.1.0","app_version":"1",` +
			`"extraction":{"method":"AI","llm":"m","timestamp":"2026-03-01T12:00:00Z","ignored":` + bad + `}}}`
		if _, err := biometry.DecodeResponse([]byte(doc)); err == nil || !strings.Contains(err.Error(), "metadata.extraction.ignored") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
