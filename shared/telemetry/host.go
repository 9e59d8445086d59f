package telemetry

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// hostCheck refuses requests with a foreign host in their Host header. Without it, a
// page of another site in an operator's browser could read the metrics and profiles:
// the site lets its own name resolve to the address of the listener (DNS rebinding),
// and its name is then in the header. An IP address cannot be made to resolve to
// another one, so every address is allowed.
type hostCheck struct {
	names []string // names that are allowed beside localhost, in lower case
	next  http.Handler
}

// newHostCheck allows the host of the listen address and the names.
func newHostCheck(addr string, names []string, next http.Handler) hostCheck {
	names = append([]string{hostname(addr)}, names...)
	for i, n := range names {
		names[i] = strings.ToLower(strings.TrimSpace(n))
	}
	return hostCheck{names, next}
}

func (c hostCheck) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !c.allows(hostname(r.Host)) {
		http.Error(w, "the Host header names no host of this listener; use an IP address, or add the name to BIOM_ADMIN_HOSTS",
			http.StatusMisdirectedRequest)
		return
	}
	c.next.ServeHTTP(w, r)
}

// allows reports whether a request for a host is served. Only HTTP/1.0, which no
// browser speaks, leaves the host out.
func (c hostCheck) allows(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	_, err := netip.ParseAddr(host)
	return err == nil || host == "" || host == "localhost" || slices.Contains(c.names, host)
}

// hostname returns the host of an address with or without a port.
func hostname(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.TrimSuffix(strings.TrimPrefix(address, "["), "]")
}
