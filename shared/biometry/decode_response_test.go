package biometry_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"biom/shared/biometry"
)

// savedResponse returns a response as the service writes it.
func savedResponse(t *testing.T) *biometry.Response {
	t.Helper()
	r := decode(t, uploadDocument(t))
	r.Metadata.RequestID, r.Metadata.AppVersion = "r", "1.0.0"
	r.Biompin = &biometry.Share{Pin: new("able-zoo-123456"), ExpiresAt: new("2026-04-14T12:00:00Z"), DBID: new("db")}
	return r
}

func TestDecodeResponseKeepsEverything(t *testing.T) {
	t.Parallel()
	want := savedResponse(t)
	doc, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := biometry.DecodeResponse(doc)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
}

// Metadata that is missing is a fault and not filled in.
func TestDecodeResponseRefusesMissingMetadata(t *testing.T) {
	t.Parallel()
	doc, err := json.Marshal(savedResponse(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new, path string }{
		{`"metadata":`, `"meta":`, "metadata"},
		{`"request_id":"r"`, `"request_id":null`, "metadata.request_id"},
		{`"extraction":{`, `"extracted":{`, "metadata.extraction"},
		{`"method":"AI"`, `"method":"ai"`, "metadata.extraction.method"},
		{`"llm":`, `"model":`, "metadata.extraction.llm"},
		{`"timestamp":`, `"time":`, "metadata.extraction.timestamp"},
		{`"pin":"able-zoo-123456"`, `"pin":{}`, "biompin"},
		{`"biompin":{`, `"biompin":[{`, ""},
	} {
		text := strings.Replace(string(doc), c.old, c.new, 1)
		if text == string(doc) {
			t.Fatalf("nothing to change: %s", c.old)
		}
		_, err := biometry.DecodeResponse([]byte(text))
		if c.path == "" {
			if _, ok := errors.AsType[*biometry.SyntaxError](err); !ok {
				t.Errorf("%s: %v", c.new, err)
			}
			continue
		}
		faults, ok := errors.AsType[biometry.Faults](err)
		if !ok || faults[0].Path != c.path || strings.Contains(err.Error(), "able-zoo") {
			t.Errorf("%s: %v", c.new, err)
		}
	}
}
