package biometry_test

import (
	"errors"
	"strings"
	"testing"

	"biom/shared/biometry"
)

// modelAnswer returns a model's answer with a device and extra_data.
func modelAnswer(device, extra string) string {
	return strings.Replace(strings.TrimSuffix(minimal, "}"), "IOLMaster700", device, 1) + `,"extra_data":` + extra + `}`
}

func TestExtractionKeepsExtraDataOfSomeDevices(t *testing.T) {
	t.Parallel()
	keepsExtra := map[string]bool{"Anterion": true, "EyestarES900": true, "IOLMaster700": true, "MS39": true, "PentacamAXL": true}
	for _, device := range biometry.BiometerFields()[0].Values {
		report, extra, err := biometry.DecodeExtraction([]byte(modelAnswer(device, `{"notes":"n"}`)))
		if err != nil || report.Biometer.DeviceName != device || (extra != nil) != keepsExtra[device] || biometry.CarriesExtra(device) != keepsExtra[device] {
			t.Errorf("%s: %v, %v, %v", device, report, extra, err)
		}
		if _, extra, err := biometry.DecodeExtraction([]byte(modelAnswer(device, "null"))); extra != nil || err != nil {
			t.Errorf("%s, null: %v, %v", device, extra, err)
		}
	}
	if _, extra, err := biometry.DecodeExtraction([]byte(minimal)); extra != nil || err != nil {
		t.Errorf("no extra_data: %v, %v", extra, err)
	}
}

// extra_data that is dropped is not validated. If the device is not valid,
// extra_data is validated.
func TestExtractionFaults(t *testing.T) {
	t.Parallel()
	for _, dropped := range []string{`{"notes":5}`, `{"Notes":"x"}`, `[]`, `{"posterior_keratometry":{"left_eye":{"tk1_axis":5}}}`} {
		if _, extra, err := biometry.DecodeExtraction([]byte(modelAnswer("Argos", dropped))); extra != nil || err != nil {
			t.Errorf("Argos, %s: %v, %v", dropped, extra, err)
		}
	}
	for doc, want := range map[string][]string{
		modelAnswer("IOLMaster700", `{"notes":5}`):                   {"extra_data.notes: string"},
		modelAnswer("IOLMaster700", `[]`):                            {"extra_data: must be an object, not an array"},
		modelAnswer("Nonsense", `{"notes":5}`):                       {"data.biometer.device_name: must be one of", "extra_data.notes: string"},
		`{"data":null}`:                                              {"data: not null"},
		`{}`:                                                         {"data: missing"},
		withRightEye(`"AL":"23.4","CCT":545.5`):                      {"data.right_eye.AL: number", "data.right_eye.CCT: whole"},
		withData(`"extra_data":{}`):                                  {"data.extra_data: beside"},
		withRightEye(`"AL":23.4,"AL":25.1`):                          {"data.right_eye.AL: twice"},
		withRoot(`"left_eye":{}`):                                    {"left_eye: inside data"},
		withRightEye(`"al":23.4`):                                    {`data.right_eye.AL: "AL"`},
		withRightEye(`"K1_magnitude":44.1,"K2_magnitude":43`):        {"data.right_eye.K2_magnitude: less"},
		withPosterior(`"MS39"`, "", `"TK1_axis":null,"TK2_axis":10`): {totalDeviceFault, "extra_data.posterior_keratometry.left_eye.TK1_axis: missing", "extra_data.posterior_keratometry.left_eye.TK2_axis: without"},
	} {
		var f biometry.Faults
		if _, _, err := biometry.DecodeExtraction([]byte(doc)); !errors.As(err, &f) {
			t.Errorf("%s: %v", doc, err)
		}
		expectFaults(t, f, want...)
	}
}

// A model's answer is never a saved response, whatever its metadata says.
func TestExtractionIgnoresMetadata(t *testing.T) {
	t.Parallel()
	doc := withPatient(`"name":"DOE"`)
	doc = strings.TrimSuffix(doc, "}") + `,"metadata":{"request_id":"r","schema_version":"9","extraction":{}},"biompin":{"pin":"x"}}`
	report, _, err := biometry.DecodeExtraction([]byte(doc))
	if err != nil || *report.Patient.Name != "D" {
		t.Errorf("%v, %v", report.Patient, err)
	}
}
