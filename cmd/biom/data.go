package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"biom/shared/job"
)

// dataDir is everything that `biom serve` keeps:
//
//	lock     held by the one server that uses the directory
//	job.key  seals what waits in the queue
//	nats/    the queue
//	biom.db  quotas, shares, service keys
type dataDir struct {
	path string
	lock *os.File
}

func openData(path string) (*dataDir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(path, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, fmt.Errorf("another biom serve uses the data directory %s; stop it, or give this one a directory of its own with --data", path)
	}
	return &dataDir{path, lock}, nil
}

func (d *dataDir) join(name string) string { return filepath.Join(d.path, name) }

// close gives up the lock.
func (d *dataDir) close() error { return d.lock.Close() }

// jobKey returns the key that is kept in the directory, making it at the first
// start.
func (d *dataDir) jobKey() (string, error) {
	path := d.join("job.key")
	key, err := os.ReadFile(path)
	if err == nil {
		return strings.TrimSpace(string(key)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", err
	}
	made := job.NewKey()
	return made, writeWhole(path, made+"\n")
}

// writeWhole writes a file whole or not at all, even if the power fails: half
// a key would make the queue unreadable.
func writeWhole(path, text string) error {
	f, err := os.OpenFile(path+".new", os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
