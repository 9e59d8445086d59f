// Package table prints a response as a clinician reads it: the patient and the source
// of the values, then both eyes side by side.
package table

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"biom/cmd/internal/display"
	"biom/shared/biometry"
)

// WriteResponse prints a response. shareAsked says that a share code was asked
// for, so that a missing one is named.
func WriteResponse(w io.Writer, r *biometry.Response, shareAsked bool) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, line := range heading(r, shareAsked) {
		if line[1] != "" {
			fmt.Fprintf(out, "  %s\t%s\n", line[0], line[1])
		}
	}
	_ = out.Flush() // an error of w shows again below
	writeEyes(w, r)
}

// heading returns the lines above the measurements: name and value. Those
// without a value are left out.
func heading(r *biometry.Response, shareAsked bool) [][2]string {
	data := &r.Data
	var notes string
	if extra := r.ExtraData; extra != nil && extra.Notes != nil {
		notes = display.Printable(*extra.Notes)
	}
	return [][2]string{
		{"Patient", patient(&data.Patient)},
		{"Device", display.Printable(data.Biometer.DeviceName + ", " + data.Biometer.Manufacturer)},
		{"Exam", display.OrNone(data.ExamDate)},
		{"Source", source(&r.Metadata.Extraction)},
		{"Signed off", signOff(r)},
		{"Notes", notes},
		{"Share code", ShareCode(r.Biompin, shareAsked)},
		{"Withheld", withheldNames(r.Metadata.Extraction.Withheld)},
		{"Unusual", unusual(r)},
		{"Ignored", display.Printable(strings.Join(r.Metadata.Extraction.Ignored, ", "))},
	}
}

// writeEyes prints the measurements, then posterior and total keratometry if
// there is any. The right eye is on the left, as when facing the patient.
func writeEyes(w io.Writer, r *biometry.Response) {
	var table strings.Builder
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	k := knownOf(r)
	fmt.Fprintf(out, "\n  \t\t%s\t%s\n", "Right (OD)", "Left (OS)")
	right, left := &r.Data.RightEye, &r.Data.LeftEye
	rows := eyeRows(inOrder(biometry.EyeFields()), right, left, k)
	after := slices.IndexFunc(rows, func(r eyeRow) bool { return r.label == "K2" }) + 1
	writeRows(out, slices.Insert(rows, after, computedRows(right, left)...))
	if r.ExtraData != nil && r.ExtraData.PosteriorKeratometry != nil {
		pk := r.ExtraData.PosteriorKeratometry
		if rows := withValues(eyeRows(biometry.PosteriorFields(), &pk.RightEye, &pk.LeftEye, k)); len(rows) > 0 {
			// A line without tabs would end tabwriter's columns, and the rows
			// below would not stay in line with those above.
			fmt.Fprintf(out, "  \t\t\t\n  Posterior\t\t%s\t\n", display.OrNone(pk.DeviceName))
			writeRows(out, rows)
		}
	}
	_ = out.Flush() // to memory
	for line := range strings.Lines(table.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n")) // empty cells leave blanks
	}
}

func writeRows(w io.Writer, rows []eyeRow) {
	for _, r := range rows {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", r.label, r.unit, r.right, r.left)
	}
}

// unusual says what is unusual in adults, which need not be wrong, by eye.
func unusual(r *biometry.Response) string {
	var all []string
	for _, u := range r.Unusuals() {
		eye := "both eyes"
		if len(u.Eyes) == 1 {
			eye = biometry.Side(u.Eyes[0])
		}
		all = append(all, eye+": "+u.Text)
	}
	return strings.Join(all, "; ")
}

// patient returns the personal data in a report, the initials first.
func patient(p *biometry.Patient) string {
	var parts []string
	add := func(label string, s *string) {
		if s != nil && *s != "" {
			parts = append(parts, label+display.Printable(*s))
		}
	}
	add("", p.Name)
	add("ID ", p.ID)
	add("born ", p.DateOfBirth)
	add("", p.Gender)
	if len(parts) == 0 {
		return display.None
	}
	return strings.Join(parts, ", ")
}

// ownReader is the name that responses have for biom's own reader in the place of a model. The app has it too
// (api/web/static/app/provenance.js).
const ownReader = "local"

// source says where the values come from.
func source(e *biometry.Extraction) string {
	var s string
	switch {
	case e.Method == biometry.MethodAI && e.LLM == ownReader:
		s = "read by biom's own reader, no model"
	case e.Method == biometry.MethodAI && e.BYOK:
		s = "read by " + e.LLM + " with your provider key"
	case e.Method == biometry.MethodAI:
		s = "read by " + e.LLM
	default:
		s = "entered directly"
		if e.SourceApp != nil {
			s += " with " + strings.TrimSpace(*e.SourceApp+" "+orEmpty(e.SourceVersion))
		}
	}
	return display.Printable(s + ", " + minute(e.Timestamp))
}

// signOff says who has compared the values with the document, when, how many, and which were corrected; empty if nobody has.
func signOff(r *biometry.Response) string {
	s := r.Metadata.Extraction.SignOff
	if s == nil {
		return ""
	}
	who := minute(s.At)
	if s.By != "" {
		who = s.By + ", " + who
	}
	line := fmt.Sprintf("%s: %d confirmed, %d corrected, %d not compared", who, len(s.Confirmed), len(s.Corrected), len(r.NotCompared()))
	if len(s.Corrected) > 0 {
		var names []string
		for _, path := range s.Corrected {
			names = append(names, fieldName(path))
		}
		line += "; corrected: " + strings.Join(names, ", ")
	}
	return display.Printable(line)
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// minute returns a time of the service to the minute, which is enough for a person.
func minute(timestamp string) string {
	t, err := time.Parse(time.RFC3339, timestamp)
	if err != nil {
		return timestamp
	}
	return t.UTC().Format("2006-01-02 15:04 UTC")
}

// ShareCode returns a share code and the time when it expires. Without a share it
// returns "" or, if one was asked for, says that it could not be made: the extraction
// itself succeeded.
func ShareCode(s *biometry.Share, asked bool) string {
	switch {
	case s != nil && s.Pin != nil && s.ExpiresAt != nil:
		return display.Printable(*s.Pin + " until " + minute(*s.ExpiresAt))
	case s != nil && s.Pin != nil:
		return display.Printable(*s.Pin)
	case asked:
		return "none: it could not be made"
	}
	return ""
}
