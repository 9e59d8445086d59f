package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// ordered is an object whose members stay in their order.
type ordered []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements [json.Marshaler].
func (o ordered) MarshalJSON() ([]byte, error) {
	var b []byte
	for _, m := range o {
		name, wrong := json.Marshal(m.name)
		value, err := json.Marshal(m.value)
		if wrong != nil || err != nil {
			return nil, errors.Join(wrong, err)
		}
		b = append(append(append(append(b, ','), name...), ':'), value...)
	}
	return append(append([]byte{'{'}, bytes.TrimPrefix(b, []byte(","))...), '}'), nil
}

func ref(schema string) object { return object{"$ref": "#/components/schemas/" + schema} }

func refOrNull(schema string) object {
	return object{"anyOf": []any{ref(schema), object{"type": "null"}}}
}

func headerRef(name string) object { return object{"$ref": "#/components/headers/" + name} }

// example is what a request or a response may look like.
type example struct {
	title string
	value any
}

// raw is an example as it stands on the wire, its members in that order.
func raw(title, text string) example { return example{title, json.RawMessage(text)} }

// examples are named by their titles. The first is what explorers show.
func examples(all ...example) ordered {
	named := ordered{}
	for _, e := range all {
		named = append(named, member{strings.ReplaceAll(strings.ToLower(e.title), " ", "-"), object{"summary": e.title, "value": e.value}})
	}
	return named
}

// answer is a response with a JSON body.
func answer(description, schema string, all ...example) object {
	return object{
		"description": description,
		"headers":     object{"X-Request-ID": headerRef("X-Request-ID")},
		"content":     jsonBody(schema, all...),
	}
}

func jsonBody(schema string, all ...example) object {
	return object{"application/json": object{"schema": ref(schema), "examples": examples(all...)}}
}

// withHeader adds a header to the responses of these statuses.
func withHeader(responses object, name string, header object, statuses ...string) object {
	for _, status := range statuses {
		responses[status].(object)["headers"].(object)[name] = header
	}
	return responses
}

func headers() object {
	return object{
		"X-Request-ID": object{
			"description": "The ID of this request, equal to the one in the body", "required": true,
			"schema": object{"type": "string", "format": "uuid"}, "example": exampleID,
		},
		"Retry-After": object{
			"description": "Seconds after which the request may succeed", "required": true,
			"schema": object{"type": "integer", "minimum": 1}, "example": 5,
		},
		"X-API-Key-Status": keyStatusHeader(),
		"X-Biom-Withheld": object{
			"description": "Fields whose values were doubtful and are null for that, comma separated. A stream names them in a progress event",
			"schema":      object{"type": "string"}, "example": "data.right_eye.K1_axis, data.right_eye.K2_axis",
		},
		"Idempotency-Replayed": object{
			"description": "`true` if this is the answer to an earlier request with the same Idempotency-Key",
			"schema":      object{"type": "string", "enum": []any{"true"}}, "example": "true",
		},
		"Content-Disposition": object{
			"description": "attachment, with the name of the archive", "required": true,
			"schema": object{"type": "string"}, "example": `attachment; filename="biom-export-20260314-092653.zip"`,
		},
	}
}

func text(about string) object { return object{"type": "string", "description": about} }

func textOrNull(about string) object {
	return object{"type": []any{"string", "null"}, "description": about}
}

// closed is an object with these members, all required, and no others.
func closed(properties object) object {
	required := []any{}
	for name := range properties {
		required = append(required, name)
	}
	return object{"type": "object", "properties": properties, "required": sorted(required), "additionalProperties": false}
}

func sorted(names []any) []any {
	slices.SortFunc(names, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return names
}
