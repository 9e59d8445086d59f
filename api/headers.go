package api

// The headers of this front end, in addition to those of every endpoint.
const (
	headerProviderKey = "X-Provider-Api-Key"
	headerWithheld    = "X-Biom-Withheld"      // the paths of the withheld fields
	headerIgnored     = "X-Biom-Ignored"       // the paths of members that look like measurements in the wrong place
	headerReplayed    = "Idempotency-Replayed" // "true": the response is that of an earlier request
	headerKeyStatus   = "X-Api-Key-Status"     // why the service key was not used: invalid, unknown
)
