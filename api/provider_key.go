package api

import (
	"net/http"
	"strings"

	"biom/shared/problem"
)

// maxProviderKey is the length limit of a provider key in bytes. It is far above
// the length of any provider's keys.
const maxProviderKey = 512

// providerKey returns the caller's own provider key, "" if the header is absent.
// A malformed key is refused, not ignored: a request of a caller who wants to use
// its own key must never fall back to the deployment's keys. The key must
// never be echoed or logged.
func providerKey(h http.Header) (string, error) {
	values := h[headerProviderKey]
	if len(values) == 0 {
		return "", nil
	}
	key := strings.TrimSpace(values[0])
	if len(values) > 1 || key == "" || len(key) > maxProviderKey || !isPrintableASCII(key) {
		return "", problem.New(http.StatusBadRequest, problem.HTTP,
			"The header X-Provider-API-Key must be given once and hold 1 to %d printable ASCII characters, or be left out.", maxProviderKey)
	}
	return key, nil
}

// isPrintableASCII reports whether s consists of printable ASCII characters
// without spaces.
func isPrintableASCII(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
