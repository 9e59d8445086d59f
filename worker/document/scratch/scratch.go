// Package scratch gives each document a private directory for the files that
// child processes need, and sees that none outlives its use: a directory is
// removed when it is closed, and what a killed process left is swept when the
// next one opens the space. Several processes may share a root.
//
//	root/                  0700
//	  lock                 held (flock) while a space is opened: sweep and make
//	  space-123/           one process's space
//	    lock               held as long as that process lives
//	    doc-456/           one document
package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const spacePrefix = "space-"

// Space is this process's part of the root.
type Space struct {
	dir  string
	lock *os.File
}

// Dir is the private directory of one document.
type Dir string

// Open makes a space under root after sweeping those whose process is gone.
// An empty root chooses [DefaultRoot].
func Open(root string) (*Space, error) {
	if root == "" {
		root = DefaultRoot()
	}
	if err := private(root); err != nil {
		return nil, err
	}
	gate, err := flock(filepath.Join(root, "lock"), 0)
	if err != nil {
		return nil, fmt.Errorf("scratch: %w", err)
	}
	defer gate.Close()
	if err := sweep(root); err != nil {
		return nil, fmt.Errorf("scratch: sweep: %w", err)
	}
	dir, err := os.MkdirTemp(root, spacePrefix)
	if err != nil {
		return nil, fmt.Errorf("scratch: %w", err)
	}
	lock, err := flock(filepath.Join(dir, "lock"), syscall.LOCK_NB)
	if err != nil {
		return nil, fmt.Errorf("scratch: %w", err)
	}
	return &Space{dir: dir, lock: lock}, nil
}

// Close removes the space with whatever is still in it.
func (s *Space) Close() error {
	defer s.lock.Close()
	return os.RemoveAll(s.dir)
}

// New makes the directory of one document.
func (s *Space) New() (Dir, error) {
	dir, err := os.MkdirTemp(s.dir, "doc-") // MkdirTemp makes it 0700
	return Dir(dir), err
}

// Path is a file in the directory.
func (d Dir) Path(name string) string { return filepath.Join(string(d), name) }

// Write makes a file that only this user reads, and returns its path.
func (d Dir) Write(name string, data []byte) (string, error) {
	return d.Path(name), os.WriteFile(d.Path(name), data, 0o600)
}

// Close removes the directory.
func (d Dir) Close() error { return os.RemoveAll(string(d)) }

// private makes root, or checks that an existing one is ours alone: in a
// shared place such as /dev/shm somebody else could have made it first.
func private(root string) error {
	if err := os.MkdirAll(root, 0o700); err != nil {
		return fmt.Errorf("scratch: %w", err)
	}
	info, err := os.Lstat(root)
	if err != nil {
		return fmt.Errorf("scratch: %w", err)
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !info.IsDir() || !ok || int(stat.Uid) != os.Getuid() || info.Mode().Perm()&0o077 != 0 {
		return fmt.Errorf("scratch: %s must be a directory of this user with mode 0700", root)
	}
	return nil
}

func sweep(root string) error {
	entries, err := os.ReadDir(root)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), spacePrefix) {
			continue
		}
		if err := sweepOne(filepath.Join(root, e.Name())); err != nil {
			return err
		}
	}
	return nil
}

// sweepOne removes a space unless the process that holds its lock lives.
func sweepOne(dir string) error {
	lock, err := flock(filepath.Join(dir, "lock"), syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, os.ErrNotExist) {
		return nil // in use, or closed meanwhile
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	return os.RemoveAll(dir)
}

// flock opens path, which it makes if need be, and locks it exclusively. The
// lock goes with the file, also when the process is killed.
func flock(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|how); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
