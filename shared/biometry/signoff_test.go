package biometry_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"biom/shared/biometry"
)

// Who checked a report, when, and which values, stays with it when it is saved, uploaded again, read by a client and exported.
func TestSignOffIsKept(t *testing.T) {
	t.Parallel()
	doc := savedWith(`"method":"DIRECT","sign_off":{"at":"2026-01-02T03:04:05.678Z","by":"DR","confirmed":["right_eye.AL","biometer.device_name"],` +
		`"corrected":["left_eye.AL","posterior_keratometry.pk_device_name","notes"]}`)
	want := &biometry.SignOff{
		At: "2026-01-02T03:04:05.678Z", By: "DR", Confirmed: []string{"right_eye.AL", "biometer.device_name"},
		Corrected: []string{"left_eye.AL", "posterior_keratometry.pk_device_name", "notes"},
	}
	uploaded := decode(t, doc)
	exported, err := biometry.DecodeResponse([]byte(doc))
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
	for name, r := range map[string]*biometry.Response{"uploaded": uploaded, "uploaded again": decode(t, string(again)), "exported": exported, "read by a client": &client} {
		if got := r.Metadata.Extraction.SignOff; !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Only a direct entry is signed off, and only values of a report that it has.
func TestSignOffHasOnlyValuesOfTheReport(t *testing.T) {
	t.Parallel()
	const at = `"at":"2026-01-02T03:04:05Z"`
	for extraction, want := range map[string]string{
		`"method":"AI","llm":"m","sign_off":{` + at + `}`: `null`,
		`"method":"DIRECT"`:                         `null`,
		`"method":"DIRECT","sign_off":null`:         `null`,
		`"method":"DIRECT","sign_off":{` + at + `}`: `{"at":"2026-01-02T03:04:05.000Z","confirmed":[],"corrected":[]}`,
		`"method":"DIRECT","sign_off":{` + at + `,"confirmed":["right_eye.AL","right_eye.AL","right_eye.LT","x"],"by":" "}`: `{"at":"2026-01-02T03:04:05.000Z","confirmed":["right_eye.AL"],"corrected":[]}`,
		`"method":"DIRECT","sign_off":{` + at + `,"confirmed":["right_eye.AL"],"corrected":["right_eye.AL","data.AL"]}`:     `{"at":"2026-01-02T03:04:05.000Z","confirmed":[],"corrected":["right_eye.AL"]}`,
	} {
		got, err := json.Marshal(decode(t, savedWith(extraction)).Metadata.Extraction.SignOff)
		if err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", extraction, got, err)
		}
	}
}

func TestFaultsOfASignOff(t *testing.T) {
	t.Parallel()
	const at = `"at":"2026-01-02T03:04:05Z",`
	for signOff, path := range map[string]string{
		`"DR"`: "sign_off", `[]`: "sign_off", `{}`: "sign_off.at", `{"at":"yesterday"}`: "sign_off.at", `{` + at + `"by":1}`: "sign_off.by",
		`{` + at + `"by":"a\u0007"}`: "sign_off.by", `{` + at + `"by":"` + strings.Repeat("x", 101) + `"}`: "sign_off.by",
		`{` + at + `"confirmed":"right_eye.AL"}`: "sign_off.confirmed", `{` + at + `"corrected":[1]}`: "sign_off.corrected",
	} {
		_, err := biometry.Decode([]byte(savedWith(`"method":"DIRECT","sign_off":`+signOff)), noon)
		faults, ok := errors.AsType[biometry.Faults](err)
		if !ok || len(faults) != 1 || faults[0].Path != "metadata.extraction."+path {
			t.Errorf("%s: %v", signOff, err)
		}
	}
}
