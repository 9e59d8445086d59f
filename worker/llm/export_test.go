package llm

import (
	"crypto/tls"
	"net/http"
)

// FaultOf gives the tests access to faultOf.
var FaultOf = faultOf

// HTTPS returns the client of one adapter with the TLS configuration of a test.
func HTTPS(cfg *tls.Config) *http.Client {
	h := newHTTP(0)
	h.Transport.(transport).base.TLSClientConfig = cfg
	return h
}

// HTTP returns the client of one adapter.
func HTTP() *http.Client { return newHTTP(0) }
