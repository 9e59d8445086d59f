package biometry_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"biom/shared/biometry"
)

// answered is a response as the service answers it.
func answered(t *testing.T) *biometry.Response {
	t.Helper()
	r := decode(t, upload(t))
	r.Metadata.RequestID, r.Metadata.AppVersion = "r", "1.0.0"
	r.Biompin = &biometry.Share{Pin: new("able-zoo-123456"), ExpiresAt: new("2026-04-14T12:00:00Z"), DBID: new("db")}
	return r
}

// What the service answered is read as it is: nothing is new, nothing lost.
func TestDecodeResponse(t *testing.T) {
	t.Parallel()
	want := answered(t)
	doc, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := biometry.DecodeResponse(doc)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
}

// What a response must say of itself is not made up.
func TestDecodeResponseFaults(t *testing.T) {
	t.Parallel()
	doc, err := json.Marshal(answered(t))
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
