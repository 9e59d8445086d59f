package api_test

import (
	"net/http"
	"regexp"
	"slices"
	"testing"

	"biom/api/web"
	"biom/api/web/openapitest"
)

// TestEveryRouteIsDescribed: the OpenAPI document describes exactly the routes of the
// API. Pages for people are not in it, nor is the route of another protocol.
func TestEveryRouteIsDescribed(t *testing.T) {
	t.Parallel()
	doc, err := openapitest.Document()
	if err != nil {
		t.Fatal(err)
	}
	isRoute := map[string]bool{} // method and path in the document → there is such a route
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			isRoute[method+" "+path] = false
		}
	}
	for _, r := range setup(t).server.Routes() {
		if r.Method == http.MethodHead || r.Method == http.MethodOptions || slices.Contains(web.Routes(), r.Path) || r.Path == agentPath {
			continue
		}
		route := r.Method + " " + parameter.ReplaceAllString(r.Path, "{$1}")
		if _, ok := isRoute[route]; !ok {
			t.Errorf("%s is not described", route)
		}
		isRoute[route] = true
	}
	for route, exists := range isRoute {
		if !exists {
			t.Errorf("%s is described but is no route", route)
		}
	}
}

// parameter is a parameter in the path of a route, as gin writes it.
var parameter = regexp.MustCompile(`:([a-z]+)`)
