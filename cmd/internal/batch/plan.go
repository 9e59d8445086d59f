package batch

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"biom/cmd/internal/display"
	"biom/cmd/internal/draft"
	"biom/cmd/internal/filenames"
	"biom/shared/biometry"
	"biom/shared/filekind"
)

// Suffix is added to a file's name to name its response. It follows the
// extension, so that the responses of report.pdf and report.png differ.
const Suffix = ".biom.json"

// IsDocument reports whether a file of a directory is sent. JSON is not: a
// directory may hold JSON files of any kind.
func IsDocument(name string) bool { return filekind.Of(name).IsDocument() }

// Plan decides where each response goes, before anything is sent: below the
// directory out, or beside its file if out is empty. A file that is named twice
// is sent once. A saved response that is named beside its report, as by dir/*, is
// not sent. Plan returns an error if the response of one file would overwrite that
// of another, because the values of one patient would be taken for another's.
func Plan(named []filenames.Named, out string) (files []*File, err error) {
	paths := map[string]bool{}
	for _, f := range named {
		paths[filepath.Clean(f.Path)] = true
	}
	sources := map[string]string{} // target → source
	for _, f := range named {
		if report, ok := strings.CutSuffix(filepath.Clean(f.Path), Suffix); ok && paths[report] {
			continue
		}
		target := targetOf(f, out)
		full, err := filepath.Abs(f.Path)
		if err != nil {
			return nil, err
		}
		other, taken := sources[target]
		switch {
		case taken && other == full:
			continue
		case taken:
			return nil, fmt.Errorf("%s and %s would both be saved as %s: send them in two runs with two directories for --out",
				display.Printable(other), display.Printable(full), display.Printable(target))
		}
		sources[target] = full
		if err := makeDirectory(target, out); err != nil {
			return nil, err
		}
		files = append(files, &File{Path: f.Path, Below: f.Below, Target: target})
	}
	return files, nil
}

// targetOf returns the path of a response. Below out it keeps the subdirectories of
// a directory that the user named.
func targetOf(f filenames.Named, out string) string {
	if out != "" {
		return filepath.Join(out, f.Below+Suffix)
	}
	return filepath.Clean(f.Path) + Suffix
}

func makeDirectory(target, out string) error {
	if out == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
		return fmt.Errorf("the directory for the responses cannot be made: %w", err)
	}
	return nil
}

// Resume marks the files whose responses could not be saved and, unless again is
// set, the files whose responses are saved already.
func Resume(files []*File, again bool) {
	for _, f := range files {
		existing, err := draft.Check(f.Target)
		if existing != nil {
			removeOutdated(statePath(f.Target), existing)
		}
		switch {
		case err != nil:
			f.Err = cannotSave(err)
		case existing != nil && !again:
			f.SavedBefore = f.isSaved(existing)
			f.Saved = f.SavedBefore
		}
	}
}

// isSaved reports whether existing is the file's response: complete, and not
// older than the file, which may have been replaced.
func (f *File) isSaved(existing fs.FileInfo) bool {
	report, err := os.Stat(f.Path)
	if err != nil || report.ModTime().After(existing.ModTime()) {
		return false
	}
	_, f.Response, err = ReadSaved(f.Target)
	return err == nil
}

// ReadSaved reads a saved response, as it was sent and decoded.
func ReadSaved(path string) (json.RawMessage, *biometry.Response, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	var r biometry.Response
	if json.Unmarshal(text, &r) != nil || r.Metadata.RequestID == "" || r.Data.Biometer.DeviceName == "" {
		return nil, nil, fmt.Errorf("%s is not a saved response", display.Printable(path))
	}
	return text, &r, nil
}
