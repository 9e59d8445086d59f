package web

func processOperation() object {
	return object{
		"operationId": "processReport",
		"tags":        []any{"Reports"},
		"summary":     "Read or validate one report",
		"description": "The extension of the file chooses the engine. PDF and images are read by a language model or the local reader " +
			"and cost 1 credit of `biomai` (0.5 with `service_tier=slow`), or of `biomai_byok` with a provider key of your own. " +
			"JSON is validated and normalised and costs 1 credit of `biomjson` if it is valid. " +
			"A charge is taken back if no provider call was started.",
		"security": optionalKey(),
		"parameters": []any{providerKeyHeader("Your own key of the provider, for PDF and images. It is used instead of the service's credentials, " +
			"counts in `biomai_byok`, and nothing else is tried if it fails. Ignored for JSON."), idempotencyKeyHeader()},
		"requestBody": object{
			"required": true,
			"content": object{"multipart/form-data": object{
				"schema":   ref("ProcessForm"),
				"encoding": object{"file": object{"contentType": "application/octet-stream"}},
			}},
		},
		"responses": keyed(processResponses()),
	}
}

func idempotencyKeyHeader() object {
	return object{
		"name": "Idempotency-Key", "in": "header", "required": false,
		"description": "Makes the request safe to send again, for 24 hours: a repeat with the same key, file and options by the same caller " +
			"waits for the first one's job, or gets its answer, on whatever replica, and costs nothing. An answer that cost nothing is not kept: " +
			"its repeat is a new try. The job goes on when the client leaves. The same key with anything else is 422. Choose a new random key for each upload.",
		"schema": object{"type": "string", "minLength": 1, "maxLength": 255},
	}
}

func processResponses() object {
	return object{
		"200": object{
			"description": "The validated report; with `stream=true` its progress and then the report as server-sent events",
			"headers": object{
				"X-Request-ID":    headerRef("X-Request-ID"),
				"X-Biom-Withheld": headerRef("X-Biom-Withheld"),
				"Idempotency-Replayed": object{
					"description": "`true` if this is the answer to an earlier request with the same Idempotency-Key",
					"schema":      object{"type": "string", "enum": []any{"true"}},
				},
			},
			"content": object{
				"application/json":  object{"schema": ref("StandardAPIResponse")},
				"text/event-stream": object{"schema": object{"type": "string", "description": streamDescription}},
			},
		},
		"400": failure("The file is empty, its extension is not supported, its content does not match its extension or is damaged, "+
			"the form is malformed (`FILE_VALIDATION_ERROR`), or the provider key cannot be one (`HTTP_ERROR`)", false),
		"408": failure("The upload came too slowly", false),
		"413": failure("The file is larger than the upload limit (`PAYLOAD_TOO_LARGE`)", false),
		"422": failure("No file, more than one, an option of the wrong kind, an Idempotency-Key that was used for something else, or a document that is no valid report or of an unsupported "+
			"major schema version (`REQUEST_VALIDATION_ERROR`). `error.details.errors` lists every fault as `path` and `message`", false),
		"429": failure("The quota, or the service's capacity for the day, is used up (`RATE_LIMIT_EXCEEDED`)", true),
		"500": failure("The report could not be read (`EXTRACTION_FAILED`), or a fault on our side (`INTERNAL_ERROR`)", false),
		"503": failure("Too much is waiting already, or a part of the service cannot be reached; nothing is charged", true),
		"504": failure("The extraction took longer than its limit (`EXTRACTION_TIMEOUT`)", false),
	}
}

const streamDescription = "Server-sent events, each with an `id`. Any number of `progress` events (`ProgressEvent`), " +
	"then exactly one `result` (`StandardAPIResponse`) or `error` (`ErrorEvent`). Stages come in the order accepted, queued, preparing, " +
	"extracting (again for each attempt), validating, and with `biompin=true` sharing; JSON passes accepted, validating and sharing. `progress` never goes down. " +
	"A comment line every 15 seconds keeps proxies awake. What is refused before the stream begins has its own status and a JSON body."
