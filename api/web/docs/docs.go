// Package docs is the documentation: the Markdown beside it, rendered
// once, when it is first asked for. What code knows already, such as fields, ranges and the
// statuses of a route, is not written there: tables are made of it, see
// [tables].
package docs

import (
	"embed"
	"fmt"
	"html/template"
)

//go:embed *.md
var source embed.FS

// chapters are the pages in the order in which they are read, by the names of
// their files.
var chapters = []struct {
	title string
	pages []string
}{
	{"Start", []string{index, "authentication"}},
	{"The API", []string{"endpoints", "schema", "errors", "limits", "events", "shares", "export"}},
	{"Clients", []string{"command-line", "go-client"}},
	{"Operation", []string{"one-machine", "cluster", "configuration", "models", "privacy"}},
}

// index is the page at the root.
const index = "index"

// root is the path of the documentation.
const root = "/docs/"

// Docs is the documentation, rendered. It must not be changed.
type Docs struct {
	Pages []*Page // in the order in which they are read
}

// Page is one page.
type Page struct {
	Name     string // of its file, without ".md"
	Chapter  string
	Title    string
	About    string        // what it is for: its first paragraph, without markup
	Markdown []byte        // as it is served, the tables that are made of code in it
	Body     template.HTML // without the title
	Sections []Section     // by their headings; the first is what stands before any
	Fences   []Fence
}

// Section is a part of a page under a heading of the second or third order.
type Section struct {
	ID    string // of its heading: the anchor; "" for the first of a page
	Title string
	Level int
	Text  string // without markup, for the search
}

// Fence is a block of code.
type Fence struct {
	Info string // what stands behind its opening: sh, sh background, output, json NAME, …
	Code string
}

// New renders the documentation. openapi is the description of the API, of
// which tables are made too.
func New(openapi []byte) (*Docs, error) {
	made, err := newTables(openapi)
	if err != nil {
		return nil, err
	}
	d := &Docs{}
	for _, c := range chapters {
		for _, name := range c.pages {
			text, err := source.ReadFile(name + ".md")
			if err != nil {
				return nil, fmt.Errorf("docs: %w", err)
			}
			if text, err = made.fill(text); err != nil {
				return nil, fmt.Errorf("docs: %s.md: %w", name, err)
			}
			page, err := render(name, text)
			if err != nil {
				return nil, fmt.Errorf("docs: %s.md: %w", name, err)
			}
			page.Chapter = c.title
			d.Pages = append(d.Pages, page)
		}
	}
	return d, nil
}

// Path is where a browser finds the page.
func (p *Page) Path() string {
	if p.Name == index {
		return root
	}
	return root + p.Name
}

// Source is where its Markdown is found.
func (p *Page) Source() string { return root + p.Name + ".md" }
