package biometry_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"biom/shared/biometry"
)

func uploadDocument(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile("testdata/upload.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// A response has every member, in the specification's order and null where
// absent, whatever the order in the document was.
func TestResponsesHaveAllMembersInOrder(t *testing.T) {
	t.Parallel()
	out := decode(t, uploadDocument(t))
	golden(t, "response_ai.json", out)
	direct := decode(t, strings.Replace(uploadDocument(t), `"method": "AI"`, `"method": "DIRECT", "source_app": "EHR", "source_version": "7.1"`, 1))
	pin, expires, id := "able-zoo-123456", "2026-04-14T12:00:00.000Z", "db"
	direct.Biompin = &biometry.Share{Pin: &pin, ExpiresAt: &expires, DBID: &id}
	direct.Metadata.RequestID, direct.Metadata.AppVersion = "r", "1.0.0"
	golden(t, "response_direct.json", direct)
}

// Uploading a response again changes nothing but input_schema_version.
func TestResponseUploadedAgainIsUnchanged(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{
		uploadDocument(t),
		strings.Replace(uploadDocument(t), `"method": "AI"`, `"method": "x", "source_app": "EHR"`, 1),
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

// Decode neither changes the document nor returns values that share its memory.
func TestDecodeCopiesTheDocument(t *testing.T) {
	t.Parallel()
	doc := []byte(uploadDocument(t))
	out, err := biometry.Decode(doc, noon)
	if err != nil {
		t.Fatal(err)
	}
	before := string(marshal(t, out))
	if string(doc) != uploadDocument(t) {
		t.Error("Decode changed the document")
	}
	clear(doc)
	if after := string(marshal(t, out)); after != before {
		t.Errorf("changed with the document: %s", after)
	}
}
