package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// savedSuffix follows the whole file name, extension included, so that
// report.pdf and report.png do not meet.
const savedSuffix = ".biom.json"

// planUploads decides where each response goes before anything is sent. A file
// named twice is sent once. Two files whose responses would overwrite each
// other are refused: one patient's would be taken for another's.
func planUploads(paths []string, out string) (uploads []*uploadedFile, err error) {
	sources := map[string]string{} // target → source
	for _, path := range paths {
		target := targetOf(path, out)
		full, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		other, taken := sources[target]
		switch {
		case taken && other == full:
			continue
		case taken:
			return nil, fmt.Errorf("%s and %s would both be saved as %s: send them in two runs with two directories for --out",
				printable(other), printable(full), printable(target))
		}
		sources[target] = full
		uploads = append(uploads, &uploadedFile{path: path, target: target})
	}
	if out != "" {
		return uploads, os.MkdirAll(out, 0o700)
	}
	return uploads, nil
}

func targetOf(path, out string) string {
	dir, name := filepath.Split(filepath.Clean(path))
	if out != "" {
		dir = out
	}
	return filepath.Join(dir, name+savedSuffix)
}

// draft is a file in the making. It has its name only once it is whole.
type draft struct {
	file   *os.File
	target string
}

// newDraft makes a file beside target that only its owner can read.
func newDraft(target string) (*draft, error) {
	file, err := os.CreateTemp(filepath.Dir(target), ".biom-*.tmp")
	if err != nil {
		return nil, fmt.Errorf("there is no place to save the response, so nothing was sent: %w", err)
	}
	return &draft{file, target}, nil
}

// commit writes response in a form that people can read, and gives the file
// its name.
func (d *draft) commit(response json.RawMessage) error {
	text, err := json.MarshalIndent(response, "", "  ")
	if err != nil {
		return err
	}
	if _, err := d.file.Write(append(text, '\n')); err != nil {
		return err
	}
	if err := d.file.Sync(); err != nil { // a rename may reach the disk before the content does
		return err
	}
	if err := d.file.Close(); err != nil {
		return err
	}
	return os.Rename(d.file.Name(), d.target)
}

// discard removes what was not committed.
func (d *draft) discard() {
	d.file.Close()
	os.Remove(d.file.Name()) // after a commit there is nothing under this name
}
