// Package docs renders the documentation from the Markdown files in its directory.
// Facts that the code contains, such as fields, ranges and the statuses of a route,
// are not repeated in the Markdown: see [tables].
package docs

import (
	"embed"
	"fmt"
	"html/template"
)

//go:embed *.md
var source embed.FS

// chapters lists the pages, by the names of their files, in reading order.
var chapters = []struct {
	title string
	pages []string
}{
	{"Start", []string{index, "authentication"}},
	{"The API", []string{"endpoints", "schema", "errors", "limits", "events", "jobs", "callbacks", "shares", "export"}},
	{"Clients", []string{"command-line", "mcp", "python-client", "typescript-client", "go-client"}},
	{"Operation", []string{"one-machine", "cluster", "capacity", "backup", "kubernetes", "metrics", "alerts", "configuration", "models", "privacy", "threats"}},
}

// index is the name of the page at root.
const index = "index"

// root is the path of the documentation.
const root = "/docs/"

// Docs is the rendered documentation. It must not be changed.
type Docs struct {
	Pages []*Page // in reading order
}

// Page is one page of the documentation.
type Page struct {
	Name     string // the name of its file, without ".md"
	Chapter  string
	Title    string
	About    string        // the purpose of the page: its first paragraph, without markup
	Markdown []byte        // as it is served, with the tables that are made from code, and with Address
	Body     template.HTML // without the title, with Address
	Sections []Section     // the first one is the text before the first heading
	Fences   []Fence
}

// Section is a part of a page below a heading of level 2 or 3.
type Section struct {
	ID    string // the anchor of its heading; "" for the first section of a page
	Title string
	Level int
	Text  string // without markup, for the search
}

// Fence is a block of code.
type Fence struct {
	Info string // the text after the opening backticks, such as sh, output or [Background]
	Code string
}

// New renders the documentation. Some of its tables are made from openapi, the
// description of the API.
func New(openapi []byte) (*Docs, error) {
	tables, err := newTables(openapi)
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
			if text, err = tables.fill(text); err != nil {
				return nil, fmt.Errorf("docs: %s.md: %w", name, err)
			}
			page, err := render(name, text)
			if err != nil {
				return nil, fmt.Errorf("docs: %s.md: %w", name, err)
			}
			page.Chapter, page.Markdown = c.title, markdownWithAddress(page.Markdown)
			d.Pages = append(d.Pages, page)
		}
	}
	return d, nil
}

// Path returns the path under which the page is served as HTML.
func (p *Page) Path() string {
	if p.Name == index {
		return root
	}
	return root + p.Name
}

// Source returns the path under which the page is served as Markdown.
func (p *Page) Source() string { return root + p.Name + ".md" }
