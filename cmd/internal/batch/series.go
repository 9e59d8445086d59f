package batch

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"biom/cmd/internal/draft"
	"biom/shared/client"
)

// series is the series of attempts to have one file processed, in this run of the
// program and in later ones, until the final outcome is known. Its state is stored
// beside the file's response until then, readable by its owner only, because the ID of a
// job is a secret:
//
//	.biom-<SHA-256 of the response's name, 32 digits>.try
//	{"response":"a.pdf.biom.json","random":"26 characters"}                          before the first attempt
//	{"response":"a.pdf.biom.json","random":"26 characters","key":"…","job":"…"}      the report is a job of the service
//
// The idempotency key is the hash of the random text and of everything that is sent.
// Therefore an upload that was interrupted by a broken connection, Ctrl-C or a
// crash is not charged again, whether it is sent as a job or not. A file that was changed
// meanwhile, or is sent with other options, has another key and is a new upload. So is a
// file that is sent once more after its outcome was known, because its series has ended.
//
// A state is replaced as a whole. Whenever the program is killed, the former state or
// the new one is there.
type series struct {
	path string
	state
	uncertain bool // an attempt ended without a response: the service may have processed the file
}

type state struct {
	Response string `json:"response"` // name of the file with the response
	Random   string `json:"random"`   // a part of every key
	Key      string `json:"key,omitempty"`
	Job      string `json:"job,omitempty"` // ID of the job that was submitted under Key
}

const (
	statePrefix = ".biom-"
	stateSuffix = ".try"
)

// statePath returns the path of the state of the file whose response goes to target.
func statePath(target string) string {
	name := sha256.Sum256([]byte(filepath.Base(target)))
	return filepath.Join(filepath.Dir(target), statePrefix+hex.EncodeToString(name[:16])+stateSuffix)
}

// removeOutdated removes the state of a series whose end a killed program could not note any
// more, and reports whether it did: the response was saved after the state.
func removeOutdated(state string, response fs.FileInfo) bool {
	info, err := os.Stat(state)
	return err == nil && !info.ModTime().After(response.ModTime()) && os.Remove(state) == nil
}

// openSeries returns the series of the file whose response goes to target: the one
// that an earlier run has not ended, or a new one.
func openSeries(target string) (*series, error) {
	path := statePath(target)
	if s := readSeries(path); s != nil && s.Response == filepath.Base(target) {
		return s, nil
	}
	s := &series{path: path, state: state{Response: filepath.Base(target)}}
	return s, s.renew()
}

// readSeries returns the series whose state is in a file, nil if it is not a state.
func readSeries(path string) *series {
	s := &series{path: path, uncertain: true}
	text, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(text, &s.state) != nil || len(s.Random) != len(rand.Text()) {
		return nil
	}
	return s
}

// renew has the following attempts make new uploads.
func (s *series) renew() error {
	s.Random, s.Key, s.Job = rand.Text(), "", ""
	return s.write()
}

// accepted notes that the service has accepted the report as a job.
func (s *series) accepted(key, job string) error {
	s.Key, s.Job, s.uncertain = key, job, true
	return s.write()
}

func (s *series) write() error {
	text, err := json.Marshal(s.state)
	if err != nil {
		return err
	}
	return draft.WriteFile(s.path, append(text, '\n'))
}

// key returns the idempotency key for file with options.
func (s *series) key(file io.ReaderAt, options ...string) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "%s%q", s.Random, options)
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
		s.end()
	}
}

// end removes the state, because the outcome is known.
func (s *series) end() { os.Remove(s.path) }
