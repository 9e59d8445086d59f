package web

import "biom/shared/biometry"

func info() object {
	return object{
		"title":       "biom",
		"version":     Version,
		"summary":     "Turns optical-biometer reports into validated biometry of both eyes",
		"description": description,
		"license":     object{"name": "Apache-2.0", "identifier": "Apache-2.0"},
	}
}

const description = "Upload a report as PDF, JPG, PNG, GIF or BMP to have it read, or as JSON to have it validated. " +
	"A missing value is null and means neither zero nor normal. [Documentation](/docs/)\n\n" +

	"**Keys.** Everybody may call. A service key selects its user's quotas and gives no access; one that is of no use is not refused " +
	"but told of in `X-API-Key-Status`. Feedback, export, status and health take no key. A key of your own at the provider goes into " +
	"`X-Provider-API-Key`.\n\n" +

	"**Quotas.** Credits of 24 sliding hours, counted for the user of a valid service key, else for the caller's address. " +
	"`/api/v1/biom/usage` tells how many are left, a 429 when there will be enough. Usage, status, health, export and feedback have no limit.\n\n" +

	"**Errors** have one body (`ErrorBody`) with a stable `code`. 429 and 503 have `Retry-After`, in whole seconds. " +
	"A path that is none of these is 404 `NOT_FOUND`, and another method on one of them is 405 `HTTP_ERROR`, with `Allow`. " +
	"What the HTTP server itself refuses before a route is reached has a body of plain text and no request ID: " +
	"400 for a malformed request, 431 for headers that are too large, 501 for an unknown transfer encoding.\n\n" +

	"**Every response** has `X-Request-ID`, equal to the request ID in its body, and but for this description `Cache-Control: no-store`. " +
	"Pages on other sites may call: `OPTIONS` answers their preflight on every path, and what can be got can be asked for its head.\n\n" +

	"**Versions.** The schema of reports is " + biometry.SchemaVersion + "; documents of any 1.x.y are taken. " +
	"New members may be added to responses with a minor version: ignore those you do not know."
