package endpoint

import "net/http"

// RequestID is the header that holds the request's ID.
const RequestID = "X-Request-ID"

// canonicalRequestID is RequestID as a key of [http.Header].
const canonicalRequestID = "X-Request-Id"

// Values of the headers of every response. All responses share these slices. They
// have no spare capacity, so that appending to one makes a copy.
var (
	noSniff     = []string{"nosniff"}
	noStore     = []string{"no-store"}
	anyOrigin   = []string{"*"} // safe, because the API uses no cookies
	exposed     = []string{"Retry-After, X-Request-ID, X-Biom-Withheld, X-Biom-Ignored, X-API-Key-Status, Idempotency-Replayed, Location, Preference-Applied, ETag"}
	contentJSON = []string{"application/json"}
)

// SetHeaders sets the headers of every response.
func SetHeaders(h http.Header, requestID string) {
	h[canonicalRequestID] = []string{requestID}
	h["X-Content-Type-Options"] = noSniff
	h["Cache-Control"] = noStore
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["Access-Control-Expose-Headers"] = exposed
}

// JSON sets the content type to JSON.
func JSON(h http.Header) { h["Content-Type"] = contentJSON }
