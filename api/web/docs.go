package web

import (
	"sync"

	"biom/api/web/docs"
)

// documentation renders the documentation, once.
var documentation = sync.OnceValue(func() *docs.Docs {
	d, err := docs.New(OpenAPI())
	if err != nil {
		panic("web: the embedded documentation: " + err.Error())
	}
	return d
})

// docsRoutes are the routes of the documentation, in gin's syntax.
var docsRoutes = []string{"/docs", "/docs/*page", "/llms.txt", "/llms-full.txt", "/llms-small.txt"}

const (
	docsRoot     = "/docs/"
	docsNotFound = "/docs/404" // the page for unknown paths below docsRoot
)

// docsResources returns the documentation by path: each page as HTML and as
// Markdown, the index of the search, and the texts for language models.
func docsResources() map[string]*resource {
	d, all := documentation(), map[string]*resource{}
	add := func(path, extension string, body []byte, err error) {
		if err != nil {
			panic("web: " + path + ": " + err.Error())
		}
		all[path] = newResource(contentType(extension), revalidate, body)
	}
	for _, p := range d.Pages {
		html, err := d.Document(p, base())
		add(p.Path(), ".html", html, err)
		add(p.Source(), ".md", p.Markdown, nil)
		all[p.Path()+"/"] = redirect(p.Path())
	}
	all["/docs"], all["/docs/index"] = redirect(docsRoot), redirect(docsRoot)
	notFound, err := d.Document(nil, base())
	add(docsNotFound, ".html", notFound, err)
	all[docsNotFound].notFound, all[docsNotFound].cache = true, never
	search, err := d.Search()
	add("/docs/search.json", ".json", search, err)
	add("/llms.txt", ".txt", d.LLMs(), nil)
	add("/llms-full.txt", ".txt", d.LLMsFull(), nil)
	small, err := d.LLMsSmall()
	add("/llms-small.txt", ".txt", small, err)
	return all
}

func redirect(location string) *resource {
	return &resource{typ: contentType(".txt"), cache: never, location: location}
}
