package docs

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
)

//go:embed page.html
var pageHTML string

var pageTemplate = template.Must(template.New("page").Parse(pageHTML))

// view is the data for the template of a page.
type view struct {
	Static         string
	Page           *Page // nil: the page "not found"
	Chapters       []chapter
	Contents       []Section
	Previous, Next *Page
}

type chapter struct {
	Title string
	Pages []*Page
}

// Document returns a page as an HTML document. If p is nil, the document says that
// the page does not exist. static is the path of the static files.
func (d *Docs) Document(p *Page, static string) ([]byte, error) {
	v := view{Static: static, Page: p}
	for _, page := range d.Pages {
		if n := len(v.Chapters); n == 0 || v.Chapters[n-1].Title != page.Chapter {
			v.Chapters = append(v.Chapters, chapter{Title: page.Chapter})
		}
		last := &v.Chapters[len(v.Chapters)-1]
		last.Pages = append(last.Pages, page)
	}
	if p != nil {
		v.Contents = p.Sections[1:]
		i := slices.Index(d.Pages, p)
		if i > 0 {
			v.Previous = d.Pages[i-1]
		}
		if i+1 < len(d.Pages) {
			v.Next = d.Pages[i+1]
		}
	}
	var b bytes.Buffer
	err := pageTemplate.Execute(&b, v)
	return b.Bytes(), err
}
