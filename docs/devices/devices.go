// Package devices has the pages of this folder, which say what biometers print,
// and the rows of their tables of labels, for the tests that hold the pages and the
// reader against each other.
package devices

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.md
var files embed.FS

// readme describes the pages and is none itself.
const readme = "README.md"

// Columns are the heads of a table of labels.
var Columns = []string{"Printed", "Language", "Means", "Unit", "Example", "Source"}

// notAValue begins the column Means of a label that no field may take.
const notAValue = "not a value:"

// Label is a row of a page's table of labels.
type Label struct {
	Page     string // "pentacam.md"
	Heading  string // what it stands below if that decides its meaning
	Printed  string
	Language string
	Means    []string // words of the README's vocabulary, none if it is not a value
	Instead  string   // what it is if it is not a value
	Unit     string
	Example  string
}

// README is the page that describes the others.
func README() string { return read(readme) }

// Pages are the texts of the devices' pages by the names of their files.
func Pages() map[string]string {
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	pages := map[string]string{}
	for _, name := range names {
		if name != readme {
			pages[name] = read(name)
		}
	}
	return pages
}

func read(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(err) // the files are embedded
	}
	return string(text)
}

// Labels are the rows of a page's table of labels. TestDeviceTables checks their form.
func Labels(page, text string) (labels []Label) {
	for i, row := range Table(Section(text, "Labels")) {
		if i == 0 || len(row) != len(Columns) {
			continue
		}
		l := Label{Page: page, Printed: row[0], Language: row[1], Unit: row[3], Example: strings.Trim(row[4], "`")}
		if heading, label, ok := strings.Cut(row[0], " › "); ok {
			l.Heading, l.Printed = heading, label
		}
		if what, not := Instead(row[2]); not {
			l.Instead = what
		} else {
			l.Means = Words(row[2])
		}
		labels = append(labels, l)
	}
	return labels
}

// Instead is what a cell of the column Means says that a label is if it is not a value.
func Instead(means string) (what string, notValue bool) {
	what, notValue = strings.CutPrefix(means, notAValue)
	return strings.TrimSpace(what), notValue
}

// Words are those of a cell of the column Means.
func Words(means string) (words []string) {
	for word := range strings.SplitSeq(means, ",") {
		words = append(words, strings.TrimSpace(word))
	}
	return words
}

// Section returns the text below a heading of the second level, up to the next one.
func Section(text, heading string) string {
	_, after, _ := strings.Cut(text, "\n## "+heading+"\n")
	body, _, _ := strings.Cut(after, "\n## ")
	return body
}

// Table returns the cells of the rows of the tables in a text, without the lines of dashes.
func Table(text string) (rows [][]string) {
	for line := range strings.SplitSeq(text, "\n") {
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") {
			continue
		}
		const bar = "\x00" // an escaped bar
		cells := strings.Split(strings.ReplaceAll(line, `\|`, bar), "|")
		cells = cells[1 : len(cells)-1]
		for i, cell := range cells {
			cells[i] = strings.TrimSpace(strings.ReplaceAll(cell, bar, "|"))
		}
		rows = append(rows, cells)
	}
	return rows
}
