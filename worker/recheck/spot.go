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

// The parts of an answer that hold eyes.
const (
	core       = "data."
	extra      = "extra_data."
	posteriors = extra + "posterior_keratometry."
)

// spot is where a value of an eye stands.
type spot struct {
	eye, field string
	posterior  bool
}

// full is where the value stands in the answer, as faults name it.
func (s spot) full() string {
	if s.posterior {
		return posteriors + s.eye + "." + s.field
	}
	return core + s.eye + "." + s.field
}

// short is where it stands in the report, as Withheld names it.
func short(paths []string) []string {
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = strings.TrimPrefix(strings.TrimPrefix(path, core), extra)
	}
	return out
}

// mirrored are the same places of the other eye.
func mirrored(paths []string) []string {
	swap := strings.NewReplacer(rightEye, leftEye, leftEye, rightEye)
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = swap.Replace(path)
	}
	return out
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

// tied is what the pair rules let fall with a value: of an axis both axes, of
// a magnitude the whole pair (DESIGN, "K, PK and TK pairs").
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
