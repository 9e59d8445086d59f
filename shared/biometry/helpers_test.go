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

// minimal is the smallest document that is valid.
const minimal = `{"data":{` + biometer + `,"patient":{},"right_eye":{},"left_eye":{}}}`

// withData is minimal with more members in data.
func withData(members string) string {
	return strings.Replace(minimal, `{"data":{`, `{"data":{`+members+`,`, 1)
}

// withRoot is minimal with more members beside data.
func withRoot(members string) string {
	return strings.TrimSuffix(minimal, "}") + "," + members + "}"
}

func withRight(members string) string {
	return strings.Replace(minimal, `"right_eye":{}`, `"right_eye":{`+members+`}`, 1)
}

func withPatient(members string) string {
	return strings.Replace(minimal, `"patient":{}`, `"patient":{`+members+`}`, 1)
}

// withPosterior is minimal with posterior keratometry of a device.
func withPosterior(device, right, left string) string {
	return withRoot(`"extra_data":{"posterior_keratometry":{"pk_device_name":` + device +
		`,"right_eye":{` + right + `},"left_eye":{` + left + `}}}`)
}

// saved is minimal as a saved response with the extraction given.
func saved(extraction string) string {
	return withRoot(`"extra_data":null,"metadata":{"request_id":"r","schema_version":"1.1.0","app_version":"1","extraction":{` +
		extraction + `}},"biompin":null`)
}

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

// expect compares faults; each wanted one is a path and a part of its message, "path: part".
func expect(t *testing.T, got biometry.Faults, want ...string) {
	t.Helper()
	ok := len(got) == len(want)
	for i := 0; ok && i < len(want); i++ {
		path, part, _ := strings.Cut(want[i], ": ")
		ok = got[i].Path == path && strings.Contains(got[i].Message, part)
	}
	if !ok {
		t.Errorf("faults:\n\t%s\nwant:\n\t%s", lines(got), strings.Join(want, "\n\t"))
	}
}

func lines(f biometry.Faults) string {
	out := make([]string, len(f))
	for i, x := range f {
		out[i] = x.Path + ": " + x.Message
	}
	return strings.Join(out, "\n\t")
}

// golden compares with a file in testdata, or writes it.
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

// show prints a pointer's value for comparison.
func show[T any](t *testing.T, p *T) string {
	t.Helper()
	return string(marshal(t, p))
}
