package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"biom/shared/client"
)

// series is all attempts to have one file processed, in this run of the
// program and in later ones, until the service has had its last word. They
// share a random number, which rests beside the file's response for as long:
//
//	.biom-<SHA-256 of the response's name, 32 digits>.try   26 random characters
//
// Of it and of what is sent the idempotency key is made, so that an upload which
// a broken connection, Ctrl-C or a crash cut off is not charged again, and a
// file that was changed meanwhile, or asked for otherwise, is a new upload.
type series struct {
	path, random string
	doubtful     bool // the service may have begun, or finished, what it did not answer
}

func openSeries(target string) (*series, error) {
	name := sha256.Sum256([]byte(filepath.Base(target)))
	s := &series{path: filepath.Join(filepath.Dir(target), ".biom-"+hex.EncodeToString(name[:16])+".try")}
	if text, err := os.ReadFile(s.path); err == nil && len(text) == len(rand.Text()) {
		s.random, s.doubtful = string(text), true
		return s, nil
	}
	s.random = rand.Text()
	return s, writeFile(s.path, []byte(s.random))
}

// key is the idempotency key for file with options.
func (s *series) key(file io.ReaderAt, options ...string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s%q", s.random, options)
	if _, err := io.Copy(h, io.NewSectionReader(file, 0, math.MaxInt64)); err != nil {
		return "", fmt.Errorf("the file cannot be read: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// note remembers how an attempt ended, and returns err.
func (s *series) note(err error) error {
	if _, answered := errors.AsType[*client.Error](err); err != nil && !answered {
		s.doubtful = true
	}
	return err
}

// settle ends the series when sending the file once more would be another
// request: its outcome is saved, or it was refused. While the outcome is not
// known, or could not be saved, the service is asked for the same one again.
func (s *series) settle(err error) {
	_, answered := errors.AsType[*client.Error](err)
	if err == nil || answered && (!client.Retryable(err) || !s.doubtful) {
		os.Remove(s.path)
	}
}
