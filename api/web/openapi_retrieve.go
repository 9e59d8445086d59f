package web

func retrieveOperation() object {
	return object{
		"operationId": "retrieveShare",
		"tags":        []any{"Shares"},
		"summary":     "Retrieve a shared response",
		"description": "A share code is two words and a secret of six digits. It opens for 31 days, any number of times, until three wrong " +
			"secrets were tried: then the share is destroyed. Costs 1 credit of `retrieve`, before anything is looked up and " +
			"whatever comes of it; a code of the wrong shape costs nothing and is no attempt.",
		"security": optionalKey(),
		"parameters": []any{object{
			"name": "biom_pin", "in": "query", "required": true,
			"description": "The full share code, in any letter case, given once",
			"schema":      object{"type": "string", "pattern": "^[A-Za-z]{1,32}-[A-Za-z]{1,32}-[0-9]{6}$"},
			"example":     "abandon-ability-123456",
		}},
		"responses": keyed(object{
			"200": answer("The response as it was shared, under a request ID of its own; `biompin` is the original one", "StandardAPIResponse"),
			"400": failure("`biom_pin` is no share code, or the query string is malformed (`HTTP_ERROR`)", false),
			"404": failure("Unknown, expired, destroyed, or wrong digits: one answer for all (`NOT_FOUND`)", false),
			"422": failure("`biom_pin` is missing or repeated (`REQUEST_VALIDATION_ERROR`)", false),
			"429": failure("The quota of `retrieve` is used up (`RATE_LIMIT_EXCEEDED`)", true),
			"500": failure("A fault on our side", false),
			"503": failure("Too many codes are being opened at once, or the database does not answer", true),
		}),
	}
}
