package batch

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

	"biom/cmd/internal/draft"
	"biom/shared/client"
)

// series is the series of attempts to have one file processed, in this run of the
// program and in later ones, until the final outcome is known. The attempts share a
// random text, which is stored beside the file's response until then:
//
//	.biom-<SHA-256 of the response's name, 32 digits>.try   26 random characters
//
// The idempotency key is the hash of this text and of everything that is sent.
// Therefore an upload that was interrupted by a broken connection, Ctrl-C or a
// crash is not charged again. A file that was changed meanwhile, or is sent with
// other options, has another key and is a new upload.
type series struct {
	path, random string
	uncertain    bool // an attempt ended without a response: the service may have processed the file
}

// openSeries returns the series of the file whose response goes to target: the one
// that an earlier run has not ended, or a new one.
func openSeries(target string) (*series, error) {
	name := sha256.Sum256([]byte(filepath.Base(target)))
	s := &series{path: filepath.Join(filepath.Dir(target), ".biom-"+hex.EncodeToString(name[:16])+".try")}
	if text, err := os.ReadFile(s.path); err == nil && len(text) == len(rand.Text()) {
		s.random, s.uncertain = string(text), true
		return s, nil
	}
	s.random = rand.Text()
	return s, draft.WriteFile(s.path, []byte(s.random))
}

// key returns the idempotency key for file with options.
func (s *series) key(file io.ReaderAt, options ...string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s%q", s.random, options)
	if _, err := io.Copy(h, io.NewSectionReader(file, 0, math.MaxInt64)); err != nil {
		return "", fmt.Errorf("the file cannot be read: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// note records how an attempt ended, and returns err.
func (s *series) note(err error) error {
	if _, answered := errors.AsType[*client.Error](err); err != nil && !answered {
		s.uncertain = true
	}
	return err
}

// endIfFinal ends the series if its outcome is final: the response is saved, or the
// service refused the file. If the outcome is unknown, or the response could not be
// saved, the next run asks for the same outcome again.
func (s *series) endIfFinal(err error) {
	_, answered := errors.AsType[*client.Error](err)
	if err == nil || answered && (!client.Retryable(err) || !s.uncertain) {
		os.Remove(s.path)
	}
}
