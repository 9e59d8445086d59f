package eval

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"biom/shared/filekind"
)

const expectedSuffix = ".expected.json"

// TagDevice is the tag that every document gets without having it in its file: the
// expected device_name, "" if no biometry is expected.
const TagDevice = "device"

// Folder is a folder of documents whose expected answers have been read and are valid.
type Folder struct {
	Unexpected      []string // documents without an expected answer, which are not read
	WithoutDocument []string // expected answers without a document

	dir       string
	documents []document
}

// document is one document of a folder with its expected answer.
type document struct {
	name string
	kind filekind.Kind
	expected
}

// Open reads the expected answers of a folder, but not yet the documents. Its error names
// every expected answer that is invalid.
func Open(dir string) (*Folder, error) {
	entries, err := os.ReadDir(dir) // in the order of their names
	if err != nil {
		return nil, err
	}
	f := &Folder{dir: dir}
	answers := map[string]bool{} // NAME.expected.json → has a document
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), expectedSuffix) {
			answers[e.Name()] = false
		}
	}
	var invalid []error
	for _, e := range entries {
		kind := filekind.Of(e.Name())
		if !kind.IsDocument() || e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		d := document{name: e.Name(), kind: kind}
		answer := strings.TrimSuffix(e.Name(), filepath.Ext(e.Name())) + expectedSuffix
		if _, ok := answers[answer]; !ok {
			f.Unexpected = append(f.Unexpected, e.Name())
			continue
		}
		answers[answer] = true
		if err := d.expect(filepath.Join(dir, answer)); err != nil {
			invalid = append(invalid, err)
		}
		f.documents = append(f.documents, d)
	}
	maps.DeleteFunc(answers, func(_ string, hasDocument bool) bool { return hasDocument })
	f.WithoutDocument = slices.Sorted(maps.Keys(answers))
	if len(f.documents) == 0 {
		return nil, fmt.Errorf("there is no document in %s with NAME%s beside it", dir, expectedSuffix)
	}
	return f, errors.Join(invalid...)
}

// expect reads the expected answer of d.
func (d *document) expect(path string) (err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("it has gone")
	}
	if err == nil {
		d.expected, err = parse(text)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	d.tags[TagDevice] = ""
	if d.answer != nil {
		d.tags[TagDevice] = d.answer.report.Biometer.DeviceName
	}
	return nil
}

// Len returns the number of documents to read.
func (f *Folder) Len() int { return len(f.documents) }

// Tags returns the names of the documents' tags, device first.
func (f *Folder) Tags() []string {
	names := map[string]bool{}
	for _, d := range f.documents {
		for name := range d.tags {
			names[name] = true
		}
	}
	delete(names, TagDevice)
	return append([]string{TagDevice}, slices.Sorted(maps.Keys(names))...)
}

// Only removes the documents that do not have, for each of the tags, one of the given
// values.
func (f *Folder) Only(tags map[string][]string) {
	f.documents = slices.DeleteFunc(f.documents, func(d document) bool {
		for name, values := range tags {
			if v, ok := d.tags[name]; !ok || !slices.Contains(values, v) {
				return true
			}
		}
		return false
	})
}
