package api_test

import (
	"net/http"
	"slices"
	"testing"

	"biom/api/web"
	"biom/api/web/openapitest"
)

// TestEveryRouteIsDescribed: the document has the routes of the API, and no
// others. Pages are for people.
func TestEveryRouteIsDescribed(t *testing.T) {
	t.Parallel()
	doc, err := openapitest.Document()
	if err != nil {
		t.Fatal(err)
	}
	described := map[string]bool{} // method and path → it is a route too
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			described[method+" "+path] = false
		}
	}
	for _, r := range setup(t).server.Routes() {
		if r.Method == http.MethodHead || r.Method == http.MethodOptions || slices.Contains(web.Routes(), r.Path) {
			continue
		}
		if _, ok := described[r.Method+" "+r.Path]; !ok {
			t.Errorf("%s %s is not described", r.Method, r.Path)
		}
		described[r.Method+" "+r.Path] = true
	}
	for route, is := range described {
		if !is {
			t.Errorf("%s is described and no route", route)
		}
	}
}
