package api

import (
	"net/http"
	"strings"

	"biom/shared/problem"
)

// maxProviderKey is far more than any provider's keys have.
const maxProviderKey = 512

// providerKey reads the caller's own provider key, "" when there is none. A
// key that cannot be one is refused instead of ignored: falling back to the
// deployment's credentials is what its owner did not want. It is never echoed.
func providerKey(h http.Header) (string, error) {
	values := h[headerProviderKey]
	if len(values) == 0 {
		return "", nil
	}
	key := strings.TrimSpace(values[0])
	if len(values) > 1 || key == "" || len(key) > maxProviderKey || !printable(key) {
		return "", problem.New(http.StatusBadRequest, problem.HTTP,
			"The header X-Provider-API-Key must be given once and hold 1 to %d printable ASCII characters, or be left out.", maxProviderKey)
	}
	return key, nil
}

func printable(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
