package llm

import (
	"biom/shared/problem"
	"biom/worker/provider"
)

// messages say what was wrong and what the caller or the operator can do, for a call
// with the caller's key and for one with a key of the deployment. reason → messages
var messages = map[string]struct{ callerKey, serverKey string }{
	provider.ReasonKeyRejected: {
		"The provider does not accept the key in X-Provider-API-Key. Check that it is whole, in force, and a key of the provider that this deployment sends callers' documents to.",
		"The provider does not accept this deployment's key, so the report was not read. Its operator has to replace the key.",
	},
	provider.ReasonRateLimited: {
		"The limit of your key at the provider is reached. Try again later, or have the provider raise it.",
		"The limits of this deployment's keys at the provider are reached. Try again later.",
	},
	provider.ReasonUnavailable: {
		"The provider could not be reached or failed, so the report was not read. Try again later.",
		"The provider could not be reached or failed, so the report was not read. Try again later.",
	},
	provider.ReasonRefused: {
		"The model declined to read this document. Check that it is a biometer's report and shows nothing else.",
		"The model declined to read this document. Check that it is a biometer's report and shows nothing else.",
	},
	provider.ReasonInvalidOutput: {
		"The model's answer was far too long to be a report's values, so none is returned. Check that the file is a single legible biometry report.",
		"The model's answer was far too long to be a report's values, so none is returned. Check that the file is a single legible biometry report.",
	},
}

// problemOf returns what the caller is told about a fault: 500 EXTRACTION_FAILED.
func problemOf(f *Fault, keys keySource) *problem.Problem {
	m := messages[f.Reason]
	message := m.serverKey
	if keys.ownedByCaller() {
		message = m.callerKey
	}
	return provider.Failed(f.Reason, message).Retry(f.Retry).Because(f)
}
