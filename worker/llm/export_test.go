package llm

import (
	"crypto/tls"
	"net/http"
)

// FaultOf reads a response as the transport does.
var FaultOf = faultOf

// HTTPS is the client of one adapter that trusts a test's server.
func HTTPS(cfg *tls.Config) *http.Client {
	h := newHTTP(0)
	h.Transport.(transport).base.TLSClientConfig = cfg
	return h
}

// HTTP is the client of one adapter.
func HTTP() *http.Client { return newHTTP(0) }
