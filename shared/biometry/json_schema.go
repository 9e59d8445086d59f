package biometry

import (
	"maps"
	"slices"
)

// The parts of which output_schema.go, openapi_response.go and openapi_upload.go
// make their schemas. A schema is a map from keywords of JSON Schema to values.

// closedObject returns the schema of an object with exactly these members.
func closedObject(properties map[string]any) map[string]any {
	s := openObject(properties)
	s["additionalProperties"] = false
	return s
}

// openObject returns the schema of an object with at least these members.
func openObject(properties map[string]any) map[string]any {
	names := make([]string, 0, len(properties))
	for name := range properties {
		names = append(names, name)
	}
	slices.Sort(names)
	return map[string]any{"type": "object", "properties": properties, "required": names}
}

// closedObjectOrNull returns the schema of a closed object or null.
func closedObjectOrNull(properties map[string]any) map[string]any {
	return map[string]any{"anyOf": []any{closedObject(properties), map[string]any{"type": "null"}}}
}

// properties returns the schema of each field by its name.
func properties(fields []Field, schema func(Field) map[string]any) map[string]any {
	out := make(map[string]any, len(fields))
	for _, f := range fields {
		out[f.Name] = schema(f)
	}
	return out
}

// fieldSchema returns the schema of a field that is never null.
func fieldSchema(f Field) map[string]any {
	s := map[string]any{"type": f.Kind.jsonType(), "description": f.describe()}
	switch f.Kind {
	case Date:
		s["format"] = "date"
	case Enum:
		values := make([]any, len(f.Values))
		for i, v := range f.Values {
			values[i] = v
		}
		s["enum"] = values
	}
	return s
}

// describe returns the description of the field with its unit, range or form.
func (f *Field) describe() string {
	switch f.Kind {
	case Number:
		return f.Description + ", " + f.Range()
	case Integer:
		return f.Description + ", a whole number " + f.Range()
	case Date:
		return f.Description + ", as YYYY-MM-DD"
	}
	return f.Description
}

// jsonType returns JSON Schema's name for the type.
func (k Kind) jsonType() string {
	switch k {
	case Number:
		return "number"
	case Integer:
		return "integer"
	}
	return "string"
}

// withDescription returns a copy of schema with a description.
func withDescription(description string, schema map[string]any) map[string]any {
	return withKeyword(schema, "description", description)
}

// schemaPath returns the reference to the component schema called name.
func schemaPath(name string) string { return "#/components/schemas/" + name }

func ref(name string) map[string]any { return map[string]any{"$ref": schemaPath(name)} }

func refOrNull(name string) map[string]any {
	return map[string]any{"anyOf": []any{ref(name), map[string]any{"type": "null"}}}
}

// typed returns a schema with a JSON type, or a list of them, and a description.
func typed(jsonType any, description string) map[string]any {
	return map[string]any{"type": jsonType, "description": description}
}

// exactly returns the schema of one fixed string.
func exactly(value string) map[string]any {
	return map[string]any{"type": "string", "const": value}
}

// dateTime returns a copy of s for a string of RFC 3339.
func dateTime(s map[string]any) map[string]any { return withKeyword(s, "format", "date-time") }

// withKeyword returns a copy of s with one more keyword.
func withKeyword(s map[string]any, key string, value any) map[string]any {
	s = maps.Clone(s)
	s[key] = value
	return s
}
