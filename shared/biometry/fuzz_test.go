package biometry_test

import (
	"errors"
	"testing"

	"biom/shared/biometry"
)

func seed(f *testing.F) {
	for _, doc := range notJSON {
		if len(doc) < 10_000 {
			f.Add([]byte(doc))
		}
	}
	for _, doc := range []string{
		minimal, upload(f), saved(`"method":"AI","llm":"m"`), withRight(`"CCT":545.0e0,"al":1`), withPatient(`"name":"DOE, John"`),
		withPosterior(`"IOLMaster700"`, `"PK1_magnitude":-5,"PK2_magnitude":-6`, `"TK1_magnitude":43,"TK2_magnitude":43`),
		withData(`"extra_data":{},"exam_date":"2024-02-29"`), withRoot(`"metadata":{"schema_version":"1.0.0"}`),
	} {
		f.Add([]byte(doc))
	}
}

// What is accepted comes in again as itself; what is refused is refused with
// one of the two errors.
func FuzzDecode(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		out, err := biometry.Decode(doc, noon)
		if err != nil {
			known(t, err)
			return
		}
		roundTrip(t, out)
	})
}

func FuzzDecodeExtraction(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		report, extra, err := biometry.DecodeExtraction(doc)
		if err != nil {
			known(t, err)
			return
		}
		if extra != nil && !biometry.CarriesExtra(report.Biometer.DeviceName) {
			t.Errorf("extra data of %s", report.Biometer.DeviceName)
		}
		version := biometry.SchemaVersion
		roundTrip(t, &biometry.Response{Data: report, ExtraData: extra, Metadata: biometry.Metadata{
			SchemaVersion: version,
			Extraction: biometry.Extraction{
				Method: biometry.MethodAI, LLM: "m", Timestamp: "2026-03-14T12:00:00Z", InputSchemaVersion: &version,
			},
		}})
	})
}

func known(t *testing.T, err error) {
	t.Helper()
	var s *biometry.SyntaxError
	var f biometry.Faults
	if !errors.As(err, &s) && !errors.As(err, &f) || err.Error() == "" {
		t.Errorf("unknown error %T %v", err, err)
	}
	for i, x := range f {
		for _, y := range f[:i] {
			if x == y {
				t.Errorf("reported twice: %v", x)
			}
		}
	}
}
