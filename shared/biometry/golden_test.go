package biometry_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"biom/shared/biometry"
)

func upload(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/upload.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The wire form: every member, in the specification's order, null where
// absent, whatever order the document had.
func TestGolden(t *testing.T) {
	t.Parallel()
	out := decode(t, upload(t))
	golden(t, "response_ai.json", out)
	direct := decode(t, strings.Replace(upload(t), `"method": "AI"`, `"method": "DIRECT", "source_app": "EHR", "source_version": "7.1"`, 1))
	pin, expires, id := "able-zoo-123456", "2026-04-14T12:00:00Z", "db"
	direct.Biompin = &biometry.Share{Pin: &pin, ExpiresAt: &expires, DBID: &id}
	direct.Metadata.RequestID, direct.Metadata.AppVersion = "r", "1.0.0"
	golden(t, "response_direct.json", direct)
}

// What went out comes in again unchanged but for the version it claims.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{
		upload(t),
		strings.Replace(upload(t), `"method": "AI"`, `"method": "x", "source_app": "EHR"`, 1),
		minimal,
		withRoot(`"extra_data":{}`),
		withRoot(`"extra_data":{"posterior_keratometry":{}}`),
		withPatient(`"name":"John Douglas Doe","id":" <x> "`),
		withPatient(`"name":"山田 太郎"`),
		withRoot(`"metadata":{"extraction":{"timestamp":"2025-01-02 03:04"}}`),
	} {
		roundTrip(t, decode(t, doc))
	}
}

func roundTrip(t testing.TB, out *biometry.Response) {
	t.Helper()
	again, err := biometry.Decode(marshal(t, out), noon.AddDate(1, 0, 0))
	if err != nil {
		t.Fatalf("refused its own output: %v\n%s", err, marshal(t, out))
	}
	current := biometry.SchemaVersion
	out.Metadata.Extraction.InputSchemaVersion = &current
	if !reflect.DeepEqual(out, again) {
		t.Errorf("changed on a round trip:\n%s\n%s", marshal(t, out), marshal(t, again))
	}
}

// Nothing of what Decode returns shares the caller's bytes.
func TestDecodeCopies(t *testing.T) {
	t.Parallel()
	doc := []byte(upload(t))
	out, err := biometry.Decode(doc, noon)
	if err != nil {
		t.Fatal(err)
	}
	before := string(marshal(t, out))
	if string(doc) != upload(t) {
		t.Error("Decode changed the document")
	}
	clear(doc)
	if after := string(marshal(t, out)); after != before {
		t.Errorf("changed with the document: %s", after)
	}
}
