package web

func processOperation() object {
	return object{
		"operationId": "processReport",
		"tags":        []any{"Reports"},
		"summary":     "Read or validate one report",
		"description": processDescription,
		"security":    optionalKey(),
		"parameters": []any{providerKeyHeader("Your own key of the provider, for PDF and images. It is used instead of the service's credentials, " +
			"counts in `biomai_byok`, and nothing else is tried if it fails. Ignored for JSON."), idempotencyKeyHeader(), preferHeader()},
		"requestBody": object{
			"required": true,
			"content": object{"multipart/form-data": object{
				"schema":   ref("ProcessForm"),
				"encoding": object{"file": object{"contentType": "application/octet-stream"}},
			}},
			"description": "One file and the options" + encodings,
		},
		"responses": processResponses(),
	}
}

const processDescription = "The extension of the file chooses the engine. PDF and images are read by a language model or the local reader " +
	"and cost 1 credit of `biomai` (0.5 with `service_tier=slow`), or of `biomai_byok` with a provider key of your own. " +
	"JSON is validated and normalised and costs 1 credit of `biomjson` if it is valid. " +
	"A charge is taken back if no provider call was started.\n\n" +
	"Patients' names are reduced to initials, and posterior powers are stored positive. A new JSON document counts as direct entry; of a saved response " +
	"the model, the timestamp and the source are kept, and versions and request ID are new.\n\n" +
	"    curl -F file=@report.pdf http://localhost:8080/api/v1/biom/process\n" +
	"    curl -N -F stream=true -F biompin=true -F file=@report.pdf http://localhost:8080/api/v1/biom/process"

func idempotencyKeyHeader() object {
	return object{
		"name": "Idempotency-Key", "in": "header", "required": false,
		"description": "Makes the request safe to send again, for 24 hours: a repeat with the same key, file and options by the same caller " +
			"waits for the first one's job, or gets its answer, on whatever replica, and costs nothing. An answer that cost nothing is not kept: " +
			"its repeat is a new try. The job goes on when the client leaves. The same key with anything else is 422. Choose a new random key for each upload.",
		"schema": object{"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"},
	}
}

func processResponses() object {
	all := processRefusals()
	all["200"], all["202"] = processSuccess(), acceptedJob()
	replayed := []string{"200", "500", "503", "504"} // responses that may have been charged are stored for repeats
	withHeader(all, "Idempotency-Replayed", headerRef("Idempotency-Replayed"), replayed...)
	withHeader(all, "Location", jobLocation(false), replayed...)
	withHeader(all, "Preference-Applied", preferenceApplied(false), replayed...)
	withHeader(all, "X-Biom-Withheld", headerRef("X-Biom-Withheld"), "200")
	withHeader(all, "X-Biom-Ignored", headerRef("X-Biom-Ignored"), "200")
	withHeader(all, "Retry-After", object{
		"description": "Only when the provider said when it can be asked again, and not on a repeat", "schema": object{"type": "integer", "minimum": 1},
	}, "500")
	return withKeyStatus(all, append(replayed, "400", "422", "429")...)
}

// acceptedJob describes the response to a client that does not wait.
func acceptedJob() object {
	r := jobResponse("With `Prefer: respond-async`: the report was accepted and is read as a job")
	h := r["headers"].(object)
	h["Location"], h["Preference-Applied"] = jobLocation(true), preferenceApplied(true)
	h["ETag"] = entityTag("Changes with the job. It is left out if the job cannot be read at the moment", false)
	return r
}

func preferenceApplied(required bool) object {
	return object{"description": "What of `Prefer` was done", "required": required, "schema": object{"type": "string"}, "example": "respond-async"}
}

func processSuccess() object {
	r := jsonResponse("The validated report; with `stream=true` its progress and then the report as server-sent events", "StandardAPIResponse",
		example{"A PDF that was read", exampleRead()},
		example{"A JSON document that was validated", exampleDirect()},
		example{"A PDF that was read and shared", exampleShared()})
	r["content"].(object)["text/event-stream"] = eventStream()
	return r
}
