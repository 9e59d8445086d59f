package web

import (
	"bytes"
	"net/http"
	"regexp"
	"sync"

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

// addressed is a content with the address of this server in its samples. It keeps what
// clients are shown, so that a page is not hashed and compressed for each request.
type addressed struct {
	template []byte // has docs.Address

	mu       sync.Mutex
	contents map[string]content // address → what a client is shown; at most maxAddresses
}

// maxAddresses bounds what clients can make a server keep by inventing addresses: a server has
// only a few.
const maxAddresses = 4

// at returns the content with an address.
func (a *addressed) at(address string) content {
	a.mu.Lock()
	defer a.mu.Unlock()
	c, kept := a.contents[address]
	if !kept {
		if len(a.contents) == maxAddresses {
			clear(a.contents)
		}
		c = newContent(bytes.ReplaceAll(a.template, []byte(docs.Address), []byte(address)))
		a.contents[address] = c
	}
	return c
}
