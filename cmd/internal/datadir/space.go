package datadir

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// startSize is the free space in bytes without which biom serve does not start: the
// files that it opens grow by less.
const startSize = 16 << 20

// probeSize is the size in bytes of the file that CanWrite writes.
const probeSize = 1 << 20

// Free returns how many bytes this user can still write to the disk of the directory.
func (d *Dir) Free() (int64, error) {
	free, err := d.free(d.path)
	if err != nil {
		return 0, fmt.Errorf("data directory %s: %w", d.path, err)
	}
	return free, nil
}

// free returns the free bytes of the file system that holds path.
func free(path string) (int64, error) {
	var fs syscall.Statfs_t
	err := syscall.Statfs(path, &fs)
	return int64(fs.Bavail) * fs.Bsize, err
}

// CheckSpace returns an error if fewer than needed bytes are free. The error names the
// directory, both sizes and the remedy.
func (d *Dir) CheckSpace(needed int64) error {
	free, err := d.Free()
	if err != nil || free >= needed {
		return err
	}
	return fmt.Errorf("the disk of the data directory %s has %s free, but %s are needed; "+
		"free space on it, or move the directory to another disk (BIOM_DATA)", d.path, size(free), size(needed))
}

// size returns a number of bytes in words, like "1048576 bytes (1.0 MiB)".
func size(bytes int64) string {
	return fmt.Sprintf("%d bytes (%.1f MiB)", bytes, float64(bytes)/(1<<20))
}

// CanWrite returns nil if a file of 1 MiB can be written to the directory, else the
// reason why not. The free space alone does not tell: a quota or a read-only file
// system also refuse writes.
func (d *Dir) CanWrite() error {
	path := filepath.Join(d.path, probeName)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	_, err = f.Write(make([]byte, probeSize))
	if err := cmp.Or(err, f.Sync(), f.Close(), os.Remove(path)); err != nil {
		return fmt.Errorf("data directory: %w", err)
	}
	return nil
}
