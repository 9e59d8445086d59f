package api

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientAddress is whom a public caller is counted as: the peer, unless that
// is a trusted proxy. Then X-Forwarded-For is read from its end, where our own
// proxies wrote, up to the first address that is not one of theirs. What
// stands before that anybody may have written. gin's own reading trusts every
// unix socket and X-Real-IP too.
func clientAddress(r *http.Request, trusted []netip.Prefix) netip.Addr {
	addr := address(r.RemoteAddr)
	if len(trusted) == 0 {
		return addr
	}
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for i := len(hops) - 1; i >= 0 && within(addr, trusted); i-- {
		hop := address(strings.TrimSpace(hops[i]))
		if !hop.IsValid() {
			break // a proxy that does not know: it counts itself
		}
		addr = hop
	}
	return addr
}

// address reads an address with or without port; some proxies write one.
func address(s string) netip.Addr {
	if ap, err := netip.ParseAddrPort(s); err == nil {
		return ap.Addr().Unmap()
	}
	a, _ := netip.ParseAddr(s) // the zero Addr is "invalid IP", one bucket for all of them
	return a.Unmap()
}

func within(a netip.Addr, prefixes []netip.Prefix) bool {
	for _, p := range prefixes {
		if p.Contains(a.WithZone("")) {
			return true
		}
	}
	return false
}
