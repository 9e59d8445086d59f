package agent

import (
	"encoding/json"
	"strings"
	"sync"

	"biom/shared/biometry"
)

// members are the members of a JSON object; a schema is one.
type members = map[string]any

// object returns the schema of an object with these members and no others.
func object(properties members, required ...string) members {
	s := members{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		s["required"] = required
	}
	return s
}

func text(description string) members    { return typed("string", description) }
func boolean(description string) members { return typed("boolean", description) }
func integer(description string) members { return typed("integer", description) }

// anyObject returns the schema of a document that the service itself validates.
func anyObject(description string) members { return typed("object", description) }

func list(description string, items members) members {
	return members{"type": "array", "description": description, "items": items}
}

func typed(kind any, description string) members {
	return members{"type": kind, "description": description}
}

// responseSchema returns the schema of a StandardAPIResponse. It is that of /openapi.json, in one
// document. Members that it does not name are allowed, because later versions have more.
var responseSchema = sync.OnceValue(func() members {
	components := biometry.ResponseSchemas()
	delete(components["ResponseMetadata"].(members)["properties"].(members)["extraction"].(members), "discriminator") // a word of OpenAPI
	raw, err := json.Marshal(components)
	if err != nil {
		panic(err) // the schemas are constants
	}
	var schemas members
	if err := json.Unmarshal([]byte(strings.ReplaceAll(string(raw), "#/components/schemas/", "#/$defs/")), &schemas); err != nil {
		panic(err)
	}
	response := schemas["StandardAPIResponse"].(members)
	delete(schemas, "StandardAPIResponse")
	response["$defs"] = schemas
	return response
})

// usageSchema returns the schema of the output of usage.
func usageSchema() members {
	open := func(properties members, required ...string) members {
		s := object(properties, required...)
		delete(s, "additionalProperties")
		return s
	}
	engine := func(description string) members {
		s := open(members{
			"used":              typed("number", "Credits used"),
			"limit":             typed("number", "Credits within 24 hours"),
			"resets_in_seconds": integer("Until the oldest charge leaves the window"),
		}, "used", "limit", "resets_in_seconds")
		s["description"] = description
		return s
	}
	key := open(members{
		"provided": boolean("Whether the request had one"),
		"valid":    typed([]string{"boolean", "null"}, "Absent if it was not checked"),
		"user_id":  typed([]string{"string", "null"}, "Only of a valid service key"),
	}, "provided")
	return open(members{
		"auth_type": members{"type": "string", "enum": []string{"public", "authenticated"}},
		"user_id":   typed([]string{"string", "null"}, "Null for public callers"),
		"engines": open(members{
			"biomai":      engine("PDFs and images"),
			"biomai_byok": engine("PDFs and images with the caller's provider key"),
			"biomjson":    engine("Validation of JSON"),
			"retrieve":    engine("Retrieval of shares"),
		}, "biomai", "biomai_byok", "biomjson", "retrieve"),
		"keys": open(members{"service": key, "provider": key}, "service", "provider"),
	}, "auth_type", "user_id", "engines", "keys")
}
