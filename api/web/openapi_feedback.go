package web

import (
	"biom/shared/analytics"
	"biom/shared/biometry"
	"biom/shared/problem"
)

func feedbackOperation() object {
	return object{
		"operationId": "rateExtraction",
		"tags":        []any{"Reports"},
		"summary":     "Rate an extraction as accurate or inaccurate",
		"description": "Within 24 hours of a successful AI extraction. The first rating is final: the same again is no error, another is refused. " +
			"It costs no credit and needs no key. Success means that the rating was handed on to the analytics.",
		"requestBody": object{
			"required":    true,
			"description": "At most 256 bytes" + encodings,
			"content":     jsonBody("Feedback", raw("A rating", `{"request_id": "`+exampleID+`", "rating": "accurate"}`)),
		},
		"responses": feedbackResponses(),
	}
}

func feedbackResponses() object {
	return object{
		"200": jsonResponse("The rating is taken", "FeedbackTaken", raw("Taken", `{"success": true}`)),
		"404": failure(404, "The extraction cannot be rated: unknown, no AI extraction, longer ago than 24 hours, "+
			"not among the last 10,000, or, where one process does everything, from before its restart (`NOT_FOUND`)",
			newError("No such extraction", problem.NotFound, "There is no extraction with this ID that can be rated: only successful extractions of the last 24 hours can.")),
		"408": tooSlow("The body came too slowly and was given up."),
		"409": failure(409, "The extraction has another rating already (`HTTP_ERROR`)",
			newError("Rated otherwise", problem.HTTP, "This extraction was rated otherwise already; the first rating stays.")),
		"413": failure(413, "The body is larger than 256 bytes (`PAYLOAD_TOO_LARGE`)",
			newError("Large body", problem.PayloadTooLarge, "The body is larger than 256 bytes, the most that is taken.")),
		"415": failure(415, "The content type is not application/json, or the body has a `Content-Encoding` other than `gzip` (`HTTP_ERROR`)",
			newError("Another content type", problem.HTTP, "The content type must be application/json, in UTF-8."), badEncoding()),
		"422": failure(422, "Not JSON, a member missing, wrong, there twice or not ours (`REQUEST_VALIDATION_ERROR`). "+
			"`error.details.errors` lists every fault as `path` and `message`",
			invalid("Unknown rating", "The body is no valid feedback; details.errors lists every fault.",
				biometry.Faults{{Path: "rating", Message: `must be "accurate" or "inaccurate"`}})),
		"500": failure(500, "A fault on our side (`INTERNAL_ERROR`)", internalError()),
		"503": failure(503, "The rating cannot be handed on at the moment; sending it again is safe (`INTERNAL_ERROR`)",
			newError("Analytics away", problem.Internal, "The rating cannot be taken at the moment. Send it again shortly; it counts once."), restarting()),
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
