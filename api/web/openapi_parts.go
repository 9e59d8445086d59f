package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
)

// ordered is a JSON object whose members are written in the order of the list.
type ordered []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements [json.Marshaler].
func (o ordered) MarshalJSON() ([]byte, error) {
	var b []byte
	for _, m := range o {
		name, nameErr := json.Marshal(m.name)
		value, valueErr := json.Marshal(m.value)
		if nameErr != nil || valueErr != nil {
			return nil, errors.Join(nameErr, valueErr)
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

// example is an example of a request's or a response's body.
type example struct {
	title string
	value any
}

// raw returns an example whose members keep the order of its JSON text.
func raw(title, text string) example { return example{title, json.RawMessage(text)} }

// examples returns examples by names that are made from their titles. Explorers
// show the first one.
func examples(all ...example) ordered {
	named := ordered{}
	for _, e := range all {
		named = append(named, member{strings.ReplaceAll(strings.ToLower(e.title), " ", "-"), object{"summary": e.title, "value": e.value}})
	}
	return named
}

// jsonResponse describes a response with a JSON body.
func jsonResponse(description, schema string, all ...example) object {
	return object{
		"description": description,
		"headers":     object{"X-Request-ID": headerRef("X-Request-ID")},
		"content":     jsonBody(schema, all...),
	}
}

func jsonBody(schema string, all ...example) object {
	return object{"application/json": object{"schema": ref(schema), "examples": examples(all...)}}
}

// withHeader adds a header to the responses with these statuses.
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
			"description": "Fields whose values were doubtful and are null for that, comma separated. `metadata.extraction.withheld` of the response has them with the reasons. A stream names them in a progress event too",
			"schema":      object{"type": "string"}, "example": "right_eye.K1_axis, right_eye.K2_axis",
		},
		"X-Biom-Ignored": object{
			"description": "Members of an uploaded document that look like measurements and stand where none is read, comma separated: " +
				"the list `metadata.extraction.ignored` of the response. A stream has that list only",
			"schema": object{"type": "string"}, "example": "data.AL, data.right_eye.axial_length",
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

// closed returns the schema of an object with exactly these members, all required.
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
