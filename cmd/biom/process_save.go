package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"biom/shared/biometry"
	"biom/shared/filekind"
)

// savedSuffix follows the whole file name, extension included, so that
// report.pdf and report.png do not meet.
const savedSuffix = ".biom.json"

// isDocument reports whether a file of a directory is sent. JSON is not: a
// directory may hold JSON files of any kind.
func isDocument(name string) bool { return filekind.Of(name).IsDocument() }

// planUploads decides where each response goes before anything is sent. A file
// named twice is sent once, and a response that lies beside its report, as in
// dir/*, is not sent as another. Two files whose responses would overwrite each
// other are refused: one patient's would be taken for another's.
func planUploads(files []namedFile, out string) (uploads []*uploadedFile, err error) {
	named := map[string]bool{}
	for _, f := range files {
		named[filepath.Clean(f.path)] = true
	}
	sources := map[string]string{} // target → source
	for _, f := range files {
		if report, ok := strings.CutSuffix(filepath.Clean(f.path), savedSuffix); ok && named[report] {
			continue
		}
		target := targetOf(f, out)
		full, err := filepath.Abs(f.path)
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
		if err := makeFolder(target, out); err != nil {
			return nil, err
		}
		uploads = append(uploads, &uploadedFile{path: f.path, target: target})
	}
	return uploads, nil
}

// targetOf keeps a directory's own directories below out.
func targetOf(f namedFile, out string) string {
	if out != "" {
		return filepath.Join(out, f.below+savedSuffix)
	}
	return filepath.Clean(f.path) + savedSuffix
}

func makeFolder(target, out string) error {
	if out == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return fmt.Errorf("the directory for the responses cannot be made: %w", err)
	}
	return nil
}

// resume marks the files whose responses are there, unless they are to be sent
// again, and those whose responses could not be saved.
func resume(uploads []*uploadedFile, again bool) {
	for _, u := range uploads {
		saved, err := usable(u.target)
		switch {
		case err != nil:
			u.err = noPlace(err)
		case saved != nil && !again:
			u.before = u.savedBefore(saved)
			u.saved = u.before
		}
	}
}

// savedBefore reports that saved is the file's response: whole, and no older
// than the file, which may have been replaced.
func (u *uploadedFile) savedBefore(saved fs.FileInfo) bool {
	report, err := os.Stat(u.path)
	if err != nil || report.ModTime().After(saved.ModTime()) {
		return false
	}
	_, u.response, err = readSaved(u.target)
	return err == nil
}

// readSaved reads a saved response.
func readSaved(path string) (json.RawMessage, *biometry.Response, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	var r biometry.Response
	if json.Unmarshal(text, &r) != nil || r.Metadata.RequestID == "" || r.Data.Biometer.DeviceName == "" {
		return nil, nil, fmt.Errorf("%s is not a saved response", printable(path))
	}
	return text, &r, nil
}
