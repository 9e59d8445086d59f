package endpoint

import (
	"net/http"
	"strings"

	"biom/shared/problem"
)

// ExportPath is the route of exports. The exporter serves it, and so does the
// api, which forwards requests to an exporter in another process.
const ExportPath = "/api/v1/biom/export"

// allowedHeaders are the headers that browsers may send to every route.
const allowedHeaders = "Authorization, X-Provider-API-Key, Content-Type, Content-Encoding, Idempotency-Key, Prefer, If-None-Match, Last-Event-ID"

// Preflight answers OPTIONS of a route, which browsers on other sites send
// first. headers are further headers that the route takes.
func Preflight(w http.ResponseWriter, methods string, headers ...string) {
	h := w.Header()
	h.Set("Allow", methods)
	h.Set("Access-Control-Allow-Methods", methods)
	h.Set("Access-Control-Allow-Headers", strings.Join(append([]string{allowedHeaders}, headers...), ", "))
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
}

// MethodNotAllowed refuses a request whose route does not take its method. The
// methods that the route takes stand in the response's Allow header.
func MethodNotAllowed(w http.ResponseWriter) error {
	return problem.New(http.StatusMethodNotAllowed, problem.HTTP,
		"This route does not take this method; it takes %s.", w.Header().Get("Allow"))
}
