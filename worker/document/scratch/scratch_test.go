package scratch_test

import (
	"os"
	"path/filepath"
	"testing"

	"biom/worker/document/scratch"
)

func TestDirIsPrivateAndRemoved(t *testing.T) {
	t.Parallel()
	s := open(t, filepath.Join(t.TempDir(), "root"))
	d, err := s.New()
	if err != nil {
		t.Fatal(err)
	}
	file, err := d.Write("document.pdf", []byte("x"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]os.FileMode{string(d): 0o700, file: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v, want mode %o", path, info, err, want)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(string(d)); !os.IsNotExist(err) {
		t.Errorf("the directory still exists: %v", err)
	}
}

// TestOpenRemovesOnlyAbandonedSpaces leaves the spaces of living processes, and other
// directories.
func TestOpenRemovesOnlyAbandonedSpaces(t *testing.T) {
	t.Parallel()
	root := filepath.Join(t.TempDir(), "root")
	living := open(t, root)
	used, err := living.New()
	if err != nil {
		t.Fatal(err)
	}
	abandoned := filepath.Join(root, "space-left", "doc-1")
	if err := os.MkdirAll(abandoned, 0o700); err != nil {
		t.Fatal(err)
	}
	foreign := filepath.Join(root, "not-ours")
	if err := os.Mkdir(foreign, 0o700); err != nil {
		t.Fatal(err)
	}
	open(t, root)
	if _, err := os.Stat(abandoned); !os.IsNotExist(err) {
		t.Errorf("the abandoned directory still exists: %v", err)
	}
	for _, path := range []string{string(used), foreign} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}

func TestRootMustBePrivate(t *testing.T) {
	t.Parallel()
	root := filepath.Join(t.TempDir(), "root")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	if s, err := scratch.Open(root); err == nil {
		s.Close()
		t.Error("a directory that others can read was accepted")
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(t.TempDir(), link); err != nil {
		t.Fatal(err)
	}
	if s, err := scratch.Open(link); err == nil {
		s.Close()
		t.Error("a symbolic link was accepted")
	}
}

func open(t *testing.T, root string) *scratch.Space {
	t.Helper()
	s, err := scratch.Open(root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}
