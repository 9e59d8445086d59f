package biometry_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"biom/shared/biometry"
)

var update = flag.Bool("update", false, "write the golden files")

var noon = time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)

const biometer = `"biometer":{"device_name":"IOLMaster700","manufacturer":"Zeiss"}`

// minimal is the smallest valid document.
const minimal = `{"data":{` + biometer + `,"patient":{},"right_eye":{},"left_eye":{}}}`

// withData returns minimal with more members in data.
func withData(members string) string {
	return strings.Replace(minimal, `{"data":{`, `{"data":{`+members+`,`, 1)
}

// withRoot returns minimal with more members beside data.
func withRoot(members string) string {
	return strings.TrimSuffix(minimal, "}") + "," + members + "}"
}

// withRightEye returns minimal with these members in the right eye.
func withRightEye(members string) string {
	return strings.Replace(minimal, `"right_eye":{}`, `"right_eye":{`+members+`}`, 1)
}

// withPatient returns minimal with these members in patient.
func withPatient(members string) string {
	return strings.Replace(minimal, `"patient":{}`, `"patient":{`+members+`}`, 1)
}

// withPosterior returns minimal with posterior keratometry: the device as JSON,
// and the members of both eyes.
func withPosterior(device, right, left string) string {
	return withRoot(`"extra_data":{"posterior_keratometry":{"pk_device_name":` + device +
		`,"right_eye":{` + right + `},"left_eye":{` + left + `}}}`)
}

// saved returns minimal as a saved response with these members in extraction.
func saved(extraction string) string {
	return withRoot(`"extra_data":null,"metadata":{"request_id":"r","schema_version":"1.1.0","app_version":"1","extraction":{` +
		extraction + `}},"biompin":null`)
}

// decode decodes a document that must be accepted.
func decode(t *testing.T, doc string) *biometry.Response {
	t.Helper()
	out, err := biometry.Decode([]byte(doc), noon)
	if err != nil {
		t.Fatalf("Decode: %v\n%s", err, doc)
	}
	return out
}

// faults decodes a document that must be refused with 422.
func faults(t *testing.T, doc string) biometry.Faults {
	t.Helper()
	out, err := biometry.Decode([]byte(doc), noon)
	var f biometry.Faults
	if !errors.As(err, &f) || out != nil {
		t.Fatalf("Decode gave %v, %v; want Faults\n%s", out, err, doc)
	}
	return f
}

// expectFaults compares faults. Each wanted one is written "path: part", where
// part is a part of the message.
func expectFaults(t *testing.T, got biometry.Faults, want ...string) {
	t.Helper()
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		path, part, _ := strings.Cut(want[i], ": ")
		ok = got[i].Path == path && strings.Contains(got[i].Message, part)
	}
	if !ok {
		t.Errorf("faults:\n\t%s\nwant:\n\t%s", faultLines(got), strings.Join(want, "\n\t"))
	}
}

func faultLines(f biometry.Faults) string {
	out := make([]string, len(f))
	for i, x := range f {
		out[i] = x.Path + ": " + x.Message
	}
	return strings.Join(out, "\n\t")
}

// golden compares v as JSON with a file in testdata, or writes the file if the
// flag update is set.
func golden(t *testing.T, name string, v any) {
	t.Helper()
	got, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Errorf("%s differs (-update writes it):\n%s", file, got)
	}
}

func marshal(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// jsonOf returns the value that p points to as JSON.
func jsonOf[T any](t *testing.T, p *T) string {
	t.Helper()
	return string(marshal(t, p))
}
