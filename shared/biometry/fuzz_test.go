package biometry_test

import (
	"errors"
	"testing"

	"biom/shared/biometry"
)

func addSeeds(f *testing.F) {
	for _, doc := range documentsThatAreNotJSON {
		if len(doc) < 10_000 {
			f.Add([]byte(doc))
		}
	}
	for _, doc := range []string{
		minimal, uploadDocument(f), saved(`"method":"AI","llm":"m"`), withRightEye(`"CCT":545.0e0,"al":1`), withRightEye(`"0":0`), withPatient(`"name":"DOE, John"`),
		withPosterior(`"IOLMaster700"`, `"PK1_magnitude":-5,"PK2_magnitude":-6`, `"TK1_magnitude":43,"TK2_magnitude":43`),
		withData(`"extra_data":{},"exam_date":"2024-02-29"`), withRoot(`"metadata":{"schema_version":"1.0.0"}`),
	} {
		f.Add([]byte(doc))
	}
}

// A document that is accepted gives a response that is accepted unchanged. A
// document that is refused gives one of the two error types.
func FuzzDecode(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		out, err := biometry.Decode(doc, noon)
		if err != nil {
			checkErrorType(t, err)
			return
		}
		out.Metadata.Extraction.Ignored = nil // says what this document had in the wrong place, and its response has not
		roundTrip(t, out)
	})
}

func FuzzDecodeExtraction(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, doc []byte) {
		report, extra, err := biometry.DecodeExtraction(doc)
		if err != nil {
			checkErrorType(t, err)
			return
		}
		if extra != nil && !biometry.CarriesExtra(report.Biometer.DeviceName) {
			t.Errorf("extra data of %s", report.Biometer.DeviceName)
		}
		version := biometry.SchemaVersion
		roundTrip(t, &biometry.Response{Data: report, ExtraData: extra, Metadata: biometry.Metadata{
			SchemaVersion: version,
			Extraction: biometry.Extraction{
				Method: biometry.MethodAI, LLM: "m", Timestamp: "2026-03-14T12:00:00.000Z", InputSchemaVersion: &version,
			},
		}})
	})
}

func checkErrorType(t *testing.T, err error) {
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
