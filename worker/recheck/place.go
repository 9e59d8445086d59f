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
	dataPrefix      = "data."
	extraPrefix     = "extra_data."
	posteriorPrefix = extraPrefix + "posterior_keratometry."
)

// place says where one value of an eye stands in an answer.
type place struct {
	eye, field string
	posterior  bool
}

// path returns the path of the value in the answer, in the form of a fault's path.
func (p place) path() string {
	if p.posterior {
		return posteriorPrefix + p.eye + "." + p.field
	}
	return dataPrefix + p.eye + "." + p.field
}

// withheldPaths returns paths in the form of Withheld of provider.Answer, without the
// prefixes.
func withheldPaths(paths []string) []string {
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = strings.TrimPrefix(strings.TrimPrefix(path, dataPrefix), extraPrefix)
	}
	return out
}

// ofOtherEye returns the paths of the same fields of the other eye.
func ofOtherEye(paths []string) []string {
	swap := strings.NewReplacer(rightEye, leftEye, leftEye, rightEye)
	out := make([]string, len(paths))
	for i, path := range paths {
		out[i] = swap.Replace(path)
	}
	return out
}

// other returns the place of the same field of the other eye.
func (p place) other() place {
	if p.eye == rightEye {
		p.eye = leftEye
	} else {
		p.eye = rightEye
	}
	return p
}

// tied returns the paths of the values that must be withheld together with a value
// because of the rules on K, PK and TK pairs: for an axis both axes, for a magnitude
// the whole pair.
func tied(path string) (out []string) {
	dot := strings.LastIndexByte(path, '.') + 1
	meridian, quantity, ok := strings.Cut(path[dot:], "_")
	kind := strings.TrimRight(meridian, "12")
	if !ok || kind == meridian {
		return nil
	}
	for _, name := range []string{"1_magnitude", "2_magnitude", "1_axis", "2_axis"} {
		if quantity == "magnitude" || strings.HasSuffix(name, quantity) {
			out = append(out, path[:dot]+kind+name)
		}
	}
	return out
}

// places returns the places that hold a value of an eye.
func (a *answer) places() (out []place) {
	for _, eye := range []string{rightEye, leftEye} {
		for _, f := range biometry.EyeFields() {
			out = append(out, place{eye, f.Name, false})
		}
		for _, f := range biometry.PosteriorFields() {
			out = append(out, place{eye, f.Name, true})
		}
	}
	return slices.DeleteFunc(out, func(p place) bool { return a.value(p) == nil })
}

// value returns the value at a place: a float64, int or string, or nil.
func (a *answer) value(p place) any {
	switch {
	case !p.posterior && p.eye == rightEye:
		return valueOf(&a.report.RightEye, biometry.EyeFields(), p.field)
	case !p.posterior:
		return valueOf(&a.report.LeftEye, biometry.EyeFields(), p.field)
	case a.extra == nil || a.extra.PosteriorKeratometry == nil:
		return nil
	case p.eye == rightEye:
		return valueOf(&a.extra.PosteriorKeratometry.RightEye, biometry.PosteriorFields(), p.field)
	}
	return valueOf(&a.extra.PosteriorKeratometry.LeftEye, biometry.PosteriorFields(), p.field)
}

func valueOf[T any](t *T, fields []biometry.FieldOf[T], name string) any {
	i := slices.IndexFunc(fields, func(f biometry.FieldOf[T]) bool { return f.Name == name })
	return fields[i].Value(t)
}

// number returns the value at a place if it is a number.
func (p place) number(a *answer) (float64, bool) {
	switch v := a.value(p).(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	}
	return 0, false
}

// numbers returns the numbers of both eyes: eye → field → number.
func (a *answer) numbers() map[string]map[string]float64 {
	out := map[string]map[string]float64{rightEye: {}, leftEye: {}}
	for _, p := range a.places() {
		if n, ok := p.number(a); ok {
			out[p.eye][p.field] = n
		}
	}
	return out
}
