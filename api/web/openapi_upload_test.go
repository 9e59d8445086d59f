package web_test

import (
	"strings"
	"testing"
	"time"

	"biom/api/web/openapitest"
	"biom/shared/biometry"
)

const smallest = `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{},"right_eye":{},"left_eye":{}}}`

func in(part, members string) string {
	return strings.Replace(smallest, `"`+part+`":{}`, `"`+part+`":{`+members+`}`, 1)
}

func beside(members string) string { return strings.TrimSuffix(smallest, "}") + "," + members + "}" }

func posterior(members string) string {
	return beside(`"extra_data":{"posterior_keratometry":{"right_eye":{` + members + `}}}`)
}

// TestUploadSchemaIsWhatIsTaken: the schema of .json files and the code that
// reads them agree (process, rules 2 to 8).
func TestUploadSchemaIsWhatIsTaken(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		doc   string
		taken bool
	}{
		"smallest":                {smallest, true},
		"nulls":                   {in("patient", `"name":null,"id":null,"date_of_birth":null,"gender":null`), true},
		"an eye":                  {in("right_eye", `"AL":23.5,"CCT":545,"lens_status":"Phakic IOL","K1_magnitude":43,"K2_magnitude":44`), true},
		"whole as 90.0":           {in("right_eye", `"K1_magnitude":43,"K2_magnitude":44,"K1_axis":90.0,"K2_axis":0.0`), true},
		"unknown members":         {in("left_eye", `"SNR":12`), true},
		"extra_data":              {beside(`"extra_data":{}`), true},
		"metadata":                {beside(`"metadata":{"extraction":{"method":"DIRECT","source_app":null,"timestamp":"yesterday"}}`), true},
		"another minor version":   {beside(`"metadata":{"schema_version":"1.999.0"}`), true},
		"biompin is ignored":      {beside(`"biompin":"anything"`), true},
		"signed posterior powers": {posterior(`"PK1_magnitude":-5.7,"PK2_magnitude":-6`), true},
		"posterior powers":        {posterior(`"PK1_magnitude":5.7,"PK2_magnitude":6,"TK1_axis":null`), true},
		"no object":               {`[]`, false},
		"no data":                 {`{}`, false},
		"data null":               {`{"data":null}`, false},
		"no patient":              {strings.Replace(smallest, `"patient":{},`, "", 1), false},
		"eye null":                {strings.Replace(smallest, `"left_eye":{}`, `"left_eye":null`, 1), false},
		"no manufacturer":         {strings.Replace(smallest, `,"manufacturer":"Alcon"`, "", 1), false},
		"unknown device":          {strings.Replace(smallest, "Argos", "argos", 1), false},
		"extra_data null":         {beside(`"extra_data":null`), false},
		"metadata null":           {beside(`"metadata":null`), false},
		"metadata in data":        {strings.Replace(smallest, `"patient"`, `"metadata":{},"patient"`, 1), false},
		"biompin in data":         {strings.Replace(smallest, `"patient"`, `"biompin":null,"patient"`, 1), false},
		"patient at the root":     {beside(`"patient":{}`), false},
		"exam_date at the root":   {beside(`"exam_date":null`), false},
		"another major version":   {beside(`"metadata":{"schema_version":"2.0.0"}`), false},
		"two numbers":             {beside(`"metadata":{"schema_version":"1.1"}`), false},
		"extraction null":         {beside(`"metadata":{"extraction":null}`), false},
		"AL beyond":               {in("right_eye", `"AL":40.01`), false},
		"AL as text":              {in("right_eye", `"AL":"23.5"`), false},
		"CCT broken":              {in("right_eye", `"CCT":545.5`), false},
		"unknown lens":            {in("right_eye", `"lens_status":"phakic"`), false},
		"no date":                 {in("patient", `"date_of_birth":"14.03.2026"`), false},
		"unknown gender":          {in("patient", `"gender":"male"`), false},
		"posterior power of 1.9":  {posterior(`"PK1_magnitude":-1.9,"PK2_magnitude":-6`), false},
		"posterior power of 10.1": {posterior(`"PK1_magnitude":5,"PK2_magnitude":10.1`), false},
		"posterior eye null":      {beside(`"extra_data":{"posterior_keratometry":{"right_eye":null}}`), false},
	} {
		schema := described(t).Components.Schemas["UploadDocument"].Value
		says := openapitest.Conforms(schema, []byte(c.doc))
		_, does := biometry.Decode([]byte(c.doc), time.Time{})
		if (says == nil) != c.taken || (does == nil) != c.taken {
			t.Errorf("%s: the schema says %v, the code %v", name, says, does)
		}
	}
}

// TestUploadExamples: what is shown as a .json file is taken.
func TestUploadExamples(t *testing.T) {
	t.Parallel()
	upload := described(t).Components.Schemas["UploadDocument"].Value
	if len(upload.Examples) != 2 {
		t.Errorf("%d examples", len(upload.Examples))
	}
	for _, e := range upload.Examples {
		if err := openapitest.Conforms(upload, wire(t, e)); err != nil {
			t.Error(err)
		}
		if _, err := biometry.Decode(wire(t, e), time.Time{}); err != nil {
			t.Error(err)
		}
	}
}
