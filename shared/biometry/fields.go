package biometry

import (
	"slices"
	"strconv"
	"strings"
)

// Kind says what JSON value a field holds when it is not null.
type Kind int

// The kinds of fields.
const (
	Number  Kind = iota // any number within the range
	Integer             // a whole number within the range
	Enum                // one of the values
	Text                // free text
	Date                // YYYY-MM-DD
)

// Field describes one member of the report. The tables of fields are the only
// place where a unit, a range or a list of values is written: validation, the
// schemas for providers and OpenAPI, spreadsheet columns and forms derive from
// them. Validation does not look at what is usual: eyes differ.
type Field struct {
	Name        string // the member's name in JSON
	Unit        string // "mm", "diopters", "degrees", "micrometers" or ""
	Kind        Kind
	Min, Max    float64    // Number and Integer: the range, ends included
	Usual       [2]float64 // low and high end of what is usual in adults, for readers; zero: says nothing
	Values      []string   // Enum: what is allowed
	Description string     // what it means to a clinician
	Signed      bool       // devices print it with a minus sign; stored positive
	initials    bool       // only initials are stored
}

// FieldOf is a Field and its place in T. A table of them reads, clears and
// compares values without reflection.
type FieldOf[T any] struct {
	Field
	number  func(*T) **float64
	integer func(*T) **int
	text    func(*T) **string
}

// Value returns the field's value in t: nil, or a float64, int or string.
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

// Clear makes the field null in t.
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

// Range is the field's range in words, "between 14 and 40 mm", or "" for a
// kind without one.
func (f *Field) Range() string {
	if f.Kind != Number && f.Kind != Integer {
		return ""
	}
	return strings.TrimSpace("between " + decimal(f.Min) + " and " + decimal(f.Max) + " " + f.Unit)
}

// list is the allowed values in words.
func (f *Field) list() string { return strings.Join(f.Values, ", ") }

// decimal writes a bound of the table as a person would.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// plain returns the descriptions of a table without their places.
func plain[T any](fields []FieldOf[T]) []Field {
	out := make([]Field, len(fields))
	for i := range fields {
		out[i] = fields[i].Field
	}
	return out
}

// EyeFields returns the table of [Eye], in the specification's order. As with
// the other tables, the Values of its fields are shared and must not be changed.
func EyeFields() []FieldOf[Eye] { return slices.Clone(eyeFields) }

// PosteriorFields returns the table of [Posterior], in the specification's order.
func PosteriorFields() []FieldOf[Posterior] { return slices.Clone(posteriorFields) }

// PatientFields returns the table of [Patient], in the specification's order.
func PatientFields() []FieldOf[Patient] { return slices.Clone(patientFields) }

// BiometerFields returns the table of [Biometer]; both fields are required.
func BiometerFields() []Field { return slices.Clone(biometerFields) }

// ExamDateField returns the description of [Report].ExamDate.
func ExamDateField() Field { return examDateField }

// PosteriorDeviceField returns the description of [Posteriors].DeviceName.
func PosteriorDeviceField() Field { return posteriorDeviceField }

// NotesField returns the description of [Extra].Notes.
func NotesField() Field { return notesField }
