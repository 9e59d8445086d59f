package biometry_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"biom/shared/biometry"
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
	for _, branch := range asList(schema["anyOf"]) {
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
		if err := checkConforms(schemas, schemas["StandardAPIResponse"], throughJSON(t, out)); err != nil {
			t.Error(err)
		}
		answer := throughJSON(t, map[string]any{"data": out.Data, "extra_data": out.ExtraData})
		if err := checkConforms(nil, throughJSON(t, biometry.OutputSchema()), answer); err != nil {
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
		if checkConforms(schemas, schemas["BiometricData"], eye) == nil {
			t.Errorf("conforms: %s", bad)
		}
	}
}

// checkConforms returns an error if v does not match a schema. It knows only the
// keywords of JSON Schema that this package uses.
func checkConforms(schemas map[string]any, schema, v any) error {
	s := schema.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		return checkConforms(schemas, schemas[strings.TrimPrefix(ref, "#/components/schemas/")], v)
	}
	if branches := append(asList(s["anyOf"]), asList(s["oneOf"])...); len(branches) > 0 {
		if !slices.ContainsFunc(branches, func(b any) bool { return checkConforms(schemas, b, v) == nil }) {
			return fmt.Errorf("%v fits no branch", v)
		}
		return nil
	}
	types := append(asList(s["type"]), s["type"])
	if s["type"] != nil && !slices.ContainsFunc(types, func(want any) bool { return isType(v, want) }) {
		return fmt.Errorf("%v is not %v", v, s["type"])
	}
	if values := asList(s["enum"]); values != nil && !slices.Contains(values, v) {
		return fmt.Errorf("%v is not in %v", v, values)
	}
	if want, ok := s["const"]; ok && v != want {
		return fmt.Errorf("%v is not %v", v, want)
	}
	if n, ok := v.(float64); ok && s["minimum"] != nil && (n < s["minimum"].(float64) || n > s["maximum"].(float64)) {
		return fmt.Errorf("%v is out of range", v)
	}
	return checkMembers(schemas, s, v)
}

func checkMembers(schemas, s map[string]any, v any) error {
	object, ok := v.(map[string]any)
	if !ok {
		return nil
	}
	properties := s["properties"].(map[string]any)
	for _, name := range asList(s["required"]) {
		if _, ok := object[name.(string)]; !ok {
			return fmt.Errorf("%v is missing", name)
		}
	}
	for name, value := range object {
		if properties[name] == nil {
			return fmt.Errorf("%s is in no schema", name)
		}
		if err := checkConforms(schemas, properties[name], value); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func isType(v, want any) bool {
	switch x := v.(type) {
	case nil:
		return want == "null"
	case bool:
		return want == "boolean"
	case string:
		return want == "string"
	case float64:
		return want == "number" || want == "integer" && x == float64(int(x))
	}
	return want == "object"
}

func asList(v any) []any { l, _ := v.([]any); return l }

func throughJSON(t *testing.T, v any) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal(marshal(t, v), &out); err != nil {
		t.Fatal(err)
	}
	return out
}
