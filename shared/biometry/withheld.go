package biometry

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
)

// Withheld is a value that a document has and its report has not, because it is doubtful.
type Withheld struct {
	Field  string         `json:"field"`            // its path without data. and extra_data., such as "right_eye.AL"
	Reason WithheldReason `json:"reason,omitempty"` // "" if it is not known
}

// Place returns the eye that the value belongs to, RightEye, LeftEye or "", and its field: the name of a
// measurement, or the whole path of a value that is no eye's.
func (w Withheld) Place() (eye, field string) { return Place(w.Field) }

// Place returns the eye that the value at a path belongs to, RightEye, LeftEye or "", and its field: the name
// of a measurement, or the whole path of a value that is no eye's.
func Place(path string) (eye, field string) {
	for _, eye := range []string{RightEye, LeftEye} {
		if _, field, ok := strings.Cut(path, eye+"."); ok {
			return eye, field
		}
	}
	return "", path
}

// WithheldReason says why a value is withheld. A value that belongs to another one, such as an axis to its
// power, is withheld with it and for its reason. Later versions may have more reasons.
type WithheldReason string

// The reasons.
const (
	NotLegible     WithheldReason = "not_legible"
	NotConfirmed   WithheldReason = "not_confirmed"
	ReadingsDiffer WithheldReason = "readings_differ"
	NotInDocument  WithheldReason = "not_in_document"
	BreaksRule     WithheldReason = "breaks_rule"
	Incomplete     WithheldReason = "incomplete"
	NotUnderstood  WithheldReason = "not_understood"
	SeveralValues  WithheldReason = "several_values"
	EyeUnclear     WithheldReason = "eye_unclear"
	PatientUnclear WithheldReason = "patient_unclear"
)

// WithheldReasons returns what each reason means, in words for a user.
func WithheldReasons() map[WithheldReason]string {
	return map[WithheldReason]string{
		NotLegible:     "its letters or digits cannot be read for certain",
		NotConfirmed:   "one of several readings alone saw it",
		ReadingsDiffer: "readings of the document saw different values",
		NotInDocument:  "the document does not have this value at its place",
		Incomplete:     "it only counts together with another value, which is not known",
		BreaksRule:     "it is outside the range of its field, in another unit, or contradicts other values",
		NotUnderstood:  "what is printed has no certain meaning, such as a date whose day and month may be exchanged",
		SeveralValues:  "another value on the page may be the one that is meant",
		EyeUnclear:     "the document does not tell for certain which eye it belongs to",
		PatientUnclear: "the document seems to be about more than one patient",
	}
}

// maxReason is the greatest number of characters of a reason of a later version.
const maxReason = 32

// WithheldFields returns the fields, in the order of a list, without the reasons.
func WithheldFields(list []Withheld) []string {
	var out []string
	for _, w := range list {
		out = append(out, w.Field)
	}
	return out
}

// withheld reads the list of withheld values. It drops those that the report has, because somebody has
// filled them in, and fields that this version does not know.
func (d *decoder) withheld(m *member, r *Response) (list []Withheld) {
	var all []Withheld
	if !d.hasKind(m, '[', "an array") {
		return nil
	}
	if json.Unmarshal(d.value(m).raw, &all) != nil {
		d.fault(m, RuleKind, "must be an array of objects with the strings field and reason")
		return nil
	}
	for _, w := range all {
		value, known := valueAt[w.Field]
		repeated := slices.ContainsFunc(list, func(earlier Withheld) bool { return earlier.Field == w.Field })
		if !known || repeated || value(r) != nil {
			continue
		}
		if !isReason(w.Reason) {
			w.Reason = ""
		}
		list = append(list, w)
	}
	return list
}

// isReason reports whether s has the form of a reason.
func isReason(s WithheldReason) bool {
	for _, c := range s {
		if c != '_' && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(s) <= maxReason
}

// valueAt returns the value of a response, or nil, at each path that may be withheld.
var valueAt = func() map[string]func(*Response) any {
	all := map[string]func(*Response) any{
		examDateField.Name: func(r *Response) any { return textOf(r.Data.ExamDate) },
		notesField.Name: func(r *Response) any {
			if r.ExtraData == nil {
				return nil
			}
			return textOf(r.ExtraData.Notes)
		},
	}
	addValues(all, "patient.", patientFields, func(r *Response) *Patient { return &r.Data.Patient })
	addValues(all, "right_eye.", eyeFields, func(r *Response) *Eye { return &r.Data.RightEye })
	addValues(all, "left_eye.", eyeFields, func(r *Response) *Eye { return &r.Data.LeftEye })
	addValues(all, "posterior_keratometry.right_eye.", posteriorFields, func(r *Response) *Posterior { return &r.Posteriors().RightEye })
	addValues(all, "posterior_keratometry.left_eye.", posteriorFields, func(r *Response) *Posterior { return &r.Posteriors().LeftEye })
	return all
}()

func addValues[T any](all map[string]func(*Response) any, prefix string, fields []FieldOf[T], of func(*Response) *T) {
	for _, f := range fields {
		all[prefix+f.Name] = func(r *Response) any { return f.Value(of(r)) }
	}
}

// Posteriors returns the posterior keratometry, an empty one if there is none.
func (r *Response) Posteriors() *Posteriors {
	if r.ExtraData == nil || r.ExtraData.PosteriorKeratometry == nil {
		return &Posteriors{}
	}
	return r.ExtraData.PosteriorKeratometry
}

func textOf(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}
