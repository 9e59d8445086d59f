package eval

import (
	"strings"

	"biom/shared/biometry"
)

// answer is what is held against each other: what a document says, and what
// was read in it. Both went through the validation of an extraction, which
// normalises them.
type answer struct {
	report biometry.Report
	extra  *biometry.Extra
}

// place is one value of an answer.
type place struct {
	path  string
	value func(*answer) any // nil, or a float64, int or string
}

// places is every value that is scored, in the specification's order.
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
	right2 := func(a *answer) *biometry.Posterior { return &a.posteriors().RightEye }
	left2 := func(a *answer) *biometry.Posterior { return &a.posteriors().LeftEye }
	all = append(all, placesOf("right_eye.", biometry.PosteriorFields(), right2)...)
	return append(all, placesOf("left_eye.", biometry.PosteriorFields(), left2)...)
}

// placesOf are the fields of a table in the part of an answer that at finds.
func placesOf[T any](prefix string, fields []biometry.FieldOf[T], at func(*answer) *T) []place {
	out := make([]place, len(fields))
	for i := range fields {
		out[i] = place{prefix + fields[i].Name, func(a *answer) any { return fields[i].Value(at(a)) }}
	}
	return out
}

// posteriors is never nil, so that a value that has no home is null.
func (a *answer) posteriors() *biometry.Posteriors {
	if a.extra == nil || a.extra.PosteriorKeratometry == nil {
		return &biometry.Posteriors{}
	}
	return a.extra.PosteriorKeratometry
}

// notes are the words alone: where a report breaks its lines says nothing.
func notes(a *answer) any {
	if a.extra == nil || a.extra.Notes == nil {
		return nil
	}
	words := strings.Join(strings.Fields(*a.extra.Notes), " ")
	return orNil(&words)
}

// orNil is what s points to, or nil for what was not given.
func orNil(s *string) any {
	if s == nil || *s == "" {
		return nil
	}
	return *s
}
