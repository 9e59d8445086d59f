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
	r.Register(ast.KindHeading, heading)
	r.Register(ast.KindCodeSpan, term)
	r.Register(ast.KindFencedCodeBlock, code)
	r.Register(east.KindTable, table)
}

// heading renders a heading as a link to itself, so that readers can copy its
// address.
func heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	if entering {
		_, _ = fmt.Fprintf(w, `<h%d id="%s"><a href="#%[2]s">`, h.Level, id(h))
	} else {
		_, _ = fmt.Fprintf(w, "</a></h%d>\n", h.Level)
	}
	return ast.WalkContinue, nil
}

// table renders a table in a box that can be scrolled sideways on narrow screens.
func table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<div class=\"wide\"><table>\n")
	} else {
		_, _ = w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}

// term renders code in a line of text. Long code may be broken after an underscore
// or a slash, so that it does not widen the column of a table.
func term(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	text := html.EscapeString(plain(n, source))
	if len(text) > longTerm {
		text = strings.NewReplacer("_", "_<wbr>", "/", "/<wbr>").Replace(text)
	}
	_, _ = w.WriteString("<code>" + text + "</code>")
	return ast.WalkSkipChildren, nil
}

const longTerm = 16 // bytes

// labels are the captions of blocks of code, by the first word of their info. Each
// block must have one of these words; a second word is the name of a file.
var labels = map[string]string{
	"sh": "Shell", "output": "Output", "json": "JSON", "go": "Go", "js": "JavaScript", "text": "",
}

// Background is the info of a block with a command that keeps running while the
// user goes on with the page.
const Background = "sh background"

// maxLine is the length in bytes above which a block's lines are wrapped. It is
// more than the lines of tables have, which must not be wrapped, and less than
// JSON in one line.
const maxLine = 110

// code renders a block of code with its caption.
func code(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	info, text := info(n.(*ast.FencedCodeBlock), source), lines(n, source)
	language, name, _ := strings.Cut(info, " ")
	label, ok := labels[language]
	switch {
	case !ok:
		return ast.WalkStop, fmt.Errorf("a block of code is marked %q, which is none of ours", info)
	case info == Background:
		label += ", in a terminal of its own"
	case name != "":
		label = name
	}
	class := "code"
	if slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return len(line) > maxLine }) {
		class += " long"
	}
	_, _ = fmt.Fprintf(w, `<figure class="%s" data-language="%s">`, class, language)
	if label != "" {
		_, _ = fmt.Fprintf(w, "<figcaption>%s</figcaption>", html.EscapeString(label))
	}
	_, _ = fmt.Fprintf(w, "<pre><code>%s</code></pre></figure>\n", highlight(language, text))
	return ast.WalkContinue, nil
}
