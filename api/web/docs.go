package web

import (
	"sync"

	"biom/api/web/docs"
)

// documentation is the documentation, rendered once.
var documentation = sync.OnceValue(func() *docs.Docs {
	d, err := docs.New(OpenAPI())
	if err != nil {
		panic("web: the documentation is made of embedded files, and yet: " + err.Error())
	}
	return d
})

// docsRoutes are its routes, in gin's words.
var docsRoutes = []string{"/docs", "/docs/*page", "/llms.txt", "/llms-full.txt", "/llms-small.txt"}

const (
	docsRoot = "/docs/"
	docsLost = "/docs/404" // where there is no such page
)

// docsResources are the documentation: its pages, each as HTML and as the
// Markdown of which it was made, what the search looks through, and the texts
// for language models.
func docsResources() map[string]*resource {
	d, all := documentation(), map[string]*resource{}
	add := func(at, name string, body []byte, err error) {
		if err != nil {
			panic("web: " + at + ": " + err.Error())
		}
		all[at] = newResource(contentType(name), revalidate, body)
	}
	for _, p := range d.Pages {
		html, err := d.Document(p, base())
		add(p.Path(), ".html", html, err)
		add(p.Source(), ".md", p.Markdown, nil)
		all[p.Path()+"/"] = redirect(p.Path())
	}
	all["/docs"], all["/docs/index"] = redirect(docsRoot), redirect(docsRoot)
	lost, err := d.Document(nil, base())
	add(docsLost, ".html", lost, err)
	all[docsLost].lost, all[docsLost].cache = true, never
	search, err := d.Search()
	add("/docs/search.json", ".json", search, err)
	add("/llms.txt", ".txt", d.LLMs(), nil)
	add("/llms-full.txt", ".txt", d.LLMsFull(), nil)
	small, err := d.LLMsSmall()
	add("/llms-small.txt", ".txt", small, err)
	return all
}

func redirect(to string) *resource {
	return &resource{typ: contentType(".txt"), cache: never, to: to}
}
