package web

import "maps"

func healthOperation() object {
	return object{
		"operationId": "getHealth",
		"tags":        []any{"Service"},
		"summary":     "Active health check",
		"description": "Asks the provider and the share database, for at most two seconds, and answers 200 whatever it finds. " +
			"What it found is kept for two seconds; for frequent polling there is `/api/v1/status`.",
		"responses": plainResponses(jsonResponse("What works", "Health",
			raw("All works", exampleHealth("operational", true, "412")), raw("The database does not answer", exampleHealth("degraded", false, "null")))),
	}
}

func exampleHealth(status string, database bool, records string) string {
	connected := map[bool]string{true: "true", false: "false"}[database]
	return `{"status": "` + status + `", "provider_api_connected": true, "db_connected": ` + connected + `, "db_records": ` + records + `, ` + exampleNames + `}`
}

func healthSchemas() object {
	all := object{}
	maps.Copy(all, statusSchema()["properties"].(object))
	maps.Copy(all, object{
		"status": object{
			"type": "string", "enum": []any{"operational", "degraded", "error"},
			"description": "degraded: one of provider and database does not answer, or no report can be queued, for example because the disk is full; error: neither provider nor database answers",
		},
		"provider_api_connected": object{"type": "boolean", "description": "The server's provider key is accepted"},
		"db_connected":           object{"type": "boolean", "description": "The share database answers"},
		"db_records": object{
			"type": []any{"integer", "null"}, "minimum": 0, "description": "Shares that have not expired; null while the database does not answer",
		},
	})
	return object{"Health": closed(all)}
}
