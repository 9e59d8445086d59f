package docs

import (
	"bytes"
	"errors"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignNone))),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(nodes{}, 100))), // before goldmark's own
)

// render makes a page from its Markdown, which must begin with a title and a
// paragraph about the purpose of the page.
func render(name string, source []byte) (*Page, error) {
	root := markdown.Parser().Parse(text.NewReader(source))
	title, ok := root.FirstChild().(*ast.Heading)
	if !ok || title.Level != 1 {
		return nil, errors.New("a page begins with its title")
	}
	about, ok := title.NextSibling().(*ast.Paragraph)
	if !ok {
		return nil, errors.New("below its title a page says in one paragraph what it is for")
	}
	p := &Page{Name: name, Title: plain(title, source), About: plain(about, source), Markdown: source}
	root.RemoveChild(root, title)
	about.SetAttributeString("class", []byte("lead"))
	p.Sections = splitSections(p.Title, root, source)
	if err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			p.visit(n, source)
		}
		return ast.WalkContinue, nil
	}); err != nil {
		return nil, err
	}
	var body bytes.Buffer
	if err := markdown.Renderer().Render(&body, source, root); err != nil {
		return nil, err
	}
	p.Body = template.HTML(body.String()) //nolint:gosec // made from embedded files; goldmark omits raw HTML
	return p, nil
}

// visit changes links to files into links to pages, and collects the blocks of
// code.
func (p *Page) visit(n ast.Node, source []byte) {
	switch n := n.(type) {
	case *ast.Link:
		n.Destination = []byte(pageOf(string(n.Destination)))
	case *ast.FencedCodeBlock:
		p.Fences = append(p.Fences, Fence{info(n, source), lines(n, source)})
	}
}

// pageOf turns a link to a page's file into a link to the page. In the Markdown, links
// lead to files, so that they also work in the repository. Other links stay unchanged.
func pageOf(link string) string {
	file, fragment, _ := strings.Cut(link, "#")
	name, ok := strings.CutSuffix(file, ".md")
	if !ok || strings.Contains(name, "/") {
		return link
	}
	if fragment != "" {
		fragment = "#" + fragment
	}
	return (&Page{Name: name}).Path() + fragment
}

// splitSections divides a page at its headings.
func splitSections(title string, root ast.Node, source []byte) []Section {
	all := []Section{{Title: title, Level: 1}}
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if h, ok := n.(*ast.Heading); ok {
			all = append(all, Section{ID: id(h), Title: plain(h, source), Level: h.Level})
			continue
		}
		last := &all[len(all)-1]
		last.Text = strings.TrimSpace(last.Text + " " + plain(n, source))
	}
	return all
}

// plain returns the text of a node without its markup, on one line.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) { // fails only if this function fails
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				b.Write(n.Segment.Value(source))
			}
			if entering && n.SoftLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.FencedCodeBlock:
			if entering {
				b.WriteString(lines(n, source))
			}
		default:
			if !entering && n.Type() == ast.TypeBlock {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.Join(strings.Fields(b.String()), " ")
}

// id returns the anchor of a heading.
func id(h *ast.Heading) string {
	v, _ := h.AttributeString("id")
	b, _ := v.([]byte)
	return string(b)
}

// info returns the text after the opening backticks of a block of code.
func info(n *ast.FencedCodeBlock, source []byte) string {
	if n.Info == nil {
		return ""
	}
	return string(n.Info.Segment.Value(source))
}

// lines returns the lines of a block of code.
func lines(n ast.Node, source []byte) string { return string(n.Lines().Value(source)) }
