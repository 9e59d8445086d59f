package recheck

import (
	"slices"
	"strings"

	"biom/shared/biometry"
)

const (
	rightEye = "right_eye"
	leftEye  = "left_eye"
)

// The prefixes of the paths in an answer.
const (
	core       = "data."
	extra      = "extra_data."
	posteriors = extra + "posterior_keratometry."
)

// spot is the place of one value of an eye in an answer.
type spot struct {
	eye, field string
	posterior  bool
}

// full returns the path in the answer, as faults have it.
func (s spot) full() string {
	if s.posterior {
		return posteriors + s.eye + "." + s.field
	}
	return core + s.eye + "." + s.field
}

// short returns the paths as Withheld has them.
func short(paths []string) []string {
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = strings.TrimPrefix(strings.TrimPrefix(path, core), extra)
	}
	return out
}

// mirrored returns the same paths of the other eye.
func mirrored(paths []string) []string {
	swap := strings.NewReplacer(rightEye, leftEye, leftEye, rightEye)
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = swap.Replace(path)
	}
	return out
}

// other returns the same field of the other eye.
func (s spot) other() spot {
	if s.eye == rightEye {
		s.eye = leftEye
	} else {
		s.eye = rightEye
	}
	return s
}

// tied returns the paths of the values that must be withheld together with a value
// because of the rules on K, PK and TK pairs: for an axis both axes, for a magnitude
// the whole pair.
func tied(path string) (out []string) {
	dot := strings.LastIndexByte(path, '.') + 1
	meridian, what, ok := strings.Cut(path[dot:], "_")
	kind := strings.TrimRight(meridian, "12")
	if !ok || kind == meridian {
		return nil
	}
	for _, name := range []string{"1_magnitude", "2_magnitude", "1_axis", "2_axis"} {
		if what == "magnitude" || strings.HasSuffix(name, what) {
			out = append(out, path[:dot]+kind+name)
		}
	}
	return out
}

// spots returns the places that hold a value of an eye.
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

// value returns the value at a place: a float64, int or string, or nil.
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

// number returns the value at a place if it is a number.
func (s spot) number(a *answer) (float64, bool) {
	switch v := a.value(s).(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	}
	return 0, false
}
