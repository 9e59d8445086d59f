package web

import (
	"slices"
	"strings"

	"biom/shared/problem"
)

func ref(schema string) object { return object{"$ref": "#/components/schemas/" + schema} }

func headerRef(name string) object { return object{"$ref": "#/components/headers/" + name} }

// answer is a response with a JSON body.
func answer(description, schema string) object {
	return object{
		"description": description,
		"headers":     object{"X-Request-ID": headerRef("X-Request-ID")},
		"content":     object{"application/json": object{"schema": ref(schema)}},
	}
}

// failure is a response with the standard error body.
func failure(description string, retry bool) object {
	r := answer(description, "ErrorBody")
	if retry {
		r["headers"].(object)["Retry-After"] = headerRef("Retry-After")
	}
	return r
}

func headers() object {
	return object{
		"X-Request-ID": object{
			"description": "The ID of this request, equal to the one in the body", "required": true,
			"schema": object{"type": "string", "format": "uuid"},
		},
		"Retry-After": object{
			"description": "Seconds after which the request may succeed", "required": true,
			"schema": object{"type": "integer", "minimum": 1},
		},
		"X-API-Key-Status": keyStatusHeader(),
		"X-Biom-Withheld": object{
			"description": "Fields whose values were doubtful and were left out, comma separated",
			"schema":      object{"type": "string"},
		},
	}
}

func ownSchemas() object {
	return object{
		"ProcessForm":   processForm(),
		"Status":        statusSchema(),
		"ErrorBody":     errorBody(),
		"ErrorEvent":    errorEvent(),
		"ProgressEvent": progressEvent(),
	}
}

func processForm() object {
	flag := func(about string) object {
		return object{"type": "boolean", "default": false, "description": about + " (true/false, 1/0, yes/no, on/off)"}
	}
	return object{
		"type": "object", "required": []any{"file"},
		"properties": object{
			"file": object{
				"type": "string", "contentMediaType": "application/octet-stream",
				"description": "PDF, JPG, PNG, GIF, BMP or JSON, by extension",
			},
			"biompin": flag("Create a share: the response carries its code, or null if none could be made"),
			"stream":  flag("Answer with progress events and the result as server-sent events"),
			"service_tier": object{
				"type": "string", "enum": []any{"standard", "slow"}, "default": "standard",
				"description": "PDF and images only: slow costs half and may take much longer",
			},
		},
	}
}

func statusSchema() object {
	return closed(object{
		"status":         object{"type": "string", "enum": []any{"operational"}},
		"provider_llm":   text("Name of the configured model"),
		"environment":    text("Name of the deployment"),
		"app_version":    text("Version of the application"),
		"schema_version": text("Version of the report schema"),
		"db_id": object{
			"type": []any{"string", "null"}, "description": "ID of the share database; null while it is not known",
		},
	})
}

func errorBody() object {
	return closed(object{"success": object{"type": "boolean", "const": false}, "error": errorSchema()})
}

func errorEvent() object {
	return object{
		"type": "object", "required": []any{"status", "success", "error"}, "additionalProperties": false,
		"properties": object{
			"status":      object{"type": "integer", "minimum": 400, "maximum": 599, "description": "What the status would have been"},
			"success":     object{"type": "boolean", "const": false},
			"error":       errorSchema(),
			"retry_after": object{"type": "integer", "minimum": 1, "description": "What Retry-After would have been, in seconds"},
		},
	}
}

func errorSchema() object {
	return closed(object{
		"code": object{"type": "string", "description": "Stable code", "enum": []any{
			problem.FileValidation, problem.NotFound, problem.PayloadTooLarge, problem.RequestValidation, problem.RateLimitExceeded,
			problem.ExtractionFailed, problem.ExtractionTimeout, problem.Internal, problem.HTTP,
		}},
		"message":    text("What was wrong and what to do"),
		"request_id": object{"type": "string", "format": "uuid"},
		"timestamp":  object{"type": "string", "format": "date-time"},
		"details":    object{"type": []any{"object", "null"}, "description": "For 422: errors, a list of path and message"},
	})
}

func progressEvent() object {
	s := closed(object{
		"request_id": object{"type": "string", "format": "uuid"},
		"stage":      object{"type": "string", "enum": []any{"accepted", "queued", "preparing", "extracting", "validating", "sharing"}},
		"progress":   object{"type": "number", "minimum": 0, "maximum": 1},
		"message":    text("For people"),
		"timestamp":  object{"type": "string", "format": "date-time"},
	})
	p := s["properties"].(object)
	p["attempt"] = object{"type": "integer", "minimum": 1, "description": "Which attempt at extracting"}
	p["fields"] = object{"type": "array", "items": object{"type": "string"}, "description": "Fields in doubt"}
	return s
}

func text(about string) object { return object{"type": "string", "description": about} }

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
