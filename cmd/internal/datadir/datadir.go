// Package datadir opens the data directory of biom serve.
package datadir

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"biom/shared/job"
)

// Dir is the directory with everything that biom serve stores:
//
//	lock     held by the one server that uses the directory
//	job.key  encrypts the jobs in the queue
//	nats/    the queue
//	biom.db  quotas, shares, service keys
//	probe    exists for a moment while CanWrite writes it
type Dir struct {
	path string
	lock *os.File
	free func(path string) (int64, error) // the free bytes of the path's file system
}

// The names of the entries.
const (
	lockName     = "lock"
	jobKeyName   = "job.key"
	queueName    = "nats"
	databaseName = "biom.db"
	probeName    = "probe"
)

// Database returns the path of the database in a data directory.
func Database(path string) string { return filepath.Join(path, databaseName) }

// JobKey returns the key for jobs in a data directory, which a server may be using.
func JobKey(path string) (string, error) {
	key, err := os.ReadFile(filepath.Join(path, jobKeyName))
	return strings.TrimSpace(string(key)), err
}

// Open makes the directory if it does not exist, and locks it. It returns an
// error if another process has locked it, or if the disk has too little space for
// biom serve to start.
func Open(path string) (*Dir, error) { return open(path, free) }

// open is Open with a function that returns the free bytes of a path's file system.
func open(path string, free func(string) (int64, error)) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	lock, err := os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("data directory: %w", err)
	}
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = lock.Close()
		return nil, fmt.Errorf("another biom serve uses the data directory %s; stop it, or give this one a directory of its own with --data", path)
	}
	d := &Dir{path, lock, free}
	if err := d.CheckSpace(startSize); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Close unlocks the directory.
func (d *Dir) Close() error { return d.lock.Close() }

// Queue returns the path of the queue's directory.
func (d *Dir) Queue() string { return filepath.Join(d.path, queueName) }

// Database returns the path of the database.
func (d *Dir) Database() string { return Database(d.path) }

// JobKeyFile returns the path of the file with the key for jobs.
func (d *Dir) JobKeyFile() string { return filepath.Join(d.path, jobKeyName) }

// JobKey returns the key for jobs. At the first start it makes and stores one.
func (d *Dir) JobKey() (string, error) {
	key, err := JobKey(d.path)
	if !errors.Is(err, os.ErrNotExist) {
		return key, err
	}
	newKey := job.NewKey()
	return newKey, writeFile(d.JobKeyFile(), newKey+"\n")
}

// writeFile writes all of text or nothing, even if the power fails. The jobs in the
// queue could not be decrypted with half a key.
func writeFile(path, text string) error {
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
