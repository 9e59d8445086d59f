package docs

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// nodes renders the nodes whose markup differs from goldmark's own. The markup
// contains neither style nor script, which the pages' policy forbids.
type nodes struct{}

var _ renderer.NodeRenderer = nodes{}

// RegisterFuncs implements [renderer.NodeRenderer].
func (nodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, renderHeading)
	r.Register(ast.KindCodeSpan, renderInlineCode)
	r.Register(ast.KindFencedCodeBlock, renderCodeBlock)
	r.Register(east.KindTable, renderTable)
}

// renderHeading renders a heading as a link to itself, so that readers can copy its
// address.
func renderHeading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	if entering {
		_, _ = fmt.Fprintf(w, `<h%d id="%s"><a href="#%[2]s">`, h.Level, id(h))
	} else {
		_, _ = fmt.Fprintf(w, "</a></h%d>\n", h.Level)
	}
	return ast.WalkContinue, nil
}

// renderTable renders a table in a box that can be scrolled sideways on narrow screens.
func renderTable(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<div class=\"wide\"><table>\n")
	} else {
		_, _ = w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}

// renderInlineCode renders code in a line of text. Long code may be broken after an
// underscore or a slash, so that it does not widen the column of a table.
func renderInlineCode(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	text := html.EscapeString(plain(n, source))
	if len(text) > maxUnbrokenCode {
		text = strings.NewReplacer("_", "_<wbr>", "/", "/<wbr>").Replace(text)
	}
	_, _ = w.WriteString("<code>" + text + "</code>")
	return ast.WalkSkipChildren, nil
}

// maxUnbrokenCode is the length in bytes up to which code in a line is not broken.
const maxUnbrokenCode = 16

// captions maps the languages that a block of code may have to the block's caption. The
// language is the first word after the opening backticks, and every block must have
// one. A second word, such as the name of a file, replaces the caption.
var captions = map[string]string{
	"sh": "Shell", "output": "Output", "json": "JSON", "go": "Go", "js": "JavaScript", "python": "Python", "text": "",
}

// Background is the text after the opening backticks of a block whose command keeps
// running while the user goes on with the page.
const Background = "sh background"

// maxLine is the length in bytes above which the lines of a block are wrapped. It is
// above the length of the tables that commands print, which must not be wrapped, and
// below that of JSON in one line.
const maxLine = 110

// renderCodeBlock renders a block of code with its caption.
func renderCodeBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	info, text := info(n.(*ast.FencedCodeBlock), source), lines(n, source)
	language, name, _ := strings.Cut(info, " ")
	caption, ok := captions[language]
	switch {
	case !ok:
		return ast.WalkStop, fmt.Errorf("a block of code is marked %q, which is none of ours", info)
	case info == Background:
		caption += ", in a terminal of its own"
	case name != "":
		caption = name
	}
	class := "code"
	if slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return len(line) > maxLine }) {
		class += " long"
	}
	_, _ = fmt.Fprintf(w, `<figure class="%s" data-language="%s">`, class, language)
	if caption != "" {
		_, _ = fmt.Fprintf(w, "<figcaption>%s</figcaption>", html.EscapeString(caption))
	}
	_, _ = fmt.Fprintf(w, "<pre><code>%s</code></pre></figure>\n", highlight(language, withAddress(language, text)))
	return ast.WalkContinue, nil
}
