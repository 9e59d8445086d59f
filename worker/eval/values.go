package eval

import (
	"strings"

	"biom/shared/biometry"
)

// answer holds the expected or the found values of a document. Both have been validated
// and thereby normalised.
type answer struct {
	report biometry.Report
	extra  *biometry.Extra
}

// place is the place of one value in an answer.
type place struct {
	path  string
	value func(*answer) any // returns a float64, int or string, or nil
}

// places lists every value that is scored, in the specification's order.
var places = allPlaces()

const deviceName = "device_name"

func allPlaces() []place {
	all := []place{
		{deviceName, func(a *answer) any { return orNil(&a.report.Biometer.DeviceName) }},
		{"manufacturer", func(a *answer) any { return orNil(&a.report.Biometer.Manufacturer) }},
		{biometry.ExamDateField().Name, func(a *answer) any { return orNil(a.report.ExamDate) }},
	}
	patient := func(a *answer) *biometry.Patient { return &a.report.Patient }
	right := func(a *answer) *biometry.Eye { return &a.report.RightEye }
	left := func(a *answer) *biometry.Eye { return &a.report.LeftEye }
	all = append(all, placesOf("patient.", biometry.PatientFields(), patient)...)
	all = append(all, placesOf("right_eye.", biometry.EyeFields(), right)...)
	all = append(all, placesOf("left_eye.", biometry.EyeFields(), left)...)
	all = append(all,
		place{biometry.NotesField().Name, notes},
		place{biometry.PosteriorDeviceField().Name, func(a *answer) any { return orNil(a.posteriors().DeviceName) }})
	rightPosterior := func(a *answer) *biometry.Posterior { return &a.posteriors().RightEye }
	leftPosterior := func(a *answer) *biometry.Posterior { return &a.posteriors().LeftEye }
	all = append(all, placesOf("right_eye.", biometry.PosteriorFields(), rightPosterior)...)
	return append(all, placesOf("left_eye.", biometry.PosteriorFields(), leftPosterior)...)
}

// placesOf returns the places of the fields of a table. part returns the part of an answer
// that has these fields.
func placesOf[T any](prefix string, fields []biometry.FieldOf[T], part func(*answer) *T) []place {
	out := make([]place, len(fields))
	for i := range fields {
		out[i] = place{prefix + fields[i].Name, func(a *answer) any { return fields[i].Value(part(a)) }}
	}
	return out
}

// Values returns the values of a valid answer that are not null, by the paths that reports
// of this package have: float64, int and string.
func Values(report biometry.Report, extra *biometry.Extra) map[string]any {
	values := map[string]any{}
	for _, p := range places {
		if v := p.value(&answer{report, extra}); v != nil {
			values[p.path] = v
		}
	}
	return values
}

// ExpectedValues returns the Values of the content of a NAME.expected.json.
func ExpectedValues(doc []byte) (map[string]any, error) {
	e, err := parse(doc)
	if err != nil || e.noBiometry {
		return nil, err
	}
	return Values(e.answer.report, e.answer.extra), nil
}

// posteriors returns the posterior keratometry of both eyes, empty if the answer has none.
func (a *answer) posteriors() *biometry.Posteriors {
	if a.extra == nil || a.extra.PosteriorKeratometry == nil {
		return &biometry.Posteriors{}
	}
	return a.extra.PosteriorKeratometry
}

// notes returns the words of the notes, separated by single spaces, because line breaks
// have no meaning in them.
func notes(a *answer) any {
	if a.extra == nil || a.extra.Notes == nil {
		return nil
	}
	words := strings.Join(strings.Fields(*a.extra.Notes), " ")
	return orNil(&words)
}

// orNil returns what s points to, or nil if s is nil or empty.
func orNil(s *string) any {
	if s == nil || *s == "" {
		return nil
	}
	return *s
}
