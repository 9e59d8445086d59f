package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// text is a text of the document. Components whose files differ only in
// copyright lines, titles, line breaks and punctuation share one text.
type text struct {
	title string   // the licences' SPDX names, or "notice"
	body  string   // without copyright lines if it is one licence
	uses  []string // for each component its name and copyright lines
}

const noticeTitle = "notice"

// groupTexts returns the texts of all components, in the order of their first
// use, and sets each component's licences and text numbers. The error names a
// component without a recognised licence.
func groupTexts(components []*component) ([]*text, error) {
	var texts []*text
	numbers := map[string]int{} // title and words of the text → its number, from 1
	for _, c := range components {
		for _, f := range c.files {
			t, err := newText(c, f)
			if err != nil {
				return nil, err
			}
			if t == nil {
				continue
			}
			key := t.title + "\n" + words(t.body)
			number, exists := numbers[key]
			if !exists {
				texts = append(texts, t)
				number = len(texts)
				numbers[key] = number
			} else {
				texts[number-1].addUses(t.uses)
			}
			if !slices.Contains(c.texts, number) {
				c.texts = append(c.texts, number)
			}
		}
		slices.Sort(c.licences)
		if c.licences = slices.Compact(c.licences); len(c.licences) == 0 {
			return nil, fmt.Errorf("%s %s has no licence file: find its licence; without one biom must not be distributed with it", c.name, c.version)
		}
	}
	return texts, nil
}

// newText returns the text of one file of c and adds its licences to those of c.
// It returns nil if the file need not be reproduced.
func newText(c *component, f licenceFile) (*text, error) {
	if isNotice(f) {
		return &text{title: noticeTitle, body: f.text, uses: []string{c.name}}, nil
	}
	licences, single, err := recognise(c, f)
	if err != nil || len(licences) == 0 {
		return nil, err
	}
	c.licences = append(c.licences, licences...)
	t := &text{title: strings.Join(licences, " AND "), body: f.text}
	var copyrights []string
	if single {
		t.body, copyrights = cutCopyrights(f.text)
	}
	t.uses = []string{strings.Join(append([]string{c.name}, copyrights...), "; ")}
	return t, nil
}

func (t *text) addUses(uses []string) {
	for _, use := range uses {
		if !slices.Contains(t.uses, use) {
			t.uses = append(t.uses, use)
		}
	}
}

var (
	copyrightLine = regexp.MustCompile(`(?i)^\W*copyright (\(c\)|©|\d{4})`)
	titleLine     = regexp.MustCompile(`(?i)^\W*(the )?(MIT|ISC|BSD[\w -]*) licen[cs]e( \(\w+\))?\W*$`)
)

// cutCopyrights returns a licence without its title and its copyright lines, and
// these lines.
func cutCopyrights(licence string) (body string, copyrights []string) {
	var lines []string
	for line := range strings.Lines(licence) {
		line = strings.TrimRight(line, "\r\n\t ")
		switch {
		case copyrightLine.MatchString(line):
			copyrights = append(copyrights, strings.TrimSpace(line))
		case !titleLine.MatchString(line):
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n"), copyrights
}

// words returns the words of a text in lower case, without punctuation.
func words(body string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(body), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}), " ")
}

const introduction = `# Licences

The software of others in the binaries biom and biom-ocr, built for Linux, and in what ` + "`deploy/ocr`" + ` downloads, and the licences under
which it may be distributed. biom's own licence is in [LICENSE](../LICENSE). Where a text below only names its licence, the terms are those of the other text of that name.

This file is generated: after a change of dependencies or build tags run ` + "`go generate ./deploy/licences`" + `.

| component | version | licence (SPDX) | texts |
|---|---|---|---|
`

// render writes the document: the table of the components, then the texts.
func render(components []*component, texts []*text) []byte {
	var b bytes.Buffer
	b.WriteString(introduction)
	for _, c := range components {
		var links []string
		for _, number := range c.texts {
			links = append(links, fmt.Sprintf("[%d](#text-%d)", number, number))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.name, c.version, strings.Join(c.licences, " AND "), strings.Join(links, ", "))
	}
	for i, t := range texts {
		fmt.Fprintf(&b, "\n## Text %d\n\n%s, for:\n\n", i+1, t.title)
		for _, use := range t.uses {
			fmt.Fprintf(&b, "- %s\n", use)
		}
		fmt.Fprintf(&b, "\n~~~text\n%s\n~~~\n", trimText(t.body))
	}
	return b.Bytes()
}

// trimText removes blank lines at both ends, and spaces at the ends of lines.
func trimText(body string) string {
	var lines []string
	for line := range strings.Lines(body) {
		lines = append(lines, strings.TrimRight(line, "\r\n\t \f"))
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
