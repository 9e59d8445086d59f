// Package draft writes files that appear under their name only when they are
// complete.
package draft

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"biom/cmd/internal/display"
)

// Draft is an incomplete file beside its target, which only its owner can read.
type Draft struct {
	*os.File

	target string
}

// New makes a draft beside target.
func New(target string) (*Draft, error) {
	file, err := os.CreateTemp(filepath.Dir(target), ".biom-*.tmp")
	if err != nil {
		return nil, err
	}
	return &Draft{file, target}, nil
}

// Open makes a draft like New. It returns an error if the draft could not replace
// target.
func Open(target string) (*Draft, error) {
	if _, err := Check(target); err != nil {
		return nil, err
	}
	return New(target)
}

// Check returns an error if target cannot be written, for instance because it is a
// directory or its name is too long. Otherwise it describes the existing file; nil
// means that there is none.
func Check(target string) (fs.FileInfo, error) {
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", display.Printable(target))
	}
	return info, nil
}

// Commit makes the draft the target file, in place of an existing one.
func (d *Draft) Commit() error {
	if err := d.Sync(); err != nil { // a rename may reach the disk before the content does
		return err
	}
	if err := d.Close(); err != nil {
		return err
	}
	return os.Rename(d.Name(), d.target)
}

// CommitJSON writes a JSON document, indented, and commits the file.
func (d *Draft) CommitJSON(document json.RawMessage) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	if _, err := d.Write(append(text, '\n')); err != nil {
		return err
	}
	return d.Commit()
}

// WriteJSON writes a JSON document to target, indented, all of it or nothing.
func WriteJSON(target string, document json.RawMessage) error {
	d, err := New(target)
	if err != nil {
		return err
	}
	defer d.Discard()
	return d.CommitJSON(document)
}

// Discard removes the draft. After a commit it does nothing.
func (d *Draft) Discard() {
	d.Close()
	os.Remove(d.Name())
}

// WriteFile writes content to target, all of it or nothing.
func WriteFile(target string, content []byte) error {
	d, err := New(target)
	if err != nil {
		return err
	}
	defer d.Discard()
	if _, err := d.Write(content); err != nil {
		return err
	}
	return d.Commit()
}
