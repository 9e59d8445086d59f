package web

const explorerPage = "/apidocs"

// explorer is the page on which the API can be tried out: swagger-ui over
// /openapi.json.
func explorer() *resource {
	return newResource(contentType(".html"), revalidate, fill("explorer/index.html"))
}
