package datadir_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/cmd/internal/datadir"
)

func disk(free int64) func(string) (int64, error) {
	return func(string) (int64, error) { return free, nil }
}

func TestErrorNamesDirectorySizesAndRemedy(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	_, err := datadir.OpenWith(path, disk(16<<20-1))
	if err == nil {
		t.Fatal("opened without space")
	}
	for _, want := range []string{path, "16777215 bytes", "16777216 bytes", "free space on it", "BIOM_DATA"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not name %q", err, want)
		}
	}
	d, err := datadir.OpenWith(path, disk(16<<20)) // the lock was released
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if err := d.CheckSpace(16 << 20); err != nil {
		t.Error(err)
	}
	if d.CheckSpace(16<<20+1) == nil {
		t.Error("a byte too few is enough")
	}
}

func TestUnknownFreeSpaceIsAnError(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	if _, err := datadir.OpenWith(t.TempDir(), func(string) (int64, error) { return 0, broken }); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
}

func TestFreeSpaceOfThisDisk(t *testing.T) {
	t.Parallel()
	d, err := datadir.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if free, err := d.Free(); err != nil || free < 16<<20 {
		t.Errorf("%d, %v", free, err)
	}
}

func TestCanWrite(t *testing.T) {
	t.Parallel()
	path := t.TempDir()
	d, err := datadir.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for range 2 {
		if err := d.CanWrite(); err != nil {
			t.Error(err)
		}
	}
	files, err := os.ReadDir(path)
	if err != nil || len(files) != 1 || files[0].Name() != "lock" {
		t.Errorf("left behind: %v, %v", files, err)
	}
	if err := os.Mkdir(filepath.Join(path, "probe"), 0o700); err != nil { // a file cannot be written there
		t.Fatal(err)
	}
	if d.CanWrite() == nil {
		t.Error("no error")
	}
}
