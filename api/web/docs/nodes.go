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

// nodes renders what is to look otherwise than goldmark has it. The markup
// holds neither style nor script: the pages' policy forbids them.
type nodes struct{}

var _ renderer.NodeRenderer = nodes{}

// RegisterFuncs tells goldmark of them.
func (nodes) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindHeading, heading)
	r.Register(ast.KindCodeSpan, term)
	r.Register(ast.KindFencedCodeBlock, code)
	r.Register(east.KindTable, table)
}

// heading is a link to itself, so that readers can pass on where it stands.
func heading(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	h := n.(*ast.Heading)
	if entering {
		_, _ = fmt.Fprintf(w, `<h%d id="%s"><a href="#%[2]s">`, h.Level, id(h))
	} else {
		_, _ = fmt.Fprintf(w, "</a></h%d>\n", h.Level)
	}
	return ast.WalkContinue, nil
}

// table is one that can be moved sideways where it does not fit.
func table(w util.BufWriter, _ []byte, _ ast.Node, entering bool) (ast.WalkStatus, error) {
	if entering {
		_, _ = w.WriteString("<div class=\"wide\"><table>\n")
	} else {
		_, _ = w.WriteString("</table></div>\n")
	}
	return ast.WalkContinue, nil
}

// term is code in a line of text. A long one may be broken behind an
// underscore or a slash, or it would widen the column of a table.
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

const longTerm = 16

// labels are what stands above a block of code, by the first word of its info.
// Every block must have one of them; a second word is the name of a file.
var labels = map[string]string{
	"sh": "Shell", "output": "Output", "json": "JSON", "go": "Go", "js": "JavaScript", "text": "",
}

// Background is the info of a command that goes on while the rest of its page
// is read.
const Background = "sh background"

// widest is what a line of code may have before it is broken: JSON in one line,
// and no table.
const widest = 110

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
	if slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return len(line) > widest }) {
		class += " long"
	}
	_, _ = fmt.Fprintf(w, `<figure class="%s" data-language="%s">`, class, language)
	if label != "" {
		_, _ = fmt.Fprintf(w, "<figcaption>%s</figcaption>", html.EscapeString(label))
	}
	_, _ = fmt.Fprintf(w, "<pre><code>%s</code></pre></figure>\n", highlight(language, text))
	return ast.WalkContinue, nil
}
