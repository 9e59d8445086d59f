package batch

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const (
	target = "a.pdf.biom.json"
	someID = "6f1c6f1c6f1c6f1c6f1c6f1c6f1c6f1c"
)

func open(t *testing.T, dir string) *series {
	t.Helper()
	s, err := openSeries(filepath.Join(dir, target))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func keyOf(t *testing.T, s *series, content string, options ...string) string {
	t.Helper()
	k, err := s.key(strings.NewReader(content), options...)
	if err != nil || len(k) != 64 {
		t.Fatal(k, err)
	}
	return k
}

// A new key is made when the file, or what is asked of it, changed.
func TestSeriesKeys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := open(t, dir)
	want := keyOf(t, first, "x", "a", "b")
	if got := keyOf(t, open(t, dir), "x", "a", "b"); got != want {
		t.Error("a later run has another key")
	}
	for name, other := range map[string]string{"content": keyOf(t, first, "y", "a", "b"), "options": keyOf(t, first, "x", "ab", ""), "fewer": keyOf(t, first, "x", "a")} {
		if other == want {
			t.Errorf("%s: the same key", name)
		}
	}
	first.endIfFinal(nil)
	if got := keyOf(t, open(t, dir), "x", "a", "b"); got == want {
		t.Error("the series goes on after its end")
	}
}

// jobsIn returns the IDs of the jobs that a directory notes.
func jobsIn(t *testing.T, dir string) (ids []string) {
	t.Helper()
	files, err := Submitted(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Target != filepath.Join(dir, target) || f.Path != filepath.Join(dir, "a.pdf") {
			t.Errorf("a job for %s, %s", f.Path, f.Target)
		}
		ids = append(ids, f.Job())
	}
	return ids
}

// Whenever the program is killed while it replaces a state, the former state is there.
func TestSeriesSurvivesAKillWhileItsStateIsWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	key := keyOf(t, s, "x")
	if err := s.accepted(key, someID); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range text {
		if err := os.WriteFile(filepath.Join(dir, ".biom-1.tmp"), text[:n], 0o600); err != nil { // what draft.WriteFile leaves
			t.Fatal(err)
		}
		if again := open(t, dir); again.Job != someID || keyOf(t, again, "x") != key {
			t.Fatalf("after %d bytes: %+v", n, again.state)
		}
		if got := jobsIn(t, dir); len(got) != 1 || got[0] != someID {
			t.Errorf("after %d bytes: %v", n, got)
		}
	}
}

// A state that was damaged all the same is never taken for another one.
func TestSeriesRecognisesATruncatedState(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	key := keyOf(t, s, "x")
	if err := s.accepted(key, someID); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range text {
		if err := os.WriteFile(s.path, text[:n], 0o600); err != nil {
			t.Fatal(err)
		}
		whole := n == len(text)-1 // only the line break is missing
		if got := jobsIn(t, dir); len(got) != 0 != whole {
			t.Errorf("after %d bytes: %v", n, got)
		}
		again := open(t, dir)
		if same := again.Job == someID && keyOf(t, again, "x") == key; same != whole || !whole && again.Job != "" {
			t.Errorf("after %d bytes: %+v", n, again.state)
		}
	}
}

// A state that names a file elsewhere, which only somebody else can have written, leads
// nowhere.
func TestSubmittedStaysInItsDirectory(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := open(t, dir)
	s.Response = "../" + target
	if err := s.accepted("k", someID); err != nil {
		t.Fatal(err)
	}
	if got := jobsIn(t, dir); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

// The program is killed after it has saved a response and before it has removed the state.
func TestSeriesEndsWithTheResponse(t *testing.T) {
	t.Parallel()
	for _, find := range []func(dir string){
		func(dir string) { Resume([]*File{{Target: filepath.Join(dir, target)}}, true) },
		func(dir string) { jobsIn(t, dir) },
	} {
		dir := t.TempDir()
		s := open(t, dir)
		if err := s.accepted("k", someID); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, target), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		for age, ended := range map[time.Duration]bool{-time.Second: false, time.Second: true} { // the response is older, or newer
			if err := s.write(); err != nil {
				t.Fatal(err)
			}
			at := time.Now().Add(age)
			if err := os.Chtimes(filepath.Join(dir, target), at, at); err != nil {
				t.Fatal(err)
			}
			find(dir)
			if _, err := os.Stat(s.path); os.IsNotExist(err) != ended {
				t.Errorf("response %s later: %v", age, err)
			}
		}
	}
}
