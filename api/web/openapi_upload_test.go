package web_test

import (
	"strings"
	"testing"
	"time"

	"biom/api/web/openapitest"
	"biom/shared/biometry"
)

const smallest = `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{},"right_eye":{},"left_eye":{}}}`

// withMembers returns the smallest document with members in one part of its data.
func withMembers(part, members string) string {
	return strings.Replace(smallest, `"`+part+`":{}`, `"`+part+`":{`+members+`}`, 1)
}

// withTopLevel returns the smallest document with members beside its data.
func withTopLevel(members string) string {
	return strings.TrimSuffix(smallest, "}") + "," + members + "}"
}

// withPosterior returns the smallest document with posterior keratometry of the
// right eye.
func withPosterior(members string) string {
	return withTopLevel(`"extra_data":{"posterior_keratometry":{"right_eye":{` + members + `}}}`)
}

// The schema of .json files accepts the same documents as the code that reads them
// (specification of process, rules 2 to 8).
func TestUploadSchemaAgreesWithTheCode(t *testing.T) {
	t.Parallel()
	schema := document(t).Components.Schemas["UploadDocument"].Value
	for name, c := range map[string]struct {
		doc   string
		valid bool
	}{
		"smallest":                {smallest, true},
		"nulls":                   {withMembers("patient", `"name":null,"id":null,"date_of_birth":null,"gender":null`), true},
		"an eye":                  {withMembers("right_eye", `"AL":23.5,"CCT":545,"lens_status":"Phakic IOL","K1_magnitude":43,"K2_magnitude":44`), true},
		"whole number as 90.0":    {withMembers("right_eye", `"K1_magnitude":43,"K2_magnitude":44,"K1_axis":90.0,"K2_axis":0.0`), true},
		"unknown members":         {withMembers("left_eye", `"SNR":12`), true},
		"extra_data":              {withTopLevel(`"extra_data":{}`), true},
		"metadata":                {withTopLevel(`"metadata":{"extraction":{"method":"DIRECT","source_app":null,"timestamp":"yesterday"}}`), true},
		"a sign-off":              {withTopLevel(`"metadata":{"extraction":{"sign_off":{"at":"2026-03-14T10:00:00Z","by":"DR","confirmed":["right_eye.AL"]}}}`), true},
		"a sign-off without time": {withTopLevel(`"metadata":{"extraction":{"sign_off":{"by":"DR"}}}`), false},
		"a long name":             {withTopLevel(`"metadata":{"extraction":{"sign_off":{"at":"2026-03-14T10:00:00Z","by":"` + strings.Repeat("x", 101) + `"}}}`), false},
		"another minor version":   {withTopLevel(`"metadata":{"schema_version":"1.999.0"}`), true},
		"biompin is ignored":      {withTopLevel(`"biompin":"anything"`), true},
		"signed posterior powers": {withPosterior(`"PK1_magnitude":-5.7,"PK2_magnitude":-6`), true},
		"posterior powers":        {withPosterior(`"PK1_magnitude":5.7,"PK2_magnitude":6,"TK1_axis":null`), true},
		"not an object":           {`[]`, false},
		"no data":                 {`{}`, false},
		"data is null":            {`{"data":null}`, false},
		"no patient":              {strings.Replace(smallest, `"patient":{},`, "", 1), false},
		"eye is null":             {strings.Replace(smallest, `"left_eye":{}`, `"left_eye":null`, 1), false},
		"no manufacturer":         {strings.Replace(smallest, `,"manufacturer":"Alcon"`, "", 1), false},
		"unknown device":          {strings.Replace(smallest, "Argos", "argos", 1), false},
		"extra_data is null":      {withTopLevel(`"extra_data":null`), false},
		"metadata is null":        {withTopLevel(`"metadata":null`), false},
		"metadata in data":        {strings.Replace(smallest, `"patient"`, `"metadata":{},"patient"`, 1), false},
		"biompin in data":         {strings.Replace(smallest, `"patient"`, `"biompin":null,"patient"`, 1), false},
		"patient at the root":     {withTopLevel(`"patient":{}`), false},
		"exam_date at the root":   {withTopLevel(`"exam_date":null`), false},
		"another major version":   {withTopLevel(`"metadata":{"schema_version":"2.0.0"}`), false},
		"version of two numbers":  {withTopLevel(`"metadata":{"schema_version":"1.1"}`), false},
		"extraction is null":      {withTopLevel(`"metadata":{"extraction":null}`), false},
		"AL above its range":      {withMembers("right_eye", `"AL":40.01`), false},
		"AL as text":              {withMembers("right_eye", `"AL":"23.5"`), false},
		"CCT with decimals":       {withMembers("right_eye", `"CCT":545.5`), false},
		"unknown lens":            {withMembers("right_eye", `"lens_status":"phakic"`), false},
		"date in another format":  {withMembers("patient", `"date_of_birth":"14.03.2026"`), false},
		"unknown gender":          {withMembers("patient", `"gender":"male"`), false},
		"posterior power of 1.9":  {withPosterior(`"PK1_magnitude":-1.9,"PK2_magnitude":-6`), false},
		"posterior power of 10.1": {withPosterior(`"PK1_magnitude":5,"PK2_magnitude":10.1`), false},
		"posterior eye is null":   {withTopLevel(`"extra_data":{"posterior_keratometry":{"right_eye":null}}`), false},
	} {
		schemaErr := openapitest.Conforms(schema, []byte(c.doc))
		_, codeErr := biometry.Decode([]byte(c.doc), time.Time{})
		if (schemaErr == nil) != c.valid || (codeErr == nil) != c.valid {
			t.Errorf("%s: valid is %v; the schema's error: %v; the code's: %v", name, c.valid, schemaErr, codeErr)
		}
	}
}

func TestUploadExamplesAreValid(t *testing.T) {
	t.Parallel()
	upload := document(t).Components.Schemas["UploadDocument"].Value
	if len(upload.Examples) != 2 {
		t.Errorf("%d examples, want 2", len(upload.Examples))
	}
	for _, e := range upload.Examples {
		if err := openapitest.Conforms(upload, encoded(t, e)); err != nil {
			t.Error(err)
		}
		if _, err := biometry.Decode(encoded(t, e), time.Time{}); err != nil {
			t.Error(err)
		}
	}
}
