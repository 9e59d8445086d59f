package web

import (
	"maps"

	"biom/shared/biometry"
	"biom/shared/problem"
)

func usageOperation() object {
	return object{
		"operationId": "getUsage",
		"tags":        []any{"Service"},
		"summary":     "Quotas and keys of the caller",
		"description": "What was used in the last 24 hours, by the user of a valid service key, else by the caller's address. Costs nothing.",
		"security":    optionalKey(),
		"parameters": []any{
			object{
				"name": "validate", "in": "query", "required": false,
				"description": "Ask the provider whether it accepts the provider key: 1 to 2 seconds more. " +
					"Verdicts are remembered for a minute. (" + booleans + ")",
				"schema": object{"type": "boolean", "default": false},
			},
			providerKeyHeader("The provider key to be told of."),
		},
		"responses": withKeyStatus(usageResponses(), "200", "500", "503"),
	}
}

func usageResponses() object {
	return object{
		"200": jsonResponse("Usage and keys", "Usage", raw("Public caller", examplePublic), raw("User with both keys", exampleUser)),
		"400": failure(400, "The provider key cannot be one, or the query string is malformed (`HTTP_ERROR`)",
			newError("Unusable provider key", problem.HTTP, badProvider)),
		"422": failure(422, "`validate` is no boolean or repeated (`REQUEST_VALIDATION_ERROR`). An empty one counts as absent",
			invalid("No boolean", badQuery, biometry.Faults{{Path: "validate", Message: "must be a boolean: true or false, t or f, 1 or 0, yes or no, y or n, on or off"}})),
		"500": failure(500, "A fault on our side (`INTERNAL_ERROR`)", internalError()),
		"503": failure(503, "Quotas or service keys cannot be looked up at the moment (`INTERNAL_ERROR`)",
			newError("Quotas away", problem.Internal, "Quotas cannot be read at the moment. Try again shortly."), restarting()),
	}
}

const (
	examplePublic = `{"auth_type": "public", "user_id": null, "engines": {
		"biomai": {"used": 3.5, "limit": 25, "resets_in_seconds": 51712}, "biomai_byok": {"used": 0, "limit": 1000, "resets_in_seconds": 0},
		"biomjson": {"used": 12, "limit": 300, "resets_in_seconds": 3600}, "retrieve": {"used": 1, "limit": 1000, "resets_in_seconds": 86100}},
		"keys": {"service": {"provided": false}, "provider": {"provided": false}}}`
	exampleUser = `{"auth_type": "authenticated", "user_id": "clinic-7", "engines": {
		"biomai": {"used": 120, "limit": 5000, "resets_in_seconds": 40021}, "biomai_byok": {"used": 8, "limit": 3000, "resets_in_seconds": 700},
		"biomjson": {"used": 0, "limit": 3000, "resets_in_seconds": 0}, "retrieve": {"used": 64, "limit": 10000, "resets_in_seconds": 12}},
		"keys": {"service": {"provided": true, "valid": true, "user_id": "clinic-7"}, "provider": {"provided": true, "valid": true}}}`
)

func usageSchemas() object {
	return object{
		"Usage":       usageSchema(),
		"EngineUsage": engineUsageSchema(),
		"ServiceKeyUsage": keyUsageSchema(object{
			"valid":   object{"type": "boolean", "description": "When provided: whether the key is in force"},
			"user_id": text("When valid: its user"),
		}),
		"ProviderKeyUsage": keyUsageSchema(object{
			"valid": object{"type": []any{"boolean", "null"},
				"description": "When provided, and only with `validate=true`: whether the provider accepts the key; null if it could not be asked"},
		}),
	}
}

func usageSchema() object {
	engine := ref("EngineUsage")
	return closed(object{
		"auth_type": object{"type": "string", "enum": []any{"public", "authenticated"}},
		"user_id":   textOrNull("Null for public callers"),
		"engines":   closed(object{"biomai": engine, "biomai_byok": engine, "biomjson": engine, "retrieve": engine}),
		"keys":      closed(object{"service": ref("ServiceKeyUsage"), "provider": ref("ProviderKeyUsage")}),
	})
}

func engineUsageSchema() object {
	credits := func(about string) object {
		return object{"type": "number", "format": "double", "minimum": 0, "multipleOf": 0.5, "description": about}
	}
	return closed(object{
		"used":  credits("Credits of the last 24 hours"),
		"limit": credits("Credits in 24 hours"),
		"resets_in_seconds": object{"type": "integer", "minimum": 0, "maximum": 86400,
			"description": "Until the oldest charge leaves the window; 0 when there is none"},
	})
}

func keyUsageSchema(more object) object {
	s := closed(object{"provided": object{"type": "boolean"}})
	maps.Copy(s["properties"].(object), more)
	return s
}
