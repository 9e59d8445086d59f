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

// answer is what a model answered, with null in the place of what is not valid
// in it. doc is what the model wrote: what is not in question goes on as it
// came, names and digits too.
type answer struct {
	doc    map[string]any
	report biometry.Report
	extra  *biometry.Extra

	// faults is what was not valid, by its path, and what the pair rules tie to
	// it. claims is where the model stated something that can be withheld.
	faults map[string]string
	claims []string
}

// parse reads an answer. The error is of one that is not valid even without
// what is wrong in it: no JSON, no report, no device.
func parse(text []byte) (*answer, error) {
	a := &answer{}
	err := a.decode(text)
	faults, ok := errors.AsType[biometry.Faults](err)
	switch {
	case ok:
		if err := a.mend(text, faults); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, err
	}
	for _, s := range a.spots() {
		a.claims = append(a.claims, s.full())
	}
	return a, nil
}

// decode validates the text.
func (a *answer) decode(text []byte) (err error) {
	if a.report, a.extra, err = biometry.DecodeExtraction(text); err != nil {
		return err
	}
	a.doc, err = members(text)
	return err
}

func members(text []byte) (doc map[string]any, err error) {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff"))))
	d.UseNumber()
	err = d.Decode(&doc)
	return doc, err
}

// mend makes null what is not valid, and what is tied to it.
func (a *answer) mend(text []byte, faults biometry.Faults) error {
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
	for _, path := range a.invalid() {
		if get(doc, path) != nil {
			a.claims = append(a.claims, path)
		}
		put(doc, path, nil)
	}
	mended, err := json.Marshal(doc)
	if err != nil {
		return err
	}
	return a.decode(mended)
}

func (a *answer) json() ([]byte, error) { return json.Marshal(a.doc) }

// invalid is the paths of faults.
func (a *answer) invalid() []string { return slices.Sorted(maps.Keys(a.faults)) }

// with is the answer with what another says at some places, nil if the two
// contradict each other.
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

// without is the answer with null at some places and at those tied to them.
func (a *answer) without(paths []string) (*answer, error) {
	return a.edited(func(doc map[string]any) {
		for _, path := range paths {
			remove(doc, path)
		}
	})
}

// edited is a changed copy, validated.
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

// lost is what a claims and b has not.
func (a *answer) lost(b *answer) []string {
	return slices.DeleteFunc(slices.Clone(a.claims), func(path string) bool { return get(b.doc, path) != nil })
}

// blind reports that no measurement is left; the index is a setting.
func (a *answer) blind() bool {
	for _, s := range a.spots() {
		if _, ok := s.number(a); ok && s.field != "keratometric_index" {
			return false
		}
	}
	return true
}

// remove makes null what stands at a path, and what is tied to it.
func remove(doc map[string]any, path string) {
	put(doc, path, nil)
	for _, p := range tied(path) {
		put(doc, p, nil)
	}
}

// get is the member at a path, nil if there is none.
func get(doc map[string]any, path string) any {
	parent, name := parentOf(doc, path)
	return parent[name]
}

// put sets the member at a path, if there is an object to hold it.
func put(doc map[string]any, path string, v any) {
	if parent, name := parentOf(doc, path); parent != nil {
		parent[name] = v
	}
}

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
