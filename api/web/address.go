package web

import (
	"bytes"
	"net/http"
	"regexp"

	"biom/api/web/docs"
)

// host matches a host with or without a port, as clients write it: a name, an IPv4
// address, or an IPv6 address in brackets. Nothing in it needs to be escaped.
var host = regexp.MustCompile(`^(?:[A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,252})|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$`)

// address returns the address under which a client has reached this server. It is shown
// to that client alone. Behind a proxy that ends TLS the scheme comes from a header, which
// any client may send: it changes nothing but what that client is shown.
func address(r *http.Request) string {
	if !host.MatchString(r.Host) {
		return docs.DefaultAddress
	}
	if r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https" {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// withAddress returns the resource as a client is shown it, with the address of this
// server in its samples.
func (p *resource) withAddress(r *http.Request) *resource {
	if !p.hasAddress {
		return p
	}
	own := newResource(p.typ, p.cache, bytes.ReplaceAll(p.body, []byte(docs.Address), []byte(address(r))))
	own.notFound = p.notFound
	return own
}
