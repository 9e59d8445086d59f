package web

import (
	"maps"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// Routes are the routes of the pages, in gin's words. /openapi.json is of the
// API.
func Routes() []string {
	return append([]string{"/", pinPage, pinPage + ":biompin", explorerPage, "/static/*file"}, docsRoutes...)
}

// Site is everything that a browser can be shown.
type Site struct{ app, pin func() *resource }

// New returns the site of a deployment that takes files of at most maxUpload
// bytes.
func New(maxUpload int) *Site {
	app := sync.OnceValue(func() *resource {
		return newResource(contentType(".html"), revalidate, fill("index.html", "{max-upload}", strconv.Itoa(maxUpload)))
	})
	return &Site{app: app, pin: sync.OnceValue(func() *resource {
		pin := *app()
		pin.cache = never // its address has a share code
		return &pin
	})}
}

// Serve answers one of [Routes] or /openapi.json. It says false where there is
// no such page and leaves the answer to the caller.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request) bool {
	p := s.page(r.URL.Path)
	if p == nil {
		return false
	}
	p.serve(w, r)
	return true
}

const pinPage = "/pin/" // any code: the script reads it from the address

// page finds what a path asks for: nil where there is nothing.
func (s *Site) page(at string) *resource {
	if at == "/" {
		return s.app()
	}
	if code, ok := strings.CutPrefix(at, pinPage); ok && !strings.Contains(code, "/") {
		return s.pin()
	}
	if p := fixed()[at]; p != nil {
		return p
	}
	if strings.HasPrefix(at, docsRoot) {
		return fixed()[docsLost]
	}
	return stale(at)
}

// fixed is every resource that is the same in all deployments, by its path. It
// is made once, when a browser comes.
var fixed = sync.OnceValue(func() map[string]*resource {
	all := map[string]*resource{
		explorerPage:    explorer(),
		"/openapi.json": newResource(contentType(".json"), revalidate, OpenAPI()),
	}
	for name, body := range StaticFiles() {
		if path.Ext(name) == ".html" {
			continue // what a page is made of
		}
		all[base()+name] = newResource(contentType(name), immutable, body)
	}
	maps.Copy(all, docsResources())
	return all
})

// stale finds a file under another version's digest. While a deployment is
// being renewed, the page may come from one replica and its files from
// another; they are served, and not kept.
func stale(at string) *resource {
	rest, ok := strings.CutPrefix(at, staticRoot)
	if !ok {
		return nil
	}
	_, file, _ := strings.Cut(rest, "/")
	p := fixed()[base()+file]
	if p == nil || file == "" {
		return nil
	}
	once := *p
	once.cache = never
	return &once
}
