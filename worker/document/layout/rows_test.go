package layout_test

import (
	"strings"
	"testing"

	"biom/worker/document/layout"
)

func word(text string, x, y, height float64) layout.Word {
	return layout.Word{Text: text, Box: layout.Box{X0: x, Y0: y, X1: x + 10*float64(len(text)), Y1: y + height}, Conf: layout.Certain}
}

func text(rows []layout.Row) string {
	var lines []string
	for _, r := range rows {
		var words []string
		for _, w := range r.Words {
			words = append(words, w.Text)
		}
		lines = append(lines, strings.Join(words, " "))
	}
	return strings.Join(lines, "|")
}

func TestRowsGroupWords(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		words []layout.Word
		want  string
	}{
		"none":       {nil, ""},
		"order":      {[]layout.Word{word("d", 90, 40, 20), word("b", 90, 2, 20), word("c", 0, 40, 20), word("a", 0, 0, 20)}, "a b|c d"},
		"a low dash": {[]layout.Word{word("WTW:", 0, 0, 20), word("---", 90, 9, 3), word("LT:", 0, 26, 20)}, "WTW: ---|LT:"},
		"a heading beside two rows": {
			[]layout.Word{word("OD", 0, 0, 60), word("AL", 90, 6, 20), word("LT", 90, 36, 20), word("x", 0, 90, 20)},
			"AL|OD|LT|x",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := text(layout.Rows(tt.words)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
