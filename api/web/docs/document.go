package docs

import (
	"bytes"
	_ "embed"
	"html/template"
	"slices"
)

//go:embed page.html
var pageHTML string

var frame = template.Must(template.New("page").Parse(pageHTML))

// view is what the frame shows.
type view struct {
	Static         string
	Page           *Page // nil: there is no such page
	Chapters       []chapter
	Contents       []Section
	Previous, Next *Page
}

type chapter struct {
	Title string
	Pages []*Page
}

// Document is a page as browsers get it; of nil, the one that says that there
// is no such page. static is where the static files are.
func (d *Docs) Document(p *Page, static string) ([]byte, error) {
	v := view{Static: static, Page: p}
	for _, q := range d.Pages {
		if n := len(v.Chapters); n == 0 || v.Chapters[n-1].Title != q.Chapter {
			v.Chapters = append(v.Chapters, chapter{Title: q.Chapter})
		}
		last := &v.Chapters[len(v.Chapters)-1]
		last.Pages = append(last.Pages, q)
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
	err := frame.Execute(&b, v)
	return b.Bytes(), err
}
