package web

// Service keys are optional: they choose quotas and give no access.

func securitySchemes() object {
	return object{
		"serviceKey": object{ //nolint:gosec // says what a key looks like
			"type": "http", "scheme": "bearer", "bearerFormat": "biom_ and 43 base64url characters",
			"description": "A service key, which selects its user's quotas. Of two different keys the one in the header counts.",
		},
		"serviceKeyQuery": object{
			"type": "apiKey", "in": "query", "name": "api_key",
			"description": "The same as a query parameter. Prefer the header: addresses end up in histories and logs.",
		},
	}
}

// optionalKey is the security of the operations that take a service key.
func optionalKey() []any {
	return []any{object{}, object{"serviceKey": []any{}}, object{"serviceKeyQuery": []any{}}}
}

// keyed adds the header that tells of a key that is of no use to the responses
// of these statuses, before which the key is looked at.
func keyed(responses object, statuses ...string) object {
	return withHeader(responses, "X-API-Key-Status", headerRef("X-API-Key-Status"), statuses...)
}

func keyStatusHeader() object {
	return object{
		"description": "Only when a service key was given and is of no use: `invalid`, or `unknown` when it could not be looked up. " +
			"The request is then served as a public one.",
		"schema": object{"type": "string", "enum": []any{"invalid", "unknown"}}, "example": "invalid",
	}
}

// providerKeyHeader is the caller's own key of the provider.
func providerKeyHeader(description string) object {
	return object{
		"name": "X-Provider-API-Key", "in": "header", "required": false,
		"description": description + " It is never stored or logged.",
		"schema":      object{"type": "string", "maxLength": 512, "pattern": "^[!-~]+$"},
	}
}
