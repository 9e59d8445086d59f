package api

import "biom/shared/endpoint"

// The headers of this front end beside those of every endpoint.
const (
	headerProviderKey = "X-Provider-Api-Key"
	headerWithheld    = "X-Biom-Withheld"      // fields whose values were doubtful
	headerReplayed    = "Idempotency-Replayed" // the answer is that to an earlier request
	headerKeyStatus   = "X-Api-Key-Status"     // of a service key that is of no use: invalid, unknown
)

// preflight serves OPTIONS of each route.
func preflight(methods string) handler {
	return func(c *call) error {
		endpoint.Preflight(c.Writer, methods)
		return nil
	}
}
