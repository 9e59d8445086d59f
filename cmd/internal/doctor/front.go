package doctor

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"
)

// Listener is where a role listens for callers.
type Listener struct {
	Address           string // host:port
	CertFile, KeyFile string
	TrustedProxies    []netip.Prefix
	Addresses         func() ([]netip.Addr, error) // of this machine; nil: its interfaces'
	Now               func() time.Time
}

// Listener checks the public listener.
func (r *Report) Listener(l Listener) {
	if l.CertFile != "" || l.KeyFile != "" {
		r.certificate(l)
		return
	}
	if reached, err := reachable(l.Address, l.Addresses); err != nil {
		r.Problem("Public listener", "Write BIOM_LISTEN as host:port.", "%v", err)
	} else if reached != "" {
		r.Warn("Public listener", "Put a proxy that ends TLS before it and listen on a private address, or set BIOM_TLS_CERT and BIOM_TLS_KEY.", "%s is HTTP without TLS on %s, an address of the internet", l.Address, reached)
	} else {
		r.OK("Public listener", "%s, not on an address of the internet", l.Address)
	}
}

// Networks with a shorter prefix are too large to hold proxies alone.
const wideIPv4, wideIPv6 = 8, 32

// Proxies checks the networks whose X-Forwarded-For counts.
func (r *Report) Proxies(l Listener) {
	for _, p := range l.TrustedProxies {
		bits := wideIPv6
		if p.Addr().Is4() {
			bits = wideIPv4
		}
		switch {
		case p.Bits() == 0:
			r.Problem("Trusted proxies", "Name the network of the proxies alone.", "%s trusts everybody: a caller gets a new quota with each address that it writes into X-Forwarded-For", p)
			return
		case p.Bits() < bits:
			r.Warn("Trusted proxies", "Name the network of the proxies alone.", "%s is a large network: whoever is in it gets a new quota with each address in X-Forwarded-For", p)
			return
		}
	}
	host, _, _ := net.SplitHostPort(l.Address) // Listener reports what is wrong with it
	switch {
	case len(l.TrustedProxies) > 0:
		r.OK("Trusted proxies", "%s", strings.Trim(fmt.Sprint(l.TrustedProxies), "[]"))
	case l.CertFile == "" && !loopback(host):
		r.Warn("Trusted proxies", "Name the network of the proxy in BIOM_TRUSTED_PROXIES, if there is one.", "none: behind a proxy all callers share its quota")
	default:
		r.OK("Trusted proxies", "none: X-Forwarded-For does not count")
	}
}

// certificateWarning is how long before its end a certificate should be replaced.
const certificateWarning = 14 * 24 * time.Hour

func (r *Report) certificate(l Listener) {
	const remedy = "Correct BIOM_TLS_CERT and BIOM_TLS_KEY."
	pair, err := tls.LoadX509KeyPair(l.CertFile, l.KeyFile)
	if err != nil {
		r.Problem("Certificate", remedy, "%v", err)
		return
	}
	left := pair.Leaf.NotAfter.Sub(l.Now())
	end := pair.Leaf.NotAfter.UTC().Format(time.DateOnly)
	switch {
	case left <= 0 || l.Now().Before(pair.Leaf.NotBefore):
		r.Problem("Certificate", "Get a new one.", "it is valid from %s to %s", pair.Leaf.NotBefore.UTC().Format(time.DateOnly), end)
	case left < certificateWarning:
		r.Warn("Certificate", "Get a new one.", "it ends on %s", end)
	default:
		r.OK("Certificate", "valid until %s", end)
	}
}

// Admin checks the address of the admin listener. addresses returns those of this machine; nil: its
// interfaces'.
func (r *Report) Admin(address string, addresses func() ([]netip.Addr, error)) {
	if address == "" {
		r.OK("Admin listener", "none: nobody sees /readyz and /metrics")
		return
	}
	reached, err := reachable(address, addresses)
	switch {
	case err != nil:
		r.Problem("Admin listener", "Write BIOM_ADMIN_LISTEN as host:port.", "%v", err)
	case reached != "":
		r.Problem("Admin listener", "Set BIOM_ADMIN_LISTEN to a private address: it shows profiles of the memory.", "%s listens on %s, an address of the internet", address, reached)
	default:
		r.OK("Admin listener", "%s, not on an address of the internet", address)
	}
}

// reachable returns an address of the internet on which a listener at address listens; "": none.
func reachable(address string, addresses func() ([]netip.Addr, error)) (string, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	listened, err := listened(host, addresses)
	for _, a := range listened {
		if a = a.Unmap(); a.IsGlobalUnicast() && !a.IsPrivate() {
			return a.String(), err
		}
	}
	return "", err
}

// listened returns the addresses behind a listener's host.
func listened(host string, addresses func() ([]netip.Addr, error)) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil && !a.IsUnspecified() {
		return []netip.Addr{a}, nil
	} else if err != nil && host != "" { // a name
		var named []netip.Addr
		ips, err := net.LookupIP(host)
		for _, ip := range ips {
			if a, ok := netip.AddrFromSlice(ip); ok {
				named = append(named, a)
			}
		}
		return named, err
	}
	if addresses == nil {
		addresses = interfaceAddresses
	}
	return addresses()
}

func interfaceAddresses() (all []netip.Addr, err error) {
	found, err := net.InterfaceAddrs()
	for _, f := range found {
		if p, err := netip.ParsePrefix(f.String()); err == nil {
			all = append(all, p.Addr())
		}
	}
	return all, err
}

func loopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.IsLoopback()
}
