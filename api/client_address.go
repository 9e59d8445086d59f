package api

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientAddress returns the address under which a public caller is counted.
// That is the peer's address, unless the peer is a trusted proxy. In that case
// X-Forwarded-For is read from its end, where trusted proxies have appended, up
// to the first address that is not a trusted proxy. Entries before that one are
// ignored, because any client may have written them. gin's ClientIP is not used:
// it also trusts X-Real-IP and every unix socket.
func clientAddress(r *http.Request, trusted []netip.Prefix) netip.Addr {
	addr := parseAddress(r.RemoteAddr)
	if len(trusted) == 0 {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for i := len(hops) - 1; i >= 0 && inAnyPrefix(addr, trusted); i-- {
		hop := parseAddress(strings.TrimSpace(hops[i]))
		if !hop.IsValid() {
			break // the proxy does not know its client, so the proxy itself is counted
		}
		addr = hop
	}
	return addr
}

// parseAddress parses an IP address with or without a port, because some proxies
// add the port. It returns the zero Addr if s is not an address; all such
// callers share one subject.
func parseAddress(s string) netip.Addr {
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return ap.Addr().Unmap()
	}
	a, _ := netip.ParseAddr(s) // on an error it is the zero Addr
	return a.Unmap()
}

// inAnyPrefix reports whether one of the prefixes contains a.
func inAnyPrefix(a netip.Addr, prefixes []netip.Prefix) bool {
	for _, p := range prefixes {
		if p.Contains(a.WithZone("")) {
			return true
		}
	}
	return false
}
