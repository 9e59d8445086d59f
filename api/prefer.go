package api

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// preference is what a request asks for in the header Prefer (RFC 7240).
type preference struct {
	async bool          // respond-async: the client comes back for the outcome
	wait  time.Duration // how long it waits nevertheless; 0: not at all
}

// maxWait is the longest time for which a client may ask to wait for the end of a request.
const maxWait = time.Minute

// preferences reads the header Prefer. What it does not know, or cannot read, it ignores, as the
// RFC says.
func preferences(h http.Header) (p preference) {
	for _, line := range h.Values("Prefer") {
		for item := range strings.SplitSeq(line, ",") {
			item, _, _ = strings.Cut(item, ";") // parameters
			name, value, _ := strings.Cut(item, "=")
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "respond-async":
				p.async = true
			case "wait":
				if n, err := strconv.Atoi(strings.Trim(strings.TrimSpace(value), `"`)); err == nil && n >= 0 {
					p.wait = min(time.Duration(n)*time.Second, maxWait)
				}
			}
		}
	}
	return p
}

// applied returns the value of the response header Preference-Applied.
func (p preference) applied() string {
	if p.wait > 0 {
		return "respond-async, wait=" + strconv.Itoa(int(p.wait/time.Second))
	}
	return "respond-async"
}
