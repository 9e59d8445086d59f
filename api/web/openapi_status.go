package web

func statusOperation() object {
	return object{
		"operationId": "getStatus",
		"tags":        []any{"Service"},
		"summary":     "Lightweight status",
		"description": "For frequent polling: it asks nobody and counts nothing. `db_id` changes when the share database was wiped.",
		"responses": plainResponses(jsonResponse("The service answers", "Status",
			raw("Status", `{"status": "operational", `+exampleNames+`}`))),
	}
}

const exampleNames = `"provider_llm": "` + exampleModel + `", "environment": "production", "app_version": "` + exampleAppVersion +
	`", "schema_version": "1.1.0", "db_id": "` + exampleDB + `"`

func openAPIOperation() object {
	return object{
		"operationId": "getOpenAPI",
		"tags":        []any{"Service"},
		"summary":     "This description",
		"description": "The same until another version of the application is installed.",
		"responses": plainResponses(object{
			"description": "OpenAPI 3.1",
			"headers":     object{"X-Request-ID": headerRef("X-Request-ID")},
			"content":     object{"application/json": object{"schema": object{"type": "object"}}},
		}),
	}
}

// plainResponses returns the responses of routes that refuse no request.
func plainResponses(ok object) object {
	return object{
		"200": ok,
		"500": failure(500, "A fault on our side (`INTERNAL_ERROR`)", internalError()),
		"503": failure(503, "The service is being restarted (`INTERNAL_ERROR`)", restarting()),
	}
}

func statusSchemas() object { return object{"Status": statusSchema()} }

func statusSchema() object {
	return closed(object{
		"status":         object{"type": "string", "enum": []any{"operational"}},
		"provider_llm":   text("Name of the configured model"),
		"environment":    text("Name of the deployment"),
		"app_version":    text("Version of the application"),
		"schema_version": text("Version of the report schema"),
		"db_id":          textOrNull("ID of the share database; null while it is not known"),
	})
}
