package batch

import (
	"strings"
	"testing"
)

// A new key is made when the file, or what is asked of it, changed.
func TestSeriesKeys(t *testing.T) {
	t.Parallel()
	target := t.TempDir() + "/a.pdf.biom.json"
	open := func() *series {
		s, err := openSeries(target)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	key := func(s *series, content string, options ...string) string {
		k, err := s.key(strings.NewReader(content), options...)
		if err != nil || len(k) != 64 {
			t.Fatal(k, err)
		}
		return k
	}
	first := open()
	want := key(first, "x", "a", "b")
	if got := key(open(), "x", "a", "b"); got != want {
		t.Error("a later run has another key")
	}
	for name, other := range map[string]string{"content": key(first, "y", "a", "b"), "options": key(first, "x", "ab", ""), "fewer": key(first, "x", "a")} {
		if other == want {
			t.Errorf("%s: the same key", name)
		}
	}
	first.endIfFinal(nil)
	if got := key(open(), "x", "a", "b"); got == want {
		t.Error("the series goes on after its end")
	}
}
