package exporter

import "biom/shared/biometry"

// row is one eye of a report.
type row struct {
	*report

	right     bool
	eye       *biometry.Eye
	posterior *biometry.Posterior
}

// eyes is the number of a report's rows.
const eyes = 2

// rows returns the rows of a report: "the right eye with a right_eye column of 1
// and the left eye with 0" (specification, export, rule 1).
func (r *report) rows() [eyes]row {
	right := row{report: r, right: true, eye: &r.response.Data.RightEye, posterior: new(biometry.Posterior)}
	left := row{report: r, eye: &r.response.Data.LeftEye, posterior: new(biometry.Posterior)}
	if p := r.posteriors(); p != nil {
		right.posterior, left.posterior = &p.RightEye, &p.LeftEye
	}
	return [eyes]row{right, left}
}

// posteriors returns the posterior keratometry of both eyes; nil if there is none.
func (r *report) posteriors() *biometry.Posteriors {
	if r.response.ExtraData == nil {
		return nil
	}
	return r.response.ExtraData.PosteriorKeratometry
}

// column is one column of the by-eye rows. Its description, unit and values are
// those of the report's field.
type column struct {
	biometry.Field

	value func(*row) any // returns nil, a float64, an int or a string
}

// columns are the columns of the by-eye rows, in order. The share code has none,
// because people mail spreadsheets to each other.
var columns = makeColumns()

// makeColumns returns the columns in order: file and eye, device, exam date,
// patient, biometry, posterior keratometry, provenance.
func makeColumns() (all []column) {
	add := func(prefix string, f biometry.Field, value func(*row) any) {
		f.Name = prefix + f.Name
		all = append(all, column{f, value})
	}
	add("", biometry.Field{Name: "filename", Kind: biometry.Text, Description: "Name of the file that the report was read from, as sent with the export"},
		func(r *row) any { return r.filename })
	add("", biometry.Field{Name: "right_eye", Kind: biometry.Integer, Max: 1, Description: "Which eye the row is about: 1 is the right eye, 0 the left eye"},
		func(r *row) any {
			if r.right {
				return 1
			}
			return 0
		})
	device := biometry.BiometerFields()
	add("biometer_", device[0], func(r *row) any { return r.response.Data.Biometer.DeviceName })
	add("biometer_", device[1], func(r *row) any { return r.response.Data.Biometer.Manufacturer })
	add("", biometry.ExamDateField(), func(r *row) any { return valueOrNil(r.response.Data.ExamDate) })
	for _, f := range biometry.PatientFields() {
		add("patient_", f.Field, func(r *row) any { return f.Value(&r.response.Data.Patient) })
	}
	for _, f := range biometry.EyeFields() {
		add("", f.Field, func(r *row) any { return f.Value(r.eye) })
	}
	add("", biometry.PosteriorDeviceField(), func(r *row) any {
		if p := r.posteriors(); p != nil {
			return valueOrNil(p.DeviceName)
		}
		return nil
	})
	for _, f := range biometry.PosteriorFields() {
		add("", f.Field, func(r *row) any { return f.Value(r.posterior) })
	}
	add("", biometry.Field{
		Name: "extraction_method", Kind: biometry.Enum, Values: []string{biometry.MethodAI, biometry.MethodDirect},
		Description: "Where the values come from: read from a document, or entered directly",
	}, func(r *row) any { return r.response.Metadata.Extraction.Method })
	add("", biometry.Field{Name: "extraction_timestamp", Kind: biometry.Text, Description: "When the values were read or entered (ISO 8601)"},
		func(r *row) any { return r.response.Metadata.Extraction.Timestamp })
	return all
}

// valueOrNil returns the text that s points to, or nil if s is nil.
func valueOrNil(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}
