package biometry_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/biometry/schematest"
)

func TestSchemasGolden(t *testing.T) {
	t.Parallel()
	golden(t, "output_schema.json", biometry.OutputSchema())
	golden(t, "openapi_schemas.json", biometry.ResponseSchemas())
}

// The strict mode of providers requires every member and allows no other. The
// schema has no references, and no ranges that could change a model's number.
func TestOutputSchemaIsStrict(t *testing.T) {
	t.Parallel()
	checkStrict(t, "", throughJSON(t, biometry.OutputSchema()))
}

func checkStrict(t *testing.T, path string, schema map[string]any) {
	t.Helper()
	for _, word := range []string{"$ref", "minimum", "maximum", "pattern"} {
		if _, ok := schema[word]; ok {
			t.Errorf("%s: has %s", path, word)
		}
	}
	for _, branch := range schematest.List(schema["anyOf"]) {
		checkStrict(t, path, branch.(map[string]any))
	}
	properties, ok := schema["properties"].(map[string]any)
	if !ok {
		return
	}
	if names := slices.Sorted(maps.Keys(properties)); fmt.Sprint(schema["required"]) != fmt.Sprint(names) || schema["additionalProperties"] != false {
		t.Errorf("%s: not strict: required %v of %v", path, schema["required"], names)
	}
	for name, p := range properties {
		checkStrict(t, path+"."+name, p.(map[string]any))
	}
}

// Responses match the OpenAPI schemas, and DecodeExtraction reads what matches
// the schema for models.
func TestDocumentsMatchTheSchemas(t *testing.T) {
	t.Parallel()
	direct := strings.Replace(uploadDocument(t), `"method": "AI"`, `"method": "DIRECT"`, 1)
	schemas := throughJSON(t, biometry.ResponseSchemas())
	for _, doc := range []string{uploadDocument(t), direct, minimal, withRoot(`"extra_data":{}`)} {
		out := decode(t, doc)
		out.Biompin = &biometry.Share{}
		if err := schematest.Check(schemas, schemas["StandardAPIResponse"], throughJSON(t, out)); err != nil {
			t.Error(err)
		}
		answer := throughJSON(t, map[string]any{"data": out.Data, "extra_data": out.ExtraData})
		if err := schematest.Check(nil, throughJSON(t, biometry.OutputSchema()), answer); err != nil {
			t.Error(err)
		}
		if _, _, err := biometry.DecodeExtraction(marshal(t, answer)); err != nil {
			t.Error(err)
		}
	}
}

// The OpenAPI schemas have the valid ranges as keywords.
func TestOpenAPISchemasRefuseValuesOutOfRange(t *testing.T) {
	t.Parallel()
	schemas := throughJSON(t, biometry.ResponseSchemas())
	for _, bad := range []string{`"AL":41`, `"CCT":545.5`, `"lens_status":"x"`, `"K1_axis":"1"`} {
		var eye map[string]any
		if err := json.Unmarshal([]byte(`{`+bad+`}`), &eye); err != nil {
			t.Fatal(err)
		}
		for name := range schemas["BiometricData"].(map[string]any)["properties"].(map[string]any) {
			if _, ok := eye[name]; !ok {
				eye[name] = nil
			}
		}
		if schematest.Check(schemas, schemas["BiometricData"], eye) == nil {
			t.Errorf("conforms: %s", bad)
		}
	}
}

func throughJSON(t *testing.T, v any) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal(marshal(t, v), &out); err != nil {
		t.Fatal(err)
	}
	return out
}
