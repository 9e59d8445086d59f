// Package prompt holds what a language model is told about a report and what it may
// answer. The instructions stand in v1.md, the reasons for them in README.md. Names,
// units, ranges and enumerations come from the field table of shared/biometry. The
// adapters in worker/provider use it.
package prompt

import (
	_ "embed"
	"encoding/json"
	"strings"
	"text/template"

	"biom/shared/biometry"
)

// Version is the version of the instructions. A change that could change an answer
// makes a new version with a file of its own, so that measurements can be compared.
const Version = "1"

//go:embed v1.md
var source string

var (
	system = render(source)
	schema = marshal(portable(biometry.OutputSchema()))
)

// System returns the instructions. They are the same for every document.
func System() string { return system }

// Schema returns the JSON Schema of the answer, which [biometry.DecodeExtraction]
// reads. It uses only what Gemini's responseJsonSchema and OpenAI's strict structured
// outputs have in common. Callers must not change the returned bytes.
func Schema() []byte { return schema }

// User returns the text that is sent beside the document. faults are those of the
// previous answer. The model does not remember that answer; it is asked to read the
// fields that the faults name with special care. The paths and messages of the faults
// contain no value of the document.
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

// render inserts the fields of the table into the instructions. It panics, at start, if
// the instructions name an unknown field.
func render(source string) string {
	var b strings.Builder
	t := template.Must(template.New("v" + Version + ".md").Option("missingkey=error").Parse(source))
	if err := t.Execute(&b, lines()); err != nil {
		panic("prompt: " + err.Error())
	}
	return b.String()
}

// lines returns the text of the instructions about each field. name → text
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

// line returns a heading such as "## AL (a number between 14 and 40 mm)", followed by
// the field's description.
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
		panic("prompt: " + err.Error()) // cannot happen: it holds only maps, lists and strings
	}
	return out
}
