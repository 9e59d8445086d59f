// Package schematest checks, in tests, that values match the JSON schemas that
// package biometry makes.
package schematest

import (
	"fmt"
	"slices"
	"strings"
)

// Check returns an error if v does not match a schema. It knows only the
// keywords of JSON Schema that the schemas of package biometry use; schemas
// holds the component schemas that a $ref may name, nil if there are none. Unlike a
// validator it also refuses members that no schema names.
func Check(schemas map[string]any, schema, v any) error {
	s := schema.(map[string]any)
	if ref, ok := s["$ref"].(string); ok {
		return Check(schemas, schemas[strings.TrimPrefix(ref, "#/components/schemas/")], v)
	}
	if branches := append(List(s["anyOf"]), List(s["oneOf"])...); len(branches) > 0 {
		if !slices.ContainsFunc(branches, func(b any) bool { return Check(schemas, b, v) == nil }) {
			return fmt.Errorf("%v fits no branch", v)
		}
		return nil
	}
	types := append(List(s["type"]), s["type"])
	if s["type"] != nil && !slices.ContainsFunc(types, func(want any) bool { return isType(v, want) }) {
		return fmt.Errorf("%v is not %v", v, s["type"])
	}
	if values := List(s["enum"]); values != nil && !slices.Contains(values, v) {
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
	for _, name := range List(s["required"]) {
		if _, ok := object[name.(string)]; !ok {
			return fmt.Errorf("%v is missing", name)
		}
	}
	for name, value := range object {
		if properties[name] == nil {
			return fmt.Errorf("%s is in no schema", name)
		}
		if err := Check(schemas, properties[name], value); err != nil {
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

// List returns v as a list, nil if it is none.
func List(v any) []any { l, _ := v.([]any); return l }
