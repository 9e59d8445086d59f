package web

import (
	"biom/shared/biometry"
	"biom/shared/problem"
)

func batchOperation() object {
	number := func(name, about string, schema object) object {
		return object{"name": name, "in": "query", "required": false, "description": about, "schema": schema}
	}
	return object{
		"operationId": "getBatch", "tags": []any{"Jobs"}, "summary": "Count and list the reports of a batch",
		"description": "The jobs that were made with this name in the field `batch`, in the order of their creation, and how many are in each state. Needs a service key.",
		"security":    requiredKey(),
		"parameters": []any{batchName(),
			number("status", "Only jobs in this state", object{"type": "string", "enum": jobStates()}),
			number("limit", "How many jobs a page has", object{"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}),
			number("after", "`next` of the page before", object{"type": "string"}),
		},
		"responses": withKeyStatus(object{
			"200": jsonResponse("A page of the batch", "Batch", example{"A batch", object{
				"batch": "monday", "total": 2, "counts": object{"queued": 1, "running": 0, "succeeded": 1, "failed": 0}, "jobs": []any{exampleBatchJob()}, "next": "00064d5c3f2a1b00-" + exampleJobID,
			}}),
			"401": noServiceKey(),
			"404": unknownBatch(),
			"422": failure(422, "The query is not valid (`REQUEST_VALIDATION_ERROR`)",
				invalid("Bad limit", badQuery, biometry.Faults{{Path: "limit", Message: "must be a whole number from 1 to 1000"}})),
			"503": batchUnavailable(),
		}, "200", "401", "404", "503"),
	}
}

func batchEventsOperation() object {
	stream := exampleStream{events: 4710}
	stream.event("end", exampleBatchJob())
	return object{
		"operationId": "getBatchEvents", "tags": []any{"Jobs"}, "summary": "Follow a batch",
		"description": "The event `end` for each report of the batch that ends: first for those that have ended, then live, until the client leaves. Needs a service key.",
		"security":    requiredKey(),
		"parameters": []any{batchName(), object{
			"name": "Last-Event-ID", "in": "header", "required": false, "description": "The ID of the last event that was received",
			"schema": object{"type": "integer", "minimum": 0}, "example": 4711,
		}},
		"responses": withKeyStatus(object{
			"200": object{
				"description": "The ends of the reports", "headers": object{"X-Request-ID": headerRef("X-Request-ID")},
				"content": object{"text/event-stream": object{
					"schema":       object{"type": "string", "description": "Server-sent events `end` (`BatchJob`), each with an `id`"},
					"x-sse-events": object{"end": ref("BatchJob")},
					"examples":     examples(example{"A report has ended", stream.String()}),
				}},
			},
			"401": noServiceKey(),
			"404": unknownBatch(),
			"422": failure(422, "`Last-Event-ID` is no ID of an event (`REQUEST_VALIDATION_ERROR`)",
				invalid("Bad event ID", "The header Last-Event-ID is not the ID of an event of this stream.", biometry.Faults{{Path: "Last-Event-ID", Message: "must be the ID of an event"}})),
			"503": batchUnavailable(),
		}, "200", "401", "404", "503"),
	}
}

func batchName() object {
	return object{"name": "batch", "in": "path", "required": true, "schema": object{"type": "string"}, "example": "monday", "description": "The name of the batch"}
}

func exampleBatchJob() object {
	return object{
		"id": exampleJobID, "status": "succeeded", "http_status": 200, "filename": "report.pdf",
		"created": "2026-03-14T09:26:53.000Z", "ended": exampleTimestamp, "links": exampleLinks(),
	}
}

func noServiceKey() object {
	r := failure(401, "No valid service key (`HTTP_ERROR`)",
		newError("No service key", problem.HTTP, "Batches belong to a user: send a valid service key in the header Authorization."))
	r["headers"].(object)["WWW-Authenticate"] = object{"description": "Bearer", "required": true, "schema": object{"type": "string"}, "example": "Bearer"}
	return r
}

func unknownBatch() object {
	return failure(404, "The batch has no reports, or they have expired (`NOT_FOUND`)",
		newError("No such batch", problem.NotFound, "There is no such batch: it has no reports, or they have expired."))
}

func batchUnavailable() object {
	return failure(503, "The store of jobs does not answer, or the service key cannot be checked (`INTERNAL_ERROR`)",
		newError("No answer", problem.Internal, "The batch could not be looked up. Try again shortly."), restarting())
}

func batchSchemas() object {
	count := object{"type": "integer", "minimum": 0}
	return object{
		"BatchJob": object{
			"type": "object", "description": "A job, in the list of its batch", "additionalProperties": false,
			"required": []any{"id", "status", "filename", "created", "links"},
			"properties": ordered{
				{"id", text("The ID of the job")},
				{"status", object{"type": "string", "enum": jobStates()}},
				{"http_status", object{"type": "integer", "description": "When it has ended: the status that the request would have had"}},
				{"filename", text("The name of the uploaded file")},
				{"created", object{"type": "string", "format": "date-time"}},
				{"ended", object{"type": "string", "format": "date-time"}},
				{"links", jobLinksSchema()},
			},
		},
		"Batch": object{
			"type": "object", "additionalProperties": false, "required": []any{"batch", "total", "counts", "jobs"},
			"properties": ordered{
				{"batch", text("The name of the batch")},
				{"total", count},
				{"counts", closed(object{"queued": count, "running": count, "succeeded": count, "failed": count})},
				{"jobs", object{"type": "array", "items": ref("BatchJob")}},
				{"next", text("Where the next page begins; absent on the last one")},
			},
		},
	}
}
