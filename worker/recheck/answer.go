package recheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"biom/shared/biometry"
)

// answer is a model's answer in which invalid values have been replaced by null.
type answer struct {
	doc    map[string]any // the JSON as the model wrote it, so that values without doubt keep their digits
	report biometry.Report
	extra  *biometry.Extra

	faults map[string]string // of the invalid values and those tied to them: path → message
	given  []string          // paths of the values that the model gave and that can be withheld
}

// parse reads an answer and replaces invalid values by null. It returns an error if the
// answer is invalid even then, because it is no JSON, is no report or names no device.
func parse(text []byte) (*answer, error) {
	a := &answer{}
	err := a.decode(text)
	faults, ok := errors.AsType[biometry.Faults](err)
	switch {
	case ok:
		if err := a.repair(text, faults); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	for _, p := range a.places() {
		a.given = append(a.given, p.path())
	}
	return a, nil
}

// decode validates the text and sets doc, report and extra.
func (a *answer) decode(text []byte) (err error) {
	if a.report, a.extra, err = biometry.DecodeExtraction(text); err != nil {
		return err
	}
	a.doc, err = members(text)
	return err
}

// members decodes a JSON object and keeps numbers as they are written.
func members(text []byte) (doc map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	d.UseNumber()
	err = d.Decode(&doc)
	return doc, err
}

// repair replaces the values with faults, and those tied to them, by null.
func (a *answer) repair(text []byte, faults biometry.Faults) error {
	doc, err := members(text)
	if err != nil {
		return err
	}
	a.faults = map[string]string{}
	for _, f := range faults {
		for _, path := range tied(f.Path) {
			if get(doc, path) != nil && a.faults[path] == "" {
				a.faults[path] = "goes with a value that was not valid"
			}
		}
		a.faults[f.Path] = f.Message
	}
	for _, path := range a.invalidPaths() {
		if get(doc, path) != nil {
			a.given = append(a.given, path)
		}
		put(doc, path, nil)
	}
	repaired, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	return a.decode(repaired)
}

func (a *answer) json() ([]byte, error) { return json.Marshal(a.doc) }

// invalidPaths returns the paths of faults.
func (a *answer) invalidPaths() []string { return slices.Sorted(maps.Keys(a.faults)) }

// with returns the answer with the values that another answer has at some paths, nil if
// the result is not valid.
func (a *answer) with(other *answer, paths []string) *answer {
	merged, err := a.edited(func(doc map[string]any) {
		for _, path := range paths {
			put(doc, path, get(other.doc, path))
		}
		for _, path := range paths {
			if get(other.doc, path) == nil {
				remove(doc, path)
			}
		}
	})
	if err != nil {
		return nil
	}
	return merged
}

// without returns the answer with null at some paths and at those tied to them.
func (a *answer) without(paths []string) (*answer, error) {
	return a.edited(func(doc map[string]any) {
		for _, path := range paths {
			remove(doc, path)
		}
	})
}

// edited returns a copy that edit has changed, or the error of its validation.
func (a *answer) edited(edit func(doc map[string]any)) (*answer, error) {
	text, err := a.json()
	if err != nil {
		return nil, err
	}
	doc, err := members(text)
	if err != nil {
		return nil, err
	}
	edit(doc)
	if text, err = json.Marshal(doc); err != nil {
		return nil, err
	}
	out := &answer{}
	return out, out.decode(text)
}

// missingIn returns the paths of the values that a gives and b lacks.
func (a *answer) missingIn(b *answer) []string {
	return slices.DeleteFunc(slices.Clone(a.given), func(path string) bool { return get(b.doc, path) != nil })
}

// hasNoMeasurement reports whether no number of either eye is left. The keratometric
// index does not count, because it is a setting, nor does the posterior cornea, because a
// report has more than that.
func (a *answer) hasNoMeasurement() bool {
	for _, p := range a.places() {
		if _, ok := p.number(a); ok && !p.posterior && p.field != "keratometric_index" {
			return false
		}
	}
	return true
}

// remove sets the value at a path, and those tied to it, to null.
func remove(doc map[string]any, path string) {
	put(doc, path, nil)
	for _, p := range tied(path) {
		put(doc, p, nil)
	}
}

// get returns the member at a path, nil if there is none.
func get(doc map[string]any, path string) any {
	parent, name := parentOf(doc, path)
	return parent[name]
}

// put sets the member at a path if the object that holds it exists.
func put(doc map[string]any, path string, v any) {
	if parent, name := parentOf(doc, path); parent != nil {
		parent[name] = v
	}
}

// parentOf returns the object that holds the member at a path, nil if there is none,
// and the name of the member.
func parentOf(doc map[string]any, path string) (parent map[string]any, name string) {
	for {
		member, rest, deeper := strings.Cut(path, ".")
		if !deeper {
			return doc, path
		}
		doc, _ = doc[member].(map[string]any)
		path = rest
	}
}
