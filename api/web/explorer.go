package web

const explorerPage = "/apidocs"

// explorer returns the page on which users try out the API: swagger-ui with
// /openapi.json.
func explorer() *resource {
	return newResource(contentType(".html"), revalidate, fill("explorer/index.html"))
}
