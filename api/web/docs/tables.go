package docs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"biom/shared/biometry"
)

// tables are what pages hold that is made of code. A page says where by a
// comment on a line of its own:
//
//	<!-- fields: eye -->                the table of fields of one eye, see fieldTables
//	<!-- schema: Usage -->              a schema of the API's description
//	<!-- parameters: GET /api/v1/… -->  the parameters of a route
//	<!-- answers: GET /api/v1/… -->     the statuses of a route, and when
//	<!-- columns -->                    the columns of an export
type tables struct{ api description }

// newTables reads the description of the API.
func newTables(openapi []byte) (tables, error) {
	var t tables
	if err := json.Unmarshal(openapi, &t.api); err != nil {
		return t, fmt.Errorf("docs: the description of the API: %w", err)
	}
	return t, nil
}

// A comment of a page. Those that ask for no table are for whoever writes.
var comment = regexp.MustCompile(`(?m)^<!-- (?:(fields|schema|parameters|answers|columns)(?:: (.*?))?|.*?) -->\n`)

// fill puts the tables into a page's Markdown, and takes the comments out.
func (t tables) fill(page []byte) ([]byte, error) {
	var missing error
	page = comment.ReplaceAllFunc(page, func(c []byte) []byte {
		m := comment.FindSubmatch(c)
		text, err := t.table(string(m[1]), string(m[2]))
		if err != nil {
			missing = err
		}
		return []byte(text)
	})
	return page, missing
}

func (t tables) table(kind, of string) (string, error) {
	switch kind {
	case "fields":
		if fields, ok := fieldTables()[of]; ok {
			return fieldTable(fields), nil
		}
	case "schema":
		return t.api.schemaTable(of)
	case "parameters":
		return t.api.parameterTable(of)
	case "answers":
		return t.api.answerTable(of)
	case "columns":
		return columnTable(), nil
	case "":
		return "", nil
	}
	return "", fmt.Errorf("there is no table of %s %q", kind, of)
}

// fieldTables are the tables of fields by what pages call them.
func fieldTables() map[string][]biometry.Field {
	return map[string][]biometry.Field{
		"report":    {biometry.ExamDateField()},
		"biometer":  biometry.BiometerFields(),
		"patient":   plainFields(biometry.PatientFields()),
		"eye":       plainFields(biometry.EyeFields()),
		"extra":     {biometry.NotesField()},
		"device":    {biometry.PosteriorDeviceField()},
		"posterior": plainFields(biometry.PosteriorFields()),
	}
}

func plainFields[T any](fields []biometry.FieldOf[T]) (all []biometry.Field) {
	for i := range fields {
		all = append(all, fields[i].Field)
	}
	return all
}

func fieldTable(fields []biometry.Field) string {
	rows := [][]string{{"Field", "Meaning", "Type", "Range or values", "Unit", "Usual in adults"}}
	for i := range fields {
		f := &fields[i]
		rows = append(rows, []string{codeOf(f.Name), f.Description, fieldTypes[f.Kind], values(f), f.Unit, usual(f)})
	}
	return written(rows)
}

var fieldTypes = map[biometry.Kind]string{
	biometry.Number: "number", biometry.Integer: "integer", biometry.Enum: "string", biometry.Text: "string", biometry.Date: "date",
}

// values says in words what a field may hold.
func values(f *biometry.Field) string {
	switch f.Kind {
	case biometry.Number, biometry.Integer:
		return fmt.Sprintf("%v to %v", f.Min, f.Max)
	case biometry.Enum:
		return strings.Join(f.Values, ", ")
	case biometry.Date:
		return codeOf("YYYY-MM-DD")
	}
	return ""
}

// usual is the range outside of which the app asks for a second look.
func usual(f *biometry.Field) string {
	if f.Usual == [2]float64{} {
		return ""
	}
	return fmt.Sprintf("%v to %v", f.Usual[0], f.Usual[1])
}

// columnTable has the columns of an export by eye, in order. The exporter makes
// them of the same fields.
func columnTable() string {
	rows := [][]string{{"Column", "Meaning"}}
	add := func(prefix string, fields ...biometry.Field) {
		for _, f := range fields {
			about := f.Description
			if f.Unit != "" {
				about += " (" + f.Unit + ")"
			}
			rows = append(rows, []string{codeOf(prefix + f.Name), about})
		}
	}
	of := fieldTables()
	add("", biometry.Field{Name: "filename", Description: "Name of the file that the report was read from, as sent with the export"},
		biometry.Field{Name: "right_eye", Description: "1 is the right eye, 0 the left eye"})
	add("biometer_", of["biometer"]...)
	add("", of["report"]...)
	add("patient_", of["patient"]...)
	add("", slices.Concat(of["eye"], of["device"], of["posterior"])...)
	add("", biometry.Field{Name: "extraction_method", Description: "Where the values come from: AI or DIRECT"},
		biometry.Field{Name: "extraction_timestamp", Description: "When the values were read or entered (ISO 8601)"})
	return written(rows)
}

// written is a table in Markdown; the first row is its head. Columns in which
// nothing stands are left out.
func written(rows [][]string) string {
	var b strings.Builder
	used := make([]bool, len(rows[0]))
	for _, row := range rows[1:] {
		for i, cell := range row {
			used[i] = used[i] || cell != ""
		}
	}
	line := func(cells []string) {
		b.WriteString("|")
		for i, cell := range cells {
			if used[i] {
				b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`) + " |")
			}
		}
		b.WriteString("\n")
	}
	line(rows[0])
	line(slices.Repeat([]string{"---"}, len(rows[0])))
	for _, row := range rows[1:] {
		line(row)
	}
	return b.String()
}

func codeOf(s string) string { return "`" + s + "`" }
