// Package prompt is what a language model is told of a report and what it may
// answer. The words stand in v1.md and the reasons for them in README.md; names,
// units, ranges and enumerations come from the field table of shared/biometry.
package prompt

import (
	_ "embed"
	"encoding/json"
	"strings"
	"text/template"

	"biom/shared/biometry"
)

// Version names the words. A change that could change an answer is a new
// version with a file of its own, so that measurements can be compared.
const Version = "1"

//go:embed v1.md
var source string

var (
	system = render(source)
	schema = marshal(portable(biometry.OutputSchema()))
)

// System returns the instructions. They hold nothing of a document.
func System() string { return system }

// Schema returns the JSON Schema of the answer that
// [biometry.DecodeExtraction] takes, in what Gemini's responseJsonSchema and
// OpenAI's strict structured outputs have in common. It must not be changed.
func Schema() []byte { return schema }

// User returns the words beside the document. faults are what was wrong with
// the answer before: the model, which does not remember it, is asked for a
// fresh look at those fields alone. Neither their paths nor their messages hold
// anything of the document.
func User(faults []biometry.Fault) string {
	if len(faults) == 0 {
		return "Read this report."
	}
	var b strings.Builder
	b.WriteString("Read this report. An earlier reading of it was wrong in the places listed here. " +
		"Find each of them in the document anew: the heading of its eye first, then its label, then its digits one by one. " +
		"Do not repeat a value because it is likely; if it is not printed there or not legible, return null. " +
		"Read everything else as usual.\n")
	for _, f := range faults {
		b.WriteString("\n- ")
		if f.Path != "" {
			b.WriteString(f.Path + ": ")
		}
		b.WriteString(f.Message)
	}
	return b.String()
}

// render puts the fields of the table into the words. A field that there is
// not fails at start.
func render(source string) string {
	var b strings.Builder
	t := template.Must(template.New("v" + Version + ".md").Option("missingkey=error").Parse(source))
	if err := t.Execute(&b, lines()); err != nil {
		panic("prompt: " + err.Error())
	}
	return b.String()
}

// lines is what is said of each field, by its name.
func lines() map[string]string {
	out := map[string]string{}
	add := func(f biometry.Field) { out[f.Name] = line(f) }
	for _, f := range biometry.BiometerFields() {
		add(f)
	}
	for _, f := range []biometry.Field{biometry.ExamDateField(), biometry.NotesField(), biometry.PosteriorDeviceField()} {
		add(f)
	}
	for _, f := range biometry.PatientFields() {
		add(f.Field)
	}
	for _, f := range biometry.EyeFields() {
		add(f.Field)
	}
	for _, f := range biometry.PosteriorFields() {
		add(f.Field)
	}
	return out
}

// line is a field as a heading: "## AL (a number between 14 and 40 mm)".
func line(f biometry.Field) string {
	form := "text"
	switch f.Kind {
	case biometry.Number:
		form = "a number " + f.Range()
	case biometry.Integer:
		form = "a whole number " + f.Range()
	case biometry.Enum:
		form = "one of: " + strings.Join(f.Values, ", ")
	case biometry.Date:
		form = "YYYY-MM-DD"
	}
	return "## " + f.Name + " (" + form + ")\n" + f.Description + "."
}

func marshal(schema any) []byte {
	out, err := json.Marshal(schema)
	if err != nil {
		panic("prompt: " + err.Error()) // maps, lists and strings
	}
	return out
}
