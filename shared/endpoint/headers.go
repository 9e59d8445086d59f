package endpoint

import "net/http"

// RequestID is the header of the request's ID.
const RequestID = "X-Request-ID"

// canonicalRequestID is how [http.Header] has it.
const canonicalRequestID = "X-Request-Id"

// What goes on every answer. The slices are shared by all of them and have no
// room to be appended to.
var (
	noSniff     = []string{"nosniff"}
	noStore     = []string{"no-store"}
	anyOrigin   = []string{"*"} // no cookies exist, so nothing is given away
	exposed     = []string{"Retry-After, X-Request-ID, X-Biom-Withheld, X-API-Key-Status, Idempotency-Replayed"}
	contentJSON = []string{"application/json"}
)

// Begin sets the headers of every answer.
func Begin(h http.Header, requestID string) {
	h[canonicalRequestID] = []string{requestID}
	h["X-Content-Type-Options"] = noSniff
	h["Cache-Control"] = noStore
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["Access-Control-Expose-Headers"] = exposed
}

// JSON says that the answer is JSON.
func JSON(h http.Header) { h["Content-Type"] = contentJSON }
