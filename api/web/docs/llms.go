package docs

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
)

// head is the beginning of the texts for language models (see llmstxt.org).
const head = `# biom

> biom turns reports of optical biometers (PDF, scan, photo or JSON) into validated measurements of both eyes: over HTTP, from a terminal, or in Go. What is absent or doubtful is null, never a guess.

`

// LLMs returns /llms.txt, the index for language models: the address of every
// page's Markdown, and its purpose.
func (d *Docs) LLMs() []byte {
	var b bytes.Buffer
	b.WriteString(head)
	b.WriteString("The examples speak to " + Address + ", the server that shows them.\n")
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

// LLMsFull returns /llms-full.txt: all pages in one text.
func (d *Docs) LLMsFull() []byte {
	var b bytes.Buffer
	b.WriteString(head)
	for _, p := range d.Pages {
		fmt.Fprintf(&b, "Source: %s\n\n%s\n", p.Source(), nest(p.Markdown))
	}
	return b.Bytes()
}

// essentials are the sections of the small text, by page and anchor; "" stands for the
// whole page.
var essentials = []struct{ page, section string }{
	{index, ""},
	{"endpoints", "the-routes"},
	{"schema", "one-eye"},
	{"limits", "the-quotas"},
	{"errors", "the-codes"},
}

// LLMsSmall returns /llms-small.txt: the essentials.
func (d *Docs) LLMsSmall() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString(head)
	for _, e := range essentials {
		text, err := d.find(e.page, e.section)
		if err != nil {
			return nil, err
		}
		b.Write(append(bytes.TrimSpace(nest(text)), "\n\n"...))
	}
	b.WriteString("More: /llms.txt\n")
	return b.Bytes(), nil
}

// find returns the Markdown of a page's section with its subsections, or of the whole
// page if section is "".
func (d *Docs) find(page, section string) ([]byte, error) {
	for _, p := range d.Pages {
		if p.Name != page {
			continue
		}
		if section == "" {
			return p.Markdown, nil
		}
		for i, s := range p.Sections {
			if s.ID == section {
				return p.section(i), nil
			}
		}
	}
	return nil, fmt.Errorf("docs: llms-small.txt wants a section %s#%s, which does not exist", page, section)
}

// section returns the Markdown of section i, with its subsections.
func (p *Page) section(i int) []byte {
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

// nest prepares a page's Markdown for a text of several pages: its headings go one
// level down, and its links lead to the pages' Markdown.
func nest(page []byte) []byte {
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
