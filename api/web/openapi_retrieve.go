package web

import (
	"biom/shared/biometry"
	"biom/shared/problem"
)

const badQuery = "The query is not valid; details.errors lists every fault."

func retrieveOperation() object {
	return object{
		"operationId": "retrieveShare",
		"tags":        []any{"Shares"},
		"summary":     "Retrieve a shared response",
		"description": "A share code is two words and a secret of six digits. It opens for 31 days, if the deployment does not say otherwise, " +
			"any number of times, until three wrong secrets were tried: then the share is destroyed. Costs 1 credit of `retrieve`, before anything is looked up and " +
			"whatever comes of it; a code of the wrong shape costs nothing and is no attempt.",
		"security": optionalKey(),
		"parameters": []any{object{
			"name": "biom_pin", "in": "query", "required": true,
			"description": "The full share code, in any letter case, given once",
			"schema":      object{"type": "string", "pattern": "^[A-Za-z]{1,32}-[A-Za-z]{1,32}-[0-9]{6}$"},
			"example":     examplePin,
		}},
		"responses": withKeyStatus(retrieveResponses(), "200", "404", "429", "500", "503"),
	}
}

func retrieveResponses() object {
	return object{
		"200": jsonResponse("The response as it was shared, under a request ID of its own; `biompin` is the original one", "StandardAPIResponse",
			example{"A shared report", exampleShared()}),
		"400": failure(400, "`biom_pin` is no share code, or the query string is malformed (`HTTP_ERROR`)",
			newError("No share code", problem.HTTP, "biom_pin is no share code: two words and six digits, word-word-123456.")),
		"404": failure(404, "Unknown, expired, destroyed, or wrong digits: one answer for all (`NOT_FOUND`)",
			newError("Nothing shared", problem.NotFound, "Nothing is shared under this code: it may be mistyped, expired, or destroyed by wrong attempts.")),
		"422": failure(422, "`biom_pin` is missing or repeated (`REQUEST_VALIDATION_ERROR`)",
			invalid("Missing code", badQuery, biometry.Faults{{Path: "biom_pin", Message: "is missing: send the share code, word-word-123456"}})),
		"429": failure(429, "The quota of `retrieve` is used up (`RATE_LIMIT_EXCEEDED`)",
			newError("Quota used up", problem.RateLimitExceeded, usedUp).with("bucket", "retrieve")),
		"500": failure(500, "A fault on our side (`INTERNAL_ERROR`)", internalError()),
		"503": failure(503, "Too many codes are being opened at once, or the database does not answer (`INTERNAL_ERROR`). Nothing is charged if the code was not tried yet; the message says so",
			newError("Many codes", problem.Internal, "Too many share codes are being opened at once. Nothing was charged. Try again shortly."), restarting()),
	}
}
