package docs_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// noSource stands in the column Source of a label that nobody has confirmed.
const noSource = "no public source found"

var (
	languages   = []string{"any", "en", "de", "es", "fr", "pt", "it"}
	listedTitle = regexp.MustCompile(`(?m)^(\d+)\. \[[^\]]+\]\(https?://[^)\s]+\)`)
	citation    = regexp.MustCompile(`^\[(\d+)\]$`)
)

// TestDeviceTables checks the format of the pages of docs/devices that its README describes.
func TestDeviceTables(t *testing.T) {
	readme := read(t, "docs/devices/README.md")
	words := vocabulary(t, readme)
	for _, page := range devicePages(t) {
		if !strings.Contains(readme, "("+filepath.Base(page)+")") {
			t.Errorf("docs/devices/README.md does not list %s", page)
		}
		text := read(t, page)
		sources := listedTitle.FindAllStringSubmatch(section(text, "Sources"), -1)
		for i, source := range sources {
			if source[1] != strconv.Itoa(i+1) {
				t.Errorf("%s: source %s stands at place %d", page, source[1], i+1)
			}
		}
		rows := table(section(text, "Labels"))
		if len(rows) < 2 || !slices.Equal(rows[0], []string{"Printed", "Language", "Means", "Unit", "Example", "Source"}) {
			t.Errorf("%s has no table of labels with the columns of docs/devices/README.md", page)
			continue
		}
		for _, row := range rows[1:] {
			for _, fault := range labelFaults(row, words, len(sources)) {
				t.Errorf("%s: label %q: %s", page, row[0], fault)
			}
		}
	}
}

// devicePages returns the pages of devices, without their README.
func devicePages(t *testing.T) (found []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "docs/devices/*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if base := filepath.Base(file); base != "README.md" {
			found = append(found, "docs/devices/"+base)
		}
	}
	return found
}

// labelFaults returns what is wrong with a row of a table of labels.
func labelFaults(row, words []string, sources int) (faults []string) {
	if len(row) != 6 {
		return []string{"the row has " + strconv.Itoa(len(row)) + " cells, not 6"}
	}
	if row[0] == "" {
		faults = append(faults, "nothing is printed")
	}
	if !slices.Contains(languages, row[1]) {
		faults = append(faults, "unknown language "+row[1])
	}
	if what, ok := strings.CutPrefix(row[2], "not a value:"); !ok {
		for word := range strings.SplitSeq(row[2], ",") {
			if !slices.Contains(words, strings.TrimSpace(word)) {
				faults = append(faults, "the vocabulary does not have "+word)
			}
		}
	} else if strings.TrimSpace(what) == "" {
		faults = append(faults, "it does not say what the value is instead")
	}
	if row[5] == noSource {
		return faults
	}
	cited := strings.Fields(row[5])
	if len(cited) == 0 {
		faults = append(faults, "no source")
	}
	for _, c := range cited {
		m := citation.FindStringSubmatch(c)
		if m == nil {
			faults = append(faults, c+" is no source")
			continue
		}
		if n, err := strconv.Atoi(m[1]); err != nil || n < 1 || n > sources {
			faults = append(faults, "there is no source "+c)
		}
	}
	return faults
}

// vocabulary returns the words that the README allows in the column Means.
func vocabulary(t *testing.T, readme string) (words []string) {
	t.Helper()
	for _, row := range table(section(readme, "Vocabulary")) {
		words = append(words, spans(row[0])...)
	}
	if len(words) < 20 {
		t.Fatalf("docs/devices/README.md has only %d words in its vocabulary", len(words))
	}
	return words
}

// section returns the text below a heading of the second level, up to the next one.
func section(text, heading string) string {
	_, after, _ := strings.Cut(text, "\n## "+heading+"\n")
	body, _, _ := strings.Cut(after, "\n## ")
	return body
}

// table returns the cells of the rows of the tables in a text, without the lines of dashes.
func table(text string) (rows [][]string) {
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

func TestLabelFaults(t *testing.T) {
	words := []string{"AL", "K1_magnitude", "K1_axis"}
	for _, tt := range []struct {
		name   string
		row    []string
		faults int
	}{
		{"a field", []string{"AL", "any", "AL", "mm", "23,45 mm", "[1] [2]"}, 0},
		{"two fields", []string{"K1", "any", "K1_magnitude, K1_axis", "D", "43,25 D @ 5°", noSource}, 0},
		{"not a value", []string{"SD", "en", "not a value: standard deviation", "mm", "", "[2]"}, 0},
		{"a cell too few", []string{"AL", "any", "AL", "mm", "[1]"}, 1},
		{"nothing printed, unknown language", []string{"", "xx", "AL", "mm", "", "[1]"}, 2},
		{"unknown word", []string{"VKT", "de", "depth", "mm", "", "[1]"}, 1},
		{"not a value, but what", []string{"SD", "any", "not a value:", "mm", "", "[1]"}, 1},
		{"no source", []string{"AL", "any", "AL", "mm", "", ""}, 1},
		{"a source that is not listed", []string{"AL", "any", "AL", "mm", "", "[3]"}, 1},
		{"an address instead of a number", []string{"AL", "any", "AL", "mm", "", "example.org"}, 1},
	} {
		if faults := labelFaults(tt.row, words, 2); len(faults) != tt.faults {
			t.Errorf("%s: %d faults, want %d: %v", tt.name, len(faults), tt.faults, faults)
		}
	}
}

func TestTable(t *testing.T) {
	got := table("text\n| A | B |\n|---|---|\n| a \\| b | |\n")
	if want := [][]string{{"A", "B"}, {"a | b", ""}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("table is %q, want %q", got, want)
	}
}
