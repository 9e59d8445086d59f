package web

import "biom/shared/analytics"

func feedbackOperation() object {
	return object{
		"operationId": "rateExtraction",
		"tags":        []any{"Reports"},
		"summary":     "Rate an extraction as accurate or inaccurate",
		"description": "Within 24 hours of a successful AI extraction. The first rating is final: the same again is no error, another is refused. " +
			"It costs no credit and needs no key. Success means that the rating was handed on to the analytics.",
		"requestBody": object{
			"required":    true,
			"description": "At most 256 bytes",
			"content":     object{"application/json": object{"schema": ref("Feedback")}},
		},
		"responses": object{
			"200": answer("The rating is taken", "FeedbackTaken"),
			"404": failure("The extraction cannot be rated: unknown, no AI extraction, or longer ago than 24 hours (`NOT_FOUND`)", false),
			"408": failure("The body came too slowly", false),
			"409": failure("The extraction has another rating already (`HTTP_ERROR`)", false),
			"413": failure("The body is larger than 256 bytes (`PAYLOAD_TOO_LARGE`)", false),
			"415": failure("The content type is not application/json (`HTTP_ERROR`)", false),
			"422": failure("Not JSON, a member missing, wrong, there twice or not ours (`REQUEST_VALIDATION_ERROR`). "+
				"`error.details.errors` lists every fault as `path` and `message`", false),
			"500": failure("A fault on our side", false),
			"503": failure("The rating cannot be handed on at the moment; sending it again is safe", true),
		},
	}
}

func feedbackSchemas() object {
	return object{
		"Feedback": closed(object{
			"request_id": object{
				"type": "string", "format": "uuid", "description": "metadata.request_id of the extraction's own response, not of a retrieval",
			},
			"rating": object{"type": "string", "enum": []any{analytics.Accurate, analytics.Inaccurate}},
		}),
		"FeedbackTaken": closed(object{"success": object{"type": "boolean", "const": true}}),
	}
}
