// Package scratch gives each document a private directory for the files that child
// processes need. Closing the directory removes it. The directories that a killed
// process has left are removed when another process opens its space. Several
// processes may share a root. The local reader, package recheck and package
// attachment use it.
//
//	root/                  0700
//	  lock                 locked (flock) while a process removes and makes spaces
//	  space-123/           the space of one process
//	    lock               locked as long as that process lives
//	    doc-456/           the directory of one document
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

// Space is the part of the root that belongs to this process.
type Space struct {
	dir  string
	lock *os.File
}

// Dir is the private directory of one document.
type Dir string

// Open removes the spaces under root whose process has ended, and makes a new one. ""
// means [DefaultRoot]. It fails if root is not a directory of this user alone.
func Open(root string) (*Space, error) {
	if root == "" {
		root = DefaultRoot()
	}
	if err := private(root); err != nil {
		return nil, err
	}
	rootLock, err := flock(filepath.Join(root, "lock"), 0)
	if err != nil {
		return nil, fmt.Errorf("scratch: %w", err)
	}
	defer rootLock.Close()
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

// Close removes the space and everything in it.
func (s *Space) Close() error {
	defer s.lock.Close()
	return os.RemoveAll(s.dir)
}

// New makes a directory for one document.
func (s *Space) New() (Dir, error) {
	dir, err := os.MkdirTemp(s.dir, "doc-") // MkdirTemp makes it 0700
	return Dir(dir), err
}

// Path returns the path of a file in the directory.
func (d Dir) Path(name string) string { return filepath.Join(string(d), name) }

// Write writes a file that only this user can read, and returns its path.
func (d Dir) Write(name string, data []byte) (string, error) {
	return d.Path(name), os.WriteFile(d.Path(name), data, 0o600)
}

// Close removes the directory.
func (d Dir) Close() error { return os.RemoveAll(string(d)) }

// private makes root, or checks that an existing root belongs to this user alone. In
// a shared place such as /dev/shm another user could have made it first.
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

// sweep removes the spaces of processes that have ended.
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

// sweepOne removes a space unless a process holds its lock.
func sweepOne(dir string) error {
	lock, err := flock(filepath.Join(dir, "lock"), syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, os.ErrNotExist) {
		return nil // the space is in use, or has been closed meanwhile
	}
	if err != nil {
		return err
	}
	defer lock.Close()
	return os.RemoveAll(dir)
}

// flock opens or makes the file at path and locks it exclusively. flags is 0 to wait for
// the lock, or LOCK_NB to fail if the lock is taken. The lock ends when the file is closed, even if the process
// is killed.
func flock(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|flags); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
