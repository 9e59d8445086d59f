package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// draft is a file in the making, which only its owner can read. It has its name
// only once it is whole.
type draft struct {
	*os.File
	target string
}

func newDraft(target string) (*draft, error) {
	file, err := os.CreateTemp(filepath.Dir(target), ".biom-*.tmp")
	if err != nil {
		return nil, err
	}
	return &draft{file, target}, nil
}

// newPlace makes a draft where one can be committed.
func newPlace(target string) (*draft, error) {
	if _, err := usable(target); err != nil {
		return nil, err
	}
	return newDraft(target)
}

// usable refuses a target that cannot be written, such as a directory or a name
// that is too long. It returns the file that is there, nil if there is none.
func usable(target string) (fs.FileInfo, error) {
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", printable(target))
	}
	return info, nil
}

// commit gives the file its name.
func (d *draft) commit() error {
	if err := d.Sync(); err != nil { // a rename may reach the disk before the content does
		return err
	}
	if err := d.Close(); err != nil {
		return err
	}
	return os.Rename(d.Name(), d.target)
}

// commitJSON writes a document in a form that people can read, and commits it.
func (d *draft) commitJSON(document json.RawMessage) error {
	text, err := json.MarshalIndent(document, "", "  ")
	if err != nil {
		return err
	}
	if _, err := d.Write(append(text, '\n')); err != nil {
		return err
	}
	return d.commit()
}

// discard removes what was not committed.
func (d *draft) discard() {
	d.Close()
	os.Remove(d.Name()) // after a commit there is nothing under this name
}

// writeFile writes content to target, whole or not at all.
func writeFile(target string, content []byte) error {
	d, err := newDraft(target)
	if err != nil {
		return err
	}
	defer d.discard()
	if _, err := d.Write(content); err != nil {
		return err
	}
	return d.commit()
}
