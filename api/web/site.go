package web

import (
	"maps"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
)

// Routes returns the routes of the pages, in gin's syntax. /openapi.json is not
// among them: it is a route of the API.
func Routes() []string {
	return append([]string{"/", pinPage, pinPage + ":biompin", explorerPage, "/static/*file", favicon, robots}, docsRoutes...)
}

// Site serves the pages and their files.
type Site struct {
	app      func() *resource // the web app
	shareApp func() *resource // the same at the address of a share
}

// New returns the site of a deployment that accepts uploads of at most maxUpload
// bytes.
func New(maxUpload int) *Site {
	app := sync.OnceValue(func() *resource {
		return newResource(contentType(".html"), revalidate, fill("index.html", "{max-upload}", strconv.Itoa(maxUpload)))
	})
	return &Site{app: app, shareApp: sync.OnceValue(func() *resource {
		page := *app()
		page.cache = never // its address contains a share code
		return &page
	})}
}

// Serve answers a request for one of [Routes] or for /openapi.json. If there is
// no such page, it writes nothing and returns false.
func (s *Site) Serve(w http.ResponseWriter, r *http.Request) bool {
	p := s.page(r.URL.Path)
	if p == nil {
		return false
	}
	p.serve(w, r)
	return true
}

const pinPage = "/pin/" // followed by a share code, which the app reads from the address

// What browsers and crawlers ask every site for.
const (
	favicon = "/favicon.ico"
	robots  = "/robots.txt"
)

// robotsText keeps crawlers from addresses with share codes and from the API.
const robotsText = "User-agent: *\nDisallow: /pin/\nDisallow: /api/\n"

// RedirectSlash redirects a request for a page whose address has a slash too many at its
// end. If there is no such page, it writes nothing and returns false.
func (s *Site) RedirectSlash(w http.ResponseWriter, r *http.Request) bool {
	p, ok := strings.CutSuffix(r.URL.Path, "/")
	if !ok || p == "" || s.page(p) == nil {
		return false
	}
	target := url.URL{Path: p, RawQuery: r.URL.RawQuery}
	redirect(target.String()).serve(w, r)
	return true
}

// page returns the resource at a path, nil if there is none.
func (s *Site) page(urlPath string) *resource {
	if urlPath == "/" {
		return s.app()
	}
	if code, ok := strings.CutPrefix(urlPath, pinPage); ok && !strings.Contains(code, "/") {
		return s.shareApp()
	}
	if p := fixed()[urlPath]; p != nil {
		return p
	}
	if strings.HasPrefix(urlPath, docsRoot) {
		return fixed()[docsNotFound]
	}
	return otherVersion(urlPath)
}

// fixed returns all resources that are the same in every deployment, by path.
// They are made once, at the first request.
var fixed = sync.OnceValue(func() map[string]*resource {
	all := map[string]*resource{
		explorerPage:    explorer(),
		"/openapi.json": newResource(contentType(".json"), revalidate, OpenAPI()),
		favicon:         newResource(contentType(favicon), revalidate, StaticFiles()["favicon.ico"]),
		robots:          newResource(contentType(robots), revalidate, []byte(robotsText)),
	}
	for name, body := range StaticFiles() {
		if path.Ext(name) == ".html" {
			continue // a template of a page
		}
		file := newResource(contentType(name), immutable, body)
		file.worker = strings.HasSuffix(name, ".worker.min.mjs")
		all[base()+name] = file
	}
	maps.Copy(all, docsResources())
	return all
})

// otherVersion returns the static file that is requested under the digest of
// another version, nil if there is no such file. During an update of a
// deployment a page may come from one replica and its files from another. Such
// a file is served, but must not be cached.
func otherVersion(urlPath string) *resource {
	rest, ok := strings.CutPrefix(urlPath, staticRoot)
	if !ok {
		return nil
	}
	_, file, _ := strings.Cut(rest, "/")
	p := fixed()[base()+file]
	if p == nil || file == "" {
		return nil
	}
	uncached := *p
	uncached.cache = never
	return &uncached
}
