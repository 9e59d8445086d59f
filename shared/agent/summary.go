package agent

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"biom/shared/biometry"
	"biom/shared/evidence"
)

// compare is the last line of every summary.
const compare = "Compare every value with the report before it is used."

// responseAnswer returns the answer of a tool that returns a response: the response as the service
// sent it, also as text for clients that show models only that, and before it the summary.
func responseAnswer(r *biometry.Response, raw json.RawMessage, keyStatus string) answer {
	return answer{text: summary(r, evidenceOf(raw), keyStatus), output: raw, content: []mcp.Content{&mcp.TextContent{Text: string(raw)}}}
}

// evidenceOf returns where the values of a response are printed, if it says so.
func evidenceOf(raw json.RawMessage) evidence.Evidence {
	var r struct {
		Evidence *evidence.Evidence `json:"evidence"`
	}
	if json.Unmarshal(raw, &r) != nil || r.Evidence == nil {
		return evidence.Evidence{}
	}
	return *r.Evidence
}

// report is a response while its summary is written. Text of the document is quoted, so that
// the model can tell it from what biom says.
type report struct {
	strings.Builder

	evidence evidence.Evidence
	withheld map[string]biometry.WithheldReason // by path
}

// summary returns the response as lines: what is not a measurement, each measurement of both eyes, what is
// withheld and why, and what is to be done with all that.
func summary(r *biometry.Response, seen evidence.Evidence, keyStatus string) string {
	out := &report{evidence: seen, withheld: map[string]biometry.WithheldReason{}}
	for _, w := range r.Metadata.Extraction.Withheld {
		out.withheld[w.Field] = w.Reason
	}
	fmt.Fprintf(out, "Device: %s, %s\n", r.Data.Biometer.DeviceName, r.Data.Biometer.Manufacturer)
	out.line("exam_date", "Exam", deref(r.Data.ExamDate), "")
	writeFields(out, "Patient", "patient.", biometry.PatientFields(), &r.Data.Patient, false)
	writeFields(out, "Right eye (OD)", "right_eye.", biometry.EyeFields(), &r.Data.RightEye, true)
	writeFields(out, "Left eye (OS)", "left_eye.", biometry.EyeFields(), &r.Data.LeftEye, true)
	out.extra(r.ExtraData)
	out.signOff(r)
	out.doubts(r)
	if r.Biompin != nil && r.Biompin.Pin != nil {
		fmt.Fprintf(out, "Share code: %s\n", *r.Biompin.Pin)
	}
	if keyStatus != "" {
		out.WriteString("The service key was not accepted: this counted against the public limits.\n")
	}
	out.WriteString(compare)
	return out.String()
}

// writeFields writes a line for each field. Those that have no value are left out, unless all is set or
// the value is withheld.
func writeFields[T any](out *report, title, prefix string, fields []biometry.FieldOf[T], of *T, all bool) {
	fmt.Fprintf(out, "%s:\n", title)
	for i := range fields {
		f := &fields[i]
		value := f.Value(of)
		if _, withheld := out.withheld[prefix+f.Name]; all || withheld || value != nil {
			out.line(prefix+f.Name, "  "+f.Name, value, f.Unit)
		}
	}
}

// line writes a value, with what is printed if that is known.
func (out *report) line(path, name string, value any, unit string) {
	fmt.Fprintf(out, "%s: %s", name, out.value(path, value, unit))
	source, ok := out.evidence.Values[path]
	switch {
	case !ok || value == nil:
	case source.Text == "": // the patient's name, which evidence leaves out
		fmt.Fprintf(out, " (page %d)", source.Page)
	default:
		fmt.Fprintf(out, " (printed %q, page %d)", source.Text, source.Page)
	}
	out.WriteString("\n")
}

// value returns a value in words.
func (out *report) value(path string, value any, unit string) string {
	var s string
	switch v := value.(type) {
	case float64:
		s = strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		s = strconv.Itoa(v)
	case string:
		return strconv.Quote(v)
	default:
		if _, ok := out.withheld[path]; ok {
			return "withheld"
		}
		return "not found"
	}
	return strings.TrimSpace(s + " " + unit)
}

// extra writes the extra data.
func (out *report) extra(e *biometry.Extra) {
	if e == nil {
		return
	}
	if e.Notes != nil {
		fmt.Fprintf(out, "Notes: %q\n", *e.Notes)
	}
	pk := e.PosteriorKeratometry
	if pk == nil {
		return
	}
	title := "Posterior and total keratometry"
	if pk.DeviceName != nil {
		title += " (" + *pk.DeviceName + ")"
	}
	writeFields(out, title+", right eye", "posterior_keratometry.right_eye.", biometry.PosteriorFields(), &pk.RightEye, false)
	writeFields(out, title+", left eye", "posterior_keratometry.left_eye.", biometry.PosteriorFields(), &pk.LeftEye, false)
}

// signOff writes that a person has compared the values with the report, and which they left out.
func (out *report) signOff(r *biometry.Response) {
	s := r.Metadata.Extraction.SignOff
	if s == nil {
		return
	}
	fmt.Fprintf(out, "Signed off: %s, as the client declares", s.At)
	if s.By != "" {
		fmt.Fprintf(out, ", by %q", s.By)
	}
	fmt.Fprintf(out, "; values: %d confirmed, %d corrected", len(s.Confirmed), len(s.Corrected))
	if open := r.NotCompared(); len(open) > 0 {
		fmt.Fprintf(out, "; not compared: %s", strings.Join(open, ", "))
	}
	out.WriteString("\n")
}

// doubts writes what is withheld and why, what is unusual, and what was ignored.
func (out *report) doubts(r *biometry.Response) {
	e := &r.Metadata.Extraction
	if len(e.Withheld) > 0 {
		out.WriteString("Withheld, because the report has them but they are doubtful; look at the report:\n")
	}
	reasons := biometry.WithheldReasons()
	for _, w := range e.Withheld {
		fmt.Fprintf(out, "  %s", w.Field)
		switch meaning := reasons[w.Reason]; {
		case meaning != "":
			fmt.Fprintf(out, ": %s (%s)", w.Reason, meaning)
		case w.Reason != "":
			fmt.Fprintf(out, ": %s", w.Reason)
		}
		if source, ok := out.evidence.Withheld[w.Field]; ok {
			fmt.Fprintf(out, ", page %d", source.Page) // without its text, which a model would take for the value
		}
		out.WriteString("\n")
	}
	if unusual := r.Unusuals(); len(unusual) > 0 {
		out.WriteString("Unusual, which need not be wrong; look at the report:\n")
		for _, u := range unusual {
			fmt.Fprintf(out, "  %s: %s\n", strings.Join(u.Eyes, ", "), u.Text)
		}
	}
	if len(e.Ignored) > 0 {
		fmt.Fprintf(out, "Ignored, because no measurement is read there: %s\n", strings.Join(e.Ignored, ", "))
	}
}

// deref returns the text behind a pointer, or nil.
func deref(s *string) any {
	if s == nil {
		return nil
	}
	return *s
}
