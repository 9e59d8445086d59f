package biometry

import (
	"slices"
	"strconv"
	"strings"
)

// Kind is the JSON type that a field has when it is not null.
type Kind int

// The kinds of fields.
const (
	Number  Kind = iota // any number within the range
	Integer             // a whole number within the range
	Enum                // one of a list of strings
	Text                // free text
	Date                // YYYY-MM-DD
)

// Field describes one field of a report. The tables in field_tables.go are the
// only place where units, ranges and lists of values are written: parsing,
// validation, the schemas for providers and OpenAPI, spreadsheet columns and
// forms derive from them.
type Field struct {
	Name     string  // the member's name in JSON
	Unit     string  // "mm", "diopters", "degrees", "micrometers" or "" (none)
	Kind     Kind    // the JSON type
	Min, Max float64 // Number and Integer: the valid range in Unit, ends included
	Decimals int     // Number: how many decimals printouts usually have; see [Field.Digits]
	// Usual is the range that is usual in adults, low and high end, in Unit; zero
	// if there is none. Its sources stand in usual.go. Validation ignores
	// it, because eyes differ: people who read a report are told about values outside.
	Usual       [2]float64
	Values      []string // Enum: the valid strings
	MaxLength   int      // Text: the greatest number of characters; 0 for a name, of which initials are stored
	Description string   // what it means to a clinician
	Signed      bool     // devices may print it with a minus sign; it is stored positive
	initials    bool     // a name that is stored as initials
}

// FieldOf is a field of the struct T. With a table of them code can read,
// clear and compare values of T without reflection.
type FieldOf[T any] struct {
	Field
	// One of these is set; it returns where the struct holds the value.
	number  func(*T) **float64
	integer func(*T) **int
	text    func(*T) **string
}

// Value returns the value of the field in t: a float64, int or string, or nil
// if it has none.
func (f *FieldOf[T]) Value(t *T) any {
	switch {
	case f.number != nil && *f.number(t) != nil:
		return **f.number(t)
	case f.integer != nil && *f.integer(t) != nil:
		return **f.integer(t)
	case f.text != nil && *f.text(t) != nil:
		return **f.text(t)
	}
	return nil
}

// Clear removes the value of the field from t, which makes it null in JSON.
func (f *FieldOf[T]) Clear(t *T) {
	switch {
	case f.number != nil:
		*f.number(t) = nil
	case f.integer != nil:
		*f.integer(t) = nil
	case f.text != nil:
		*f.text(t) = nil
	}
}

// Range returns the valid range in words, such as "between 14 and 40 mm", or ""
// if the field is not a number.
func (f *Field) Range() string {
	if f.Kind != Number && f.Kind != Integer {
		return ""
	}
	return strings.TrimSpace("between " + decimal(f.Min) + " and " + decimal(f.Max) + " " + f.Unit)
}

// valueList returns the valid strings of an Enum in words.
func (f *Field) valueList() string { return strings.Join(f.Values, ", ") }

// decimal writes an end of a range with as many digits as it needs.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// descriptions returns the Field of each entry of a table.
func descriptions[T any](fields []FieldOf[T]) []Field {
	out := make([]Field, len(fields))
	for i := range fields {
		out[i] = fields[i].Field
	}
	return out
}

// EyeFields returns the table of [Eye] in the specification's order. For this
// table and the others: callers must not change the Values of a field, which
// are shared.
func EyeFields() []FieldOf[Eye] { return slices.Clone(eyeFields) }

// PosteriorFields returns the table of [Posterior] in the specification's order.
func PosteriorFields() []FieldOf[Posterior] { return slices.Clone(posteriorFields) }

// PatientFields returns the table of [Patient] in the specification's order.
func PatientFields() []FieldOf[Patient] { return slices.Clone(patientFields) }

// BiometerFields returns the fields of [Biometer]: device_name and manufacturer.
// Both are required.
func BiometerFields() []Field { return slices.Clone(biometerFields) }

// ExamDateField returns the description of [Report].ExamDate.
func ExamDateField() Field { return examDateField }

// PosteriorDeviceField returns the description of [Posteriors].DeviceName.
func PosteriorDeviceField() Field { return posteriorDeviceField }

// NotesField returns the description of [Extra].Notes.
func NotesField() Field { return notesField }
