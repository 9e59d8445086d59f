package api

import "net/http"

// The headers of the API beside those of HTTP itself.
const (
	headerRequestID   = "X-Request-Id" // canonical form of X-Request-ID
	headerProviderKey = "X-Provider-Api-Key"
	headerWithheld    = "X-Biom-Withheld"      // fields whose values were doubtful
	headerReplayed    = "Idempotency-Replayed" // the answer is that to an earlier request
	headerKeyStatus   = "X-Api-Key-Status"     // of a service key that is of no use: invalid, unknown
)

// What goes on every answer. The slices are shared by all of them and have no
// room to be appended to.
var (
	noSniff     = []string{"nosniff"}
	noStore     = []string{"no-store"}
	anyOrigin   = []string{"*"} // no cookies exist, so nothing is given away
	exposed     = []string{"Retry-After, X-Request-ID, X-Biom-Withheld, X-API-Key-Status, Idempotency-Replayed"}
	contentJSON = []string{"application/json"}
)

func setCommon(h http.Header, id string) {
	h[headerRequestID] = []string{id}
	h["X-Content-Type-Options"] = noSniff
	h["Cache-Control"] = noStore
	h["Access-Control-Allow-Origin"] = anyOrigin
	h["Access-Control-Expose-Headers"] = exposed
}

// preflight serves OPTIONS of each route.
func preflight(methods string) handler {
	return func(c *call) error {
		h := c.Writer.Header()
		h.Set("Allow", methods)
		h.Set("Access-Control-Allow-Methods", methods)
		h.Set("Access-Control-Allow-Headers", "Authorization, X-Provider-API-Key, Content-Type, Idempotency-Key")
		h.Set("Access-Control-Max-Age", "86400")
		c.Status(http.StatusNoContent)
		return nil
	}
}
