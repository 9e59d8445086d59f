package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"biom/shared/biometry"
)

// writeReport prints a response as a clinician reads it: whose it is and where
// it comes from, then both eyes side by side, the right one on the left as
// when facing the patient.
func writeReport(w io.Writer, u *uploadedFile, shareAsked bool) {
	fmt.Fprintln(w, printable(u.path))
	writeResponse(w, u.response, u.info.Withheld, shareAsked)
	if u.saved {
		fmt.Fprintf(w, "\n  Saved as %s\n", printable(u.target))
	}
	fmt.Fprintln(w)
}

// writeResponse prints the report alone.
func writeResponse(w io.Writer, r *biometry.Response, withheld []string, shareAsked bool) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, line := range heading(r, withheld, shareAsked) {
		if line[1] != "" {
			fmt.Fprintf(out, "  %s\t%s\n", line[0], line[1])
		}
	}
	_ = out.Flush() // what w refuses, it refuses below as well
	writeEyes(w, r, withheld)
}

func heading(r *biometry.Response, withheld []string, shareAsked bool) [][2]string {
	data := &r.Data
	var notes string
	if extra := r.ExtraData; extra != nil && extra.Notes != nil {
		notes = printable(*extra.Notes)
	}
	return [][2]string{
		{"Patient", patient(&data.Patient)},
		{"Device", printable(data.Biometer.DeviceName + ", " + data.Biometer.Manufacturer)},
		{"Exam", orNone(data.ExamDate)},
		{"Source", source(&r.Metadata.Extraction)},
		{"Notes", notes},
		{"Share code", shareCode(r.Biompin, shareAsked)},
		{"Withheld", withheldNames(withheld)},
	}
}

// writeEyes prints the measurements, then posterior and total keratometry if
// there is any.
func writeEyes(w io.Writer, r *biometry.Response, withheld []string) {
	var table strings.Builder
	out := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	doubt := doubtful(withheld)
	fmt.Fprintf(out, "\n  \t\t%s\t%s\n", "Right (OD)", "Left (OS)")
	writeRows(out, eyeRows(biometry.EyeFields(), &r.Data.RightEye, &r.Data.LeftEye, doubt))
	if r.ExtraData != nil && r.ExtraData.PosteriorKeratometry != nil {
		pk := r.ExtraData.PosteriorKeratometry
		if rows := present(eyeRows(biometry.PosteriorFields(), &pk.RightEye, &pk.LeftEye, doubt)); len(rows) > 0 {
			// A line without tabs would end tabwriter's columns: these stay in
			// line with those above.
			fmt.Fprintf(out, "  \t\t\t\n  Posterior\t\t%s\t\n", orNone(pk.DeviceName))
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

// patient is what is known of the person, initials first.
func patient(p *biometry.Patient) string {
	var parts []string
	add := func(before string, s *string) {
		if s != nil && *s != "" {
			parts = append(parts, before+printable(*s))
		}
	}
	add("", p.Name)
	add("ID ", p.ID)
	add("born ", p.DateOfBirth)
	add("", p.Gender)
	if len(parts) == 0 {
		return none
	}
	return strings.Join(parts, ", ")
}

// source is where the values come from.
func source(e *biometry.Extraction) string {
	var s string
	switch {
	case e.Method == biometry.MethodAI && e.BYOK:
		s = "read by " + e.LLM + " with your provider key"
	case e.Method == biometry.MethodAI:
		s = "read by " + e.LLM
	default:
		s = "entered directly"
		if e.SourceApp != nil {
			s += " with " + strings.TrimSpace(*e.SourceApp+" "+text(e.SourceVersion))
		}
	}
	return printable(s + ", " + e.Timestamp)
}

// shareCode is empty if none was asked for. One that was asked for and not
// made is named, because a result without one is no failure.
func shareCode(s *biometry.Share, asked bool) string {
	switch {
	case s != nil && s.Pin != nil && s.ExpiresAt != nil:
		return printable(*s.Pin + " until " + *s.ExpiresAt)
	case s != nil && s.Pin != nil:
		return printable(*s.Pin)
	case asked:
		return "none: it could not be made"
	}
	return ""
}
