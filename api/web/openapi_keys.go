package web

// securitySchemes describes the two ways to send a service key. A key is
// optional: it selects quotas and gives no access.
func securitySchemes() object {
	return object{
		"serviceKey": object{ //nolint:gosec // a description of keys, not a key
			"type": "http", "scheme": "bearer", "bearerFormat": "biom_ and 43 base64url characters",
			"description": "A service key, which selects its user's quotas. Of two different keys the one in the header counts.",
		},
		"serviceKeyQuery": object{
			"type": "apiKey", "in": "query", "name": "api_key",
			"description": "The same as a query parameter. Prefer the header: addresses end up in histories and logs.",
		},
	}
}

// optionalKey returns the security of operations that take a service key.
func optionalKey() []any {
	return []any{object{}, object{"serviceKey": []any{}}, object{"serviceKeyQuery": []any{}}}
}

// requiredKey returns the security of operations that need a service key.
func requiredKey() []any { return optionalKey()[1:] }

// withKeyStatus adds the header X-API-Key-Status to the responses with these
// statuses: those that are sent after the service key was looked up.
func withKeyStatus(responses object, statuses ...string) object {
	return withHeader(responses, "X-API-Key-Status", headerRef("X-API-Key-Status"), statuses...)
}

func keyStatusHeader() object {
	return object{
		"description": "Only when a service key was given and is of no use: `invalid`, also for an `Authorization` that is no `Bearer` key, or `unknown` when it could not be looked up. " +
			"The request is then served as a public one.",
		"schema": object{"type": "string", "enum": []any{"invalid", "unknown"}}, "example": "invalid",
	}
}

// providerKeyHeader describes the header with the caller's own provider key.
func providerKeyHeader(description string) object {
	return object{
		"name": "X-Provider-API-Key", "in": "header", "required": false,
		"description": description + " It is never stored or logged.",
		"schema":      object{"type": "string", "maxLength": 512, "pattern": "^[!-~]+$"},
	}
}
