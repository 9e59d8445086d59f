package docs

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// What /llms.txt begins with (see llmstxt.org).
const head = `# biom

> biom turns reports of optical biometers (PDF, scan, photo or JSON) into validated measurements of both eyes: over HTTP, from a terminal, or in Go. What is absent or doubtful is null, never a guess.

`

// LLMs is the index for language models: every page's Markdown, and what it is
// for.
func (d *Docs) LLMs() []byte {
	var b bytes.Buffer
	b.WriteString(head)
	b.WriteString("The examples speak to http://localhost:8080; put your service's address in its place.\n")
	chapter := ""
	for _, p := range d.Pages {
		if p.Chapter != chapter {
			chapter = p.Chapter
			fmt.Fprintf(&b, "\n## %s\n\n", chapter)
		}
		fmt.Fprintf(&b, "- [%s](%s): %s\n", p.Title, p.Source(), p.About)
	}
	b.WriteString("\n## Machine-readable\n\n- [OpenAPI 3.1](/openapi.json): every route, field, range and status\n" +
		"\n## Optional\n\n- [All pages in one](/llms-full.txt)\n- [The essentials in a few kilobytes](/llms-small.txt)\n")
	return b.Bytes()
}

// LLMsFull is all pages in one.
func (d *Docs) LLMsFull() []byte {
	var b bytes.Buffer
	b.WriteString(head)
	for _, p := range d.Pages {
		fmt.Fprintf(&b, "Source: %s\n\n%s\n", p.Source(), deeper(p.Markdown))
	}
	return b.Bytes()
}

// essentials are the sections that one can begin with, by page and anchor; no
// anchor: the whole page.
var essentials = []struct{ page, section string }{
	{index, ""},
	{"endpoints", "the-routes"},
	{"schema", "one-eye"},
	{"limits", "the-quotas"},
	{"errors", "the-codes"},
}

// LLMsSmall is the essentials, cut from the same pages.
func (d *Docs) LLMsSmall() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(head)
	for _, e := range essentials {
		text, err := d.cut(e.page, e.section)
		if err != nil {
			return nil, err
		}
		b.Write(append(bytes.TrimSpace(deeper(text)), "\n\n"...))
	}
	b.WriteString("More: /llms.txt\n")
	return b.Bytes(), nil
}

// cut returns the Markdown of a page's section, up to the next heading that is
// not below it.
func (d *Docs) cut(page, section string) ([]byte, error) {
	for _, p := range d.Pages {
		if p.Name != page {
			continue
		}
		if section == "" {
			return p.Markdown, nil
		}
		for i, s := range p.Sections {
			if s.ID == section {
				return p.between(i), nil
			}
		}
	}
	return nil, fmt.Errorf("docs: llms-small.txt wants a section %s#%s, which does not exist", page, section)
}

// between returns the Markdown from the heading of section i to the next of no
// lower order.
func (p *Page) between(i int) []byte {
	first, end := p.Sections[i], len(p.Markdown)
	begin := bytes.Index(p.Markdown, headingOf(first))
	for _, s := range p.Sections[i+1:] {
		if s.Level <= first.Level {
			end = begin + bytes.Index(p.Markdown[begin:], headingOf(s))
			break
		}
	}
	return p.Markdown[begin:end]
}

func headingOf(s Section) []byte {
	return []byte("\n" + strings.Repeat("#", s.Level) + " " + s.Title + "\n")
}

var (
	headings = regexp.MustCompile("(?m)^#+ |^```")
	links    = regexp.MustCompile(`\]\(([a-z-]+\.md)`)
)

// deeper lowers the headings of a page that is put into a larger text, and has
// its links lead to files.
func deeper(page []byte) []byte {
	inCode := false
	page = headings.ReplaceAllFunc(page, func(m []byte) []byte {
		if m[0] == '`' {
			inCode = !inCode
			return m
		}
		if inCode {
			return m
		}
		return append([]byte("#"), m...)
	})
	return links.ReplaceAll(page, []byte("]("+root+"$1"))
}
