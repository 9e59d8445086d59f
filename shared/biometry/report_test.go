package biometry_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"biom/shared/biometry"
)

func TestClientReadsWhatTheServiceWrites(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{uploadDocument(t), minimal, withRoot(`"metadata":{"extraction":{"source_app":"EHR"}}`)} {
		out := decode(t, doc)
		var got biometry.Response
		if err := json.Unmarshal(marshal(t, out), &got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(&got, out) {
			t.Errorf("a client reads %+v, want %+v", got, out)
		}
	}
}

func TestOtherExtractionMethodsAreErrors(t *testing.T) {
	t.Parallel()
	if b, err := json.Marshal(biometry.Extraction{}); err == nil {
		t.Errorf("wrote %s", b)
	}
	for _, bad := range []string{`{"method":"ai"}`, `{}`, `{"method":5}`} {
		var e biometry.Extraction
		if err := json.Unmarshal([]byte(bad), &e); err == nil {
			t.Errorf("read %s", bad)
		}
	}
}
