package web

import "maps"

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
					"Verdicts are remembered for a minute. (true/false, 1/0, yes/no, on/off)",
				"schema": object{"type": "boolean", "default": false},
			},
			providerKeyHeader("The provider key to be told of."),
		},
		"responses": keyed(object{
			"200": answer("Usage and keys", "Usage"),
			"400": failure("The provider key cannot be one, or the query string is malformed (`HTTP_ERROR`)", false),
			"422": failure("`validate` is no boolean or repeated (`REQUEST_VALIDATION_ERROR`)", false),
			"500": failure("A fault on our side", false),
			"503": failure("Quotas or keys cannot be looked up at the moment", true),
		}),
	}
}

func usageSchemas() object {
	return object{
		"Usage":       usageSchema(),
		"EngineUsage": engineUsageSchema(),
		"ServiceKeyUsage": keyUsageSchema(object{
			"valid":   object{"type": "boolean", "description": "When provided: whether the key is in force"},
			"user_id": text("When valid: its user"),
		}),
		"ProviderKeyUsage": keyUsageSchema(object{
			"valid": object{"type": "boolean", "description": "When provided, and only with `validate=true`: whether the provider accepts the key"},
		}),
	}
}

func usageSchema() object {
	engine := ref("EngineUsage")
	return closed(object{
		"auth_type": object{"type": "string", "enum": []any{"public", "authenticated"}},
		"user_id":   object{"type": []any{"string", "null"}, "description": "Null for public callers"},
		"engines":   closed(object{"biomai": engine, "biomai_byok": engine, "biomjson": engine, "retrieve": engine}),
		"keys":      closed(object{"service": ref("ServiceKeyUsage"), "provider": ref("ProviderKeyUsage")}),
	})
}

func engineUsageSchema() object {
	return closed(object{
		"used":  object{"type": "number", "minimum": 0, "multipleOf": 0.5, "description": "Credits of the last 24 hours"},
		"limit": object{"type": "number", "minimum": 0, "multipleOf": 0.5, "description": "Credits in 24 hours"},
		"resets_in_seconds": object{"type": "integer", "minimum": 0, "maximum": 86400,
			"description": "Until the oldest charge leaves the window; 0 when there is none"},
	})
}

func keyUsageSchema(more object) object {
	s := closed(object{"provided": object{"type": "boolean"}})
	maps.Copy(s["properties"].(object), more)
	return s
}
