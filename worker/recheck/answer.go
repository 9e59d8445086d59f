package recheck

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"biom/shared/biometry"
)

// answer is a model's answer that passed validation. doc is what the model
// wrote: what is not in question goes on as it came, names and digits too.
type answer struct {
	doc    map[string]any
	report biometry.Report
	extra  *biometry.Extra
}

func parse(doc []byte) (*answer, error) {
	a := &answer{}
	var err error
	if a.report, a.extra, err = biometry.DecodeExtraction(doc); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(doc, []byte("\ufeff"))))
	dec.UseNumber()
	return a, dec.Decode(&a.doc)
}

func (a *answer) json() ([]byte, error) { return json.Marshal(a.doc) }

// spot is where a value of an eye stands.
type spot struct {
	eye, field string
	posterior  bool
}

const (
	rightEye = "right_eye"
	leftEye  = "left_eye"
)

// The parts of an answer that hold eyes.
const (
	core       = "data"
	extra      = "extra_data"
	posteriors = "posterior_keratometry"
)

// path is where the value stands in the report, as Withheld names it.
func (s spot) path() string {
	if s.posterior {
		return posteriors + "." + s.eye + "." + s.field
	}
	return s.eye + "." + s.field
}

// full is where the value stands in the answer, as faults name it.
func (s spot) full() string { return strings.Join(append(s.parents(), s.field), ".") }

func (s spot) parents() []string {
	if s.posterior {
		return []string{extra, posteriors, s.eye}
	}
	return []string{core, s.eye}
}

// other is the same field of the other eye.
func (s spot) other() spot {
	if s.eye == rightEye {
		s.eye = leftEye
	} else {
		s.eye = rightEye
	}
	return s
}

// tied is what the pair rules let fall with the value: of an axis both axes, of
// a magnitude the whole pair (DESIGN, "K, PK and TK pairs").
func (s spot) tied() []spot {
	meridian, what, ok := strings.Cut(s.field, "_")
	kind := strings.TrimRight(meridian, "12")
	if !ok || kind == meridian {
		return nil
	}
	var out []spot
	for _, name := range []string{"1_magnitude", "2_magnitude", "1_axis", "2_axis"} {
		if what == "magnitude" || strings.HasSuffix(name, what) {
			out = append(out, spot{s.eye, kind + name, s.posterior})
		}
	}
	return out
}

// spots is every place in the report that holds a value of an eye.
func (a *answer) spots() (out []spot) {
	for _, eye := range []string{rightEye, leftEye} {
		for _, f := range biometry.EyeFields() {
			out = append(out, spot{eye, f.Name, false})
		}
		for _, f := range biometry.PosteriorFields() {
			out = append(out, spot{eye, f.Name, true})
		}
	}
	return slices.DeleteFunc(out, func(s spot) bool { return a.value(s) == nil })
}

// value is nil, or a float64, int or string.
func (a *answer) value(s spot) any {
	switch {
	case !s.posterior && s.eye == rightEye:
		return valueOf(&a.report.RightEye, biometry.EyeFields(), s.field)
	case !s.posterior:
		return valueOf(&a.report.LeftEye, biometry.EyeFields(), s.field)
	case a.extra == nil || a.extra.PosteriorKeratometry == nil:
		return nil
	case s.eye == rightEye:
		return valueOf(&a.extra.PosteriorKeratometry.RightEye, biometry.PosteriorFields(), s.field)
	}
	return valueOf(&a.extra.PosteriorKeratometry.LeftEye, biometry.PosteriorFields(), s.field)
}

func valueOf[T any](t *T, fields []biometry.FieldOf[T], name string) any {
	i := slices.IndexFunc(fields, func(f biometry.FieldOf[T]) bool { return f.Name == name })
	return fields[i].Value(t)
}

// number is the value of a field that holds one.
func (s spot) number(a *answer) (float64, bool) {
	switch v := a.value(s).(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	}
	return 0, false
}

// with is the answer with what another says of some fields, nil if the two
// contradict each other.
func (a *answer) with(other *answer, spots []spot) *answer {
	merged, err := a.edited(func(members func(spot) map[string]any) {
		var gone []spot
		for _, s := range spots {
			if other.value(s) == nil {
				gone = append(gone, s)
				continue
			}
			members(s)[s.field] = membersOf(other.doc, s)[s.field]
		}
		remove(members, gone)
	})
	if err != nil {
		return nil
	}
	return merged
}

// without is the answer with null for some fields and what is tied to them.
func (a *answer) without(spots []spot) (*answer, error) {
	return a.edited(func(members func(spot) map[string]any) { remove(members, spots) })
}

func remove(members func(spot) map[string]any, spots []spot) {
	for _, s := range spots {
		for _, each := range append(s.tied(), s) {
			members(each)[each.field] = nil
		}
	}
}

// edited is a changed copy, validated.
func (a *answer) edited(edit func(members func(spot) map[string]any)) (*answer, error) {
	doc, err := a.json()
	if err != nil {
		return nil, err
	}
	out, err := parse(doc)
	if err != nil {
		return nil, err
	}
	edit(func(s spot) map[string]any { return membersOf(out.doc, s) })
	if doc, err = out.json(); err != nil {
		return nil, err
	}
	return parse(doc)
}

// membersOf is the object that holds the spot's member. It is there: some
// member of it has a value.
func membersOf(doc map[string]any, s spot) map[string]any {
	for _, name := range s.parents() {
		doc, _ = doc[name].(map[string]any)
	}
	return doc
}

// lost is what a has and b has not.
func (a *answer) lost(b *answer) []spot {
	return slices.DeleteFunc(a.spots(), func(s spot) bool { return b.value(s) != nil })
}

// blind reports that no eye has a value.
func (a *answer) blind() bool {
	return a.report.RightEye == (biometry.Eye{}) && a.report.LeftEye == (biometry.Eye{})
}
