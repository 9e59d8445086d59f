package docs_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"biom/docs/devices"
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
	readme := devices.README()
	words := vocabulary(t, readme)
	for page, text := range devices.Pages() {
		if !strings.Contains(readme, "("+page+")") {
			t.Errorf("docs/devices/README.md does not list %s", page)
		}
		sources := listedTitle.FindAllStringSubmatch(devices.Section(text, "Sources"), -1)
		for i, source := range sources {
			if source[1] != strconv.Itoa(i+1) {
				t.Errorf("%s: source %s stands at place %d", page, source[1], i+1)
			}
		}
		rows := devices.Table(devices.Section(text, "Labels"))
		if len(rows) < 2 || !slices.Equal(rows[0], devices.Columns) {
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

// labelFaults returns what is wrong with a row of a table of labels.
func labelFaults(row, words []string, sources int) (faults []string) {
	if len(row) != len(devices.Columns) {
		return []string{"the row has " + strconv.Itoa(len(row)) + " cells, not " + strconv.Itoa(len(devices.Columns))}
	}
	if row[0] == "" {
		faults = append(faults, "nothing is printed")
	}
	if !slices.Contains(languages, row[1]) {
		faults = append(faults, "unknown language "+row[1])
	}
	if what, ok := devices.Instead(row[2]); !ok {
		for _, word := range devices.Words(row[2]) {
			if !slices.Contains(words, word) {
				faults = append(faults, "the vocabulary does not have "+word)
			}
		}
	} else if what == "" {
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
	for _, row := range devices.Table(devices.Section(readme, "Vocabulary")) {
		words = append(words, spans(row[0])...)
	}
	if len(words) < 20 {
		t.Fatalf("docs/devices/README.md has only %d words in its vocabulary", len(words))
	}
	return words
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

func TestDeviceTable(t *testing.T) {
	got := devices.Table("text\n| A | B |\n|---|---|\n| a \\| b | |\n")
	if want := [][]string{{"A", "B"}, {"a | b", ""}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("Table is %q, want %q", got, want)
	}
}
