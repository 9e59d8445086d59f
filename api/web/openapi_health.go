package web

import "maps"

func healthOperation() object {
	return object{
		"operationId": "getHealth",
		"tags":        []any{"Service"},
		"summary":     "Active health check",
		"description": "Asks the provider and the share database, for at most two seconds, and answers 200 whatever it finds. " +
			"What it found is kept for two seconds; for frequent polling there is `/api/v1/status`.",
		"responses": object{
			"200": answer("What works", "Health"),
			"500": failure("A fault on our side", false),
			"503": failure("The service is being restarted", true),
		},
	}
}

func healthSchemas() object {
	all := object{}
	maps.Copy(all, statusSchema()["properties"].(object))
	maps.Copy(all, object{
		"status": object{
			"type": "string", "enum": []any{"operational", "degraded", "error"},
			"description": "degraded: one of provider and database does not answer; error: neither does",
		},
		"provider_api_connected": object{"type": "boolean", "description": "The server's provider key is accepted"},
		"db_connected":           object{"type": "boolean", "description": "The share database answers"},
		"db_records": object{
			"type": []any{"integer", "null"}, "minimum": 0, "description": "Shares that have not expired; null while the database does not answer",
		},
	})
	return object{"Health": closed(all)}
}
