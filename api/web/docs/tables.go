package docs

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"biom/shared/biometry"
)

// tables makes the tables of the pages that derive from code. A page has a comment
// on a line of its own in the place of such a table:
//
//	<!-- fields: eye -->                the table of fields of one eye, see fieldTables
//	<!-- schema: Usage -->              a schema of the API's description
//	<!-- parameters: GET /api/v1/… -->  the parameters of a route
//	<!-- answers: GET /api/v1/… -->     the statuses of a route and their meanings
//	<!-- columns -->                    the columns of an export
type tables struct{ api description }

// newTables parses the description of the API.
func newTables(openapi []byte) (tables, error) {
	var t tables
	if err := json.Unmarshal(openapi, &t.api); err != nil {
		return t, fmt.Errorf("docs: the description of the API: %w", err)
	}
	return t, nil
}

// comment matches a comment of a page. Comments that name no table are notes for
// authors.
var comment = regexp.MustCompile(`(?m)^<!-- (?:(fields|schema|parameters|answers|columns)(?:: (.*?))?|.*?) -->\n`)

// fill replaces the comments that name a table by the table, and removes the others.
func (t tables) fill(page []byte) ([]byte, error) {
	var failure error
	page = comment.ReplaceAllFunc(page, func(c []byte) []byte {
		m := comment.FindSubmatch(c)
		text, err := t.table(string(m[1]), string(m[2]))
		if err != nil {
			failure = err
		}
		return []byte(text)
	})
	return page, failure
}

func (t tables) table(kind, name string) (string, error) {
	switch kind {
	case "fields":
		if fields, ok := fieldTables()[name]; ok {
			return fieldTable(fields), nil
		}
	case "schema":
		return t.api.schemaTable(name)
	case "parameters":
		return t.api.parameterTable(name)
	case "answers":
		return t.api.answerTable(name)
	case "columns":
		return columnTable(), nil
	case "":
		return "", nil
	}
	return "", fmt.Errorf("there is no table of %s %q", kind, name)
}

// fieldTables returns the tables of fields by their names in comments.
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
	return markdownTable(rows)
}

var fieldTypes = map[biometry.Kind]string{
	biometry.Number: "number", biometry.Integer: "integer", biometry.Enum: "string", biometry.Text: "string", biometry.Date: "date",
}

// values describes the values that a field may have.
func values(f *biometry.Field) string {
	switch f.Kind {
	case biometry.Number, biometry.Integer:
		return fmt.Sprintf("%v to %v", f.Min, f.Max)
	case biometry.Enum:
		return strings.Join(f.Values, ", ")
	case biometry.Date:
		return codeOf("YYYY-MM-DD")
	case biometry.Text:
		if f.MaxLength > 0 {
			return fmt.Sprintf("at most %d characters", f.MaxLength)
		}
	}
	return ""
}

// usual describes the usual range of a field. The app marks values outside of it.
func usual(f *biometry.Field) string {
	if f.Usual == [2]float64{} {
		return ""
	}
	return fmt.Sprintf("%v to %v", f.Usual[0], f.Usual[1])
}

// columnTable returns the table of the columns of an export, in their order. The
// exporter makes the columns from the same fields.
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
	fields := fieldTables()
	add("", biometry.Field{Name: "filename", Description: "Name of the file that the report was read from, as sent with the export"},
		biometry.Field{Name: "right_eye", Description: "1 is the right eye, 0 the left eye"})
	add("biometer_", fields["biometer"]...)
	add("", fields["report"]...)
	add("patient_", fields["patient"]...)
	add("", slices.Concat(fields["eye"], fields["device"], fields["posterior"])...)
	add("", biometry.Field{Name: "extraction_method", Description: "Where the values come from: AI or DIRECT"},
		biometry.Field{Name: "extraction_timestamp", Description: "When the values were read or entered (ISO 8601)"},
		biometry.Field{Name: "eye", Description: "OD is the right eye, OS the left eye"},
		biometry.Field{Name: "withheld", Description: "Values of this eye, or of the report, that the document has and the row has not, because they are doubtful, each with its reason"},
		biometry.NotesField(),
		biometry.Field{Name: "warnings", Description: "What is unusual in adults, which need not be wrong"})
	add("sign_off_", biometry.Field{Name: "at", Description: "When somebody compared the values with the report and signed them off, as the client declares (ISO 8601); empty if nobody has"},
		biometry.Field{Name: "by", Description: "Who signed off, if the client names somebody"},
		biometry.Field{Name: "confirmed", Description: "Values of this eye, or of the report, that were compared and are right"},
		biometry.Field{Name: "corrected", Description: "Values of this eye, or of the report, that were changed, filled in or removed"})
	return markdownTable(rows)
}

// markdownTable returns a table in Markdown. The first row is its header. Columns
// without any content are omitted.
func markdownTable(rows [][]string) string {
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
