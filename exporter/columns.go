package exporter

import (
	"slices"
	"strings"

	"biom/shared/biometry"
)

// row is one eye of a report.
type row struct {
	*report

	name      string // biometry.RightEye or LeftEye
	eye       *biometry.Eye
	posterior *biometry.Posterior
}

// eyes is the number of a report's rows.
const eyes = 2

// rows returns the rows of a report: "the right eye with a right_eye column of 1
// and the left eye with 0" (specification, export, rule 1).
func (r *report) rows() [eyes]row {
	data, posterior := &r.response.Data, r.response.Posteriors()
	return [eyes]row{
		{r, biometry.RightEye, &data.RightEye, &posterior.RightEye},
		{r, biometry.LeftEye, &data.LeftEye, &posterior.LeftEye},
	}
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
// patient, biometry, posterior keratometry, provenance, what to check, and who
// has checked it.
func makeColumns() (all []column) {
	add := func(prefix string, f biometry.Field, value func(*row) any) {
		f.Name = prefix + f.Name
		all = append(all, column{f, value})
	}
	add("", biometry.Field{Name: "filename", Kind: biometry.Text, Description: "Name of the file that the report was read from, as sent with the export"},
		func(r *row) any { return r.filename })
	add("", biometry.Field{Name: "right_eye", Kind: biometry.Integer, Max: 1, Description: "Which eye the row is about: 1 is the right eye, 0 the left eye"},
		func(r *row) any {
			if r.name == biometry.RightEye {
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
	add("", biometry.PosteriorDeviceField(), func(r *row) any { return valueOrNil(r.response.Posteriors().DeviceName) })
	for _, f := range biometry.PosteriorFields() {
		add("", f.Field, func(r *row) any { return f.Value(r.posterior) })
	}
	add("", biometry.Field{
		Name: "extraction_method", Kind: biometry.Enum, Values: []string{biometry.MethodAI, biometry.MethodDirect},
		Description: "Where the values come from: read from a document, or entered directly",
	}, func(r *row) any { return r.response.Metadata.Extraction.Method })
	add("", biometry.Field{Name: "extraction_timestamp", Kind: biometry.Text, Description: "When the values were read or entered (ISO 8601)"},
		func(r *row) any { return r.response.Metadata.Extraction.Timestamp })
	add("", biometry.Field{Name: "eye", Kind: biometry.Enum, Values: []string{"OD", "OS"}, Description: "Which eye the row is about: OD is the right eye, OS the left eye"},
		func(r *row) any { return biometry.Side(r.name) })
	add("", biometry.Field{Name: "withheld", Kind: biometry.Text, Description: "Values of this eye, or of the report, that the document has and the row has not, because they are doubtful, each with its reason"},
		func(r *row) any { return joined(r.withheld()) })
	add("", biometry.Field{Name: "notes", Kind: biometry.Text, Description: "Remarks and warnings that the report itself prints"},
		func(r *row) any {
			if r.response.ExtraData == nil {
				return nil
			}
			return valueOrNil(r.response.ExtraData.Notes)
		})
	add("", biometry.Field{Name: "warnings", Kind: biometry.Text, Description: "What is unusual in adults, which need not be wrong: compare it with the report"},
		func(r *row) any { return joined(r.warnings()) })
	addSignOff(add)
	return all
}

// addSignOff adds the columns that say who has compared the values with the document, and which of them. They are
// empty for a report that nobody has signed off.
func addSignOff(add func(prefix string, f biometry.Field, value func(*row) any)) {
	of := func(name, description string, value func(*row, *biometry.SignOff) any) {
		add("sign_off_", biometry.Field{Name: name, Kind: biometry.Text, Description: description}, func(r *row) any {
			if s := r.response.Metadata.Extraction.SignOff; s != nil {
				return value(r, s)
			}
			return nil
		})
	}
	of("at", "When somebody compared the values with the report and signed them off, as the client declares (ISO 8601)",
		func(_ *row, s *biometry.SignOff) any { return s.At })
	of("by", "Who signed off, if the client names somebody", func(_ *row, s *biometry.SignOff) any {
		if s.By == "" {
			return nil
		}
		return s.By
	})
	of("confirmed", "Values of this eye, or of the report, that were compared and are right",
		func(r *row, s *biometry.SignOff) any { return joined(r.own(s.Confirmed)) })
	of("corrected", "Values of this eye, or of the report, that were changed, filled in or removed",
		func(r *row, s *biometry.SignOff) any { return joined(r.own(s.Corrected)) })
}

// own returns the fields at those paths that belong to the row's eye, or to no eye.
func (r *row) own(paths []string) (fields []string) {
	for _, path := range paths {
		if eye, field := biometry.Place(path); eye == "" || eye == r.name {
			fields = append(fields, field)
		}
	}
	return fields
}

// withheld names the withheld values of the row's eye, and those of the report, with the reasons.
func (r *row) withheld() (all []string) {
	for _, w := range r.response.Metadata.Extraction.Withheld {
		eye, field := w.Place()
		if eye != "" && eye != r.name {
			continue
		}
		if w.Reason != "" {
			field += " (" + string(w.Reason) + ")"
		}
		all = append(all, field)
	}
	return all
}

// warnings says what is unusual about the row's eye.
func (r *row) warnings() (all []string) {
	for _, u := range r.unusual {
		if slices.Contains(u.Eyes, r.name) {
			all = append(all, u.Text)
		}
	}
	return all
}

// joined returns a list as one text; nil if it is empty.
func joined(list []string) any {
	if len(list) == 0 {
		return nil
	}
	return strings.Join(list, "; ")
}

// valueOrNil returns the text that s points to, or nil if s is nil.
func valueOrNil(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}
