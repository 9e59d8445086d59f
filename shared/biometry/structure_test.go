package biometry_test

import (
	"reflect"
	"strings"
	"testing"
)

// Specification, process, rules 2 to 4: which members must be present, and where.
func TestStructure(t *testing.T) {
	t.Parallel()
	const noData = "data: is missing"
	for name, c := range map[string]struct {
		doc  string
		want []string
	}{
		"array":               {`[]`, []string{": must be a JSON object"}},
		"null":                {`null`, []string{": must be a JSON object"}},
		"number":              {`1e400`, []string{": must be a JSON object"}},
		"string":              {`"data"`, []string{": must be a JSON object"}},
		"empty object":        {`{}`, []string{noData}},
		"data null":           {`{"data":null}`, []string{"data: must be an object, not null"}},
		"data array":          {`{"data":[]}`, []string{"data: must be an object, not an array"}},
		"data string":         {`{"data":"{}"}`, []string{"data: must be an object, not a string"}},
		"data boolean":        {`{"data":true}`, []string{"data: must be an object, not a boolean"}},
		"data empty":          {`{"data":{}}`, []string{"data.biometer: missing", "data.patient: missing", "data.right_eye: missing", "data.left_eye: missing"}},
		"parts null":          {`{"data":{"left_eye":null,"right_eye":null,"patient":null,"biometer":null}}`, []string{"data.biometer: not null", "data.patient: not null", "data.right_eye: not null", "data.left_eye: not null"}},
		"biometer empty":      {strings.Replace(minimal, biometer, `"biometer":{}`, 1), []string{"data.biometer.device_name: is missing: it must be one of Aladdin,", "data.biometer.manufacturer: is missing"}},
		"biometer nulls":      {strings.Replace(minimal, biometer, `"biometer":{"device_name":null,"manufacturer":7}`, 1), []string{"data.biometer.device_name: not null", "data.biometer.manufacturer: not a number"}},
		"biometer unknown":    {strings.Replace(minimal, biometer, `"biometer":{"device_name":"IOLMaster 700","manufacturer":"zeiss"}`, 1), []string{"data.biometer.device_name: must be one of", "data.biometer.manufacturer: must be one of"}},
		"extra_data null":     {withRoot(`"extra_data":null`), []string{"extra_data: must be an object, not null"}},
		"extra_data array":    {withRoot(`"extra_data":[]`), []string{"extra_data: must be an object, not an array"}},
		"metadata null":       {withRoot(`"metadata":null`), []string{"metadata: must be an object, not null"}},
		"metadata string":     {withRoot(`"metadata":"x"`), []string{"metadata: must be an object, not a string"}},
		"report at the root":  {`{` + biometer + `,"patient":{},"right_eye":{},"left_eye":{},"exam_date":null}`, []string{noData, "biometer: inside data", "exam_date: inside data", "patient: inside data", "right_eye: inside data", "left_eye: inside data"}},
		"one at the root too": {withRoot(`"left_eye":{"AL":1}`), []string{"left_eye: inside data"}},
		"siblings in data":    {withData(`"biompin":null,"metadata":{},"extra_data":{}`), []string{"data.extra_data: beside data", "data.metadata: beside data", "data.biompin: beside data"}},
		"misplaced, misspelt": {withData(`"Extra_Data":{}`), []string{"data.extra_data: beside data"}},
		"duplicate alone":     {withRightEye(`"AL":23.4,"AL":25.1,"ACD":99`), []string{"data.right_eye.AL: twice"}},
		"duplicate, escaped":  {withRightEye(`"AL":23.4,"\u0041L":23.4`), []string{"data.right_eye.AL: twice"}},
		"duplicate data":      {`{"data":{},"data":{}}`, []string{"data: twice"}},
		"duplicate, unknown":  {withPatient(`"Jane Doe":1,"Jane Doe":2`), []string{"data.patient: twice"}},
		"duplicate, ignored":  {withRoot(`"x":[{"AL":1,"AL":2}]`), []string{": twice"}},
		"duplicate, inside":   {withRightEye(`"AL":{"AL":1,"AL":2}`), []string{"data.right_eye.AL: twice"}},
		"duplicate, biompin":  {withRoot(`"biompin":{"pin":1,"pin":2}`), []string{"biompin: twice"}},
		"letter case, root":   {strings.Replace(minimal, "data", "Data", 1), []string{`data: must be "data"`}},
		"letter case, eye":    {strings.Replace(minimal, "right_eye", "Right_Eye", 1), []string{`data.right_eye: must be "right_eye"`}},
		"letter case, AL":     {withRightEye(`"al":23.4`), []string{`data.right_eye.AL: must be "AL"`}},
		"letter case, twice":  {withRightEye(`"al":23.4,"Al":23.4`), []string{`data.right_eye.AL: must be "AL"`}},
		"letter case, both":   {withRightEye(`"AL":23.4,"al":23.4`), []string{`data.right_eye.AL: must be "AL"`}},
		"letter case, Kelvin": {withRightEye("\"\u212a1_axis\":90"), []string{`data.right_eye.K1_axis: must be "K1_axis"`, "data.right_eye.K1_axis: without", "data.right_eye.K2_axis: missing"}},
		"letter case, device": {strings.Replace(minimal, "device_name", "DEVICE_NAME", 1), []string{`data.biometer.device_name: must be "device_name"`}},
		"letter case, name":   {withPatient(`"NAME":"x"`), []string{`data.patient.name: must be "name"`}},
		"letter case, pairs":  {withRightEye(`"k1_magnitude":43,"K2_magnitude":44`), []string{`data.right_eye.K1_magnitude: must be "K1_magnitude"`}},
		"spec order":          {`{"metadata":null,"extra_data":null,"data":{"left_eye":{"AL":1,"x":2},"right_eye":{"CCT":1,"AL":1},"patient":{"gender":1,"id":1},` + biometer + `}}`, []string{"data.patient.id: a number", "data.patient.gender: a number", "data.right_eye.AL: between 14 and 40 mm", "data.right_eye.CCT: between 200 and 900 micrometers", "data.left_eye.AL: between", "extra_data: not null", "metadata: not null"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := faults(t, c.doc)
			expectFaults(t, got, c.want...)
			if again := faults(t, c.doc); !reflect.DeepEqual(got, again) {
				t.Errorf("not deterministic: %v, %v", got, again)
			}
		})
	}
}

// Documents of later minor versions, which may have more members, are accepted.
func TestUnknownMembersAreIgnored(t *testing.T) {
	t.Parallel()
	for _, doc := range []string{
		withRoot(`"comment":"x","AL":1,"notes":5,"name":null`),
		withData(`"later":{"AL":1e999},"AL":"x"`),
		withRightEye(`"SNR":12,"":1,"PK1_magnitude":"x"`),
		withPatient(`"address":{"street":[]}`),
		withRoot(`"extra_data":{"later":1}`),
		withRoot(`"metadata":{"later":1,"extraction":{"tokens":5}}`),
		withRoot(`"biompin":{"pin":5,"PIN":5}`),
		withRoot(`"biompin":"anything"`),
		withRoot(`"x":1e400`),
	} {
		decode(t, doc)
	}
}

func TestMinimalIsAllNull(t *testing.T) {
	t.Parallel()
	out := decode(t, minimal)
	if out.ExtraData != nil || out.Biompin != nil || out.Metadata.RequestID != "" || out.Metadata.AppVersion != "" {
		t.Errorf("Decode set what its caller must set: %+v", out)
	}
	golden(t, "minimal.json", out)
}
