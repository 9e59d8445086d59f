package web

import (
	"biom/shared/biometry"
	"biom/shared/problem"
)

const (
	badForm     = "The form is not valid; details.errors lists every fault."
	badDocument = "The document is no valid biometry report; details.errors lists every fault."
	badProvider = "The header X-Provider-API-Key must be given once and hold 1 to 512 printable ASCII characters, or be left out."
	usedUp      = "Your quota for this kind of request is used up. Credits come back 24 hours after they were used; " +
		"Retry-After says when there is enough for this request."
)

func processRefusals() object {
	return object{
		"400": fileRefused(),
		"408": tooSlow("The upload came too slowly and was given up."),
		"413": failure(413, "The file is larger than the upload limit (`PAYLOAD_TOO_LARGE`)",
			newError("Large file", problem.PayloadTooLarge, "The file is larger than 15728640 bytes, the most that is taken.")),
		"415": notDecodable(),
		"422": formRefused(),
		"429": failure(429, "The quota, or the service's capacity for the day, is used up (`RATE_LIMIT_EXCEEDED`)",
			newError("Quota used up", problem.RateLimitExceeded, usedUp).with("bucket", "biomai"),
			newError("Capacity of the service used up", problem.RateLimitExceeded, "The service has reached its capacity for today; an extraction with "+
				"your own provider key is not affected. Credits come back 24 hours after they were used; Retry-After says when there is enough for this request.").
				with("bucket", "capacity")),
		"500": extractionFailed(),
		"503": failure(503, "Too much is waiting already, or a part of the service cannot be reached (`INTERNAL_ERROR`); nothing is charged",
			newError("Many reports waiting", problem.Internal, "More reports are waiting than can be read in time. Nothing was charged; try again later."), restarting()),
		"504": failure(504, "The extraction took longer than its limit (`EXTRACTION_TIMEOUT`): 30 seconds, or 10 minutes with `service_tier=slow`, "+
			"if the deployment does not say otherwise",
			newError("Time limit", problem.ExtractionTimeout, "The extraction took longer than its limit of 30s and was cancelled.")),
	}
}

func fileRefused() object {
	return failure(400, "The file is empty, its extension is not supported, its content does not match its extension, is damaged or locked, "+
		"the form is malformed or no complete gzip (`FILE_VALIDATION_ERROR`), or the provider key cannot be one (`HTTP_ERROR`)",
		newError("Empty file", problem.FileValidation, "The file is empty."),
		newError("Unsupported extension", problem.FileValidation, "The file's extension is not supported: send PDF, JPG, PNG, GIF, BMP or JSON."),
		newError("Content of another kind", problem.FileValidation, "The file's content does not match its extension: it is named .pdf, but it looks like image/png."),
		newError("A JSON file that is not JSON", problem.FileValidation, "The file cannot be used: the file ends in the middle of its JSON value (at byte 1034)."),
		newError("Password", problem.FileValidation, "The PDF is protected by a password. Save it without one and send it again.").with("reason", "password_protected"),
		newError("Unusable provider key", problem.HTTP, badProvider))
}

// Documents with faults. The faults in the examples are those that the decoder of
// uploads finds in these documents.
const (
	exampleImpossible = `{"data": {"biometer": {"device_name": "Argos", "manufacturer": "Alcon"}, "patient": {},
		"right_eye": {"AL": 235, "CCT": 545.5, "K1_magnitude": 43.1}, "left_eye": {}}}`
	exampleMisplaced = `{"data": {"biometer": {"device_name": "Argos", "manufacturer": "Alcon"}, "patient": {}, "right_eye": {}, "left_eye": {}, "metadata": {}}}`
	exampleFuture    = `{"data": {"biometer": {"device_name": "Argos", "manufacturer": "Alcon"}, "patient": {}, "right_eye": {}, "left_eye": {}},
		"metadata": {"schema_version": "2.0.0"}}`
)

func formRefused() object {
	return failure(422, "No file, more than one, an option of the wrong kind, an Idempotency-Key that cannot be one or was used for something else, "+
		"or a document that is no valid report or of an unsupported major schema version (`REQUEST_VALIDATION_ERROR`). "+
		"`error.details.errors` lists every fault as `path` and `message`",
		invalid("No file", badForm, biometry.Faults{{Path: "file", Message: "is missing: send the report as a file with a name"}}),
		invalid("File under another name", badForm, biometry.Faults{{Path: "file", Message: "there is no part `file`; the form has `document`"}}),
		invalid("Impossible values", badDocument, faultsOf(exampleImpossible)),
		invalid("Members in the wrong place", badDocument, faultsOf(exampleMisplaced)),
		invalid("Unsupported schema version", badDocument, faultsOf(exampleFuture)),
		invalid("Idempotency-Key used before", "This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new request.",
			biometry.Faults{{Path: "Idempotency-Key", Message: "was used for other content"}}))
}

func extractionFailed() object {
	return failure(500, "The report could not be read (`EXTRACTION_FAILED`; `error.details.reason` says why), or a fault on our side (`INTERNAL_ERROR`)",
		newError("No biometry in the document", problem.ExtractionFailed, "No biometry was found in the document. "+
			"Check that it is a biometer's report and that it is sharp and upright.").with("reason", "no_biometry_found"),
		newError("Provider key rejected", problem.ExtractionFailed, "The provider does not accept the key in X-Provider-API-Key. Check that it is whole, in force, "+
			"and a key of the provider that this deployment sends callers' documents to.").with("reason", "provider_key_rejected"),
		internalError())
}
