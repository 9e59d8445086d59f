package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"biom/worker/eval"
)

// byField names the table of fields among those of tags.
const byField = "field"

// manyValues is how many values of a tag are shown without being asked for: an
// angle or a serial number is another for each document.
const manyValues = 20

// writeEvaluation prints a report: what was read, the tables in by (nil: all),
// and what there is to look into.
func writeEvaluation(w io.Writer, r *eval.Report, by []string) {
	fmt.Fprintf(w, "%s read with %s in %s, %d at once\n", plural(r.Documents, "document"), printable(r.Model), seconds(1000*r.Seconds), r.Jobs)
	if r.Nothing.Documents > 0 {
		fmt.Fprintf(w, "%d of them hold no biometry, which was said of %d\n", r.Nothing.Documents, r.Nothing.Right)
	}
	writeNames(w, "not read, because there is no NAME.expected.json beside it", r.Unexpected)
	writeNames(w, "an expected answer without a document", r.WithoutDocument)

	fmt.Fprintln(w)
	writeColumns(w, [][]string{append([]string{""}, groupHeads...), groupRow("total", &r.Group)})
	for _, tag := range r.Tags {
		switch {
		case by == nil && len(tag.Values) > manyValues:
			fmt.Fprintf(w, "\n%s has %d values: --by shows them\n", printable(tag.Name), len(tag.Values))
		case by == nil || slices.Contains(by, tag.Name):
			writeTag(w, tag)
		}
	}
	if by == nil || slices.Contains(by, byField) {
		writeFields(w, r.Fields)
	}
	writeCosts(w, r)
	writeFailures(w, r)
	writeDifferences(w, r)
}

var (
	scoreHeads = []string{"present", "right", "wrong", "missed", "invented", "accuracy", "wrong+invented"}
	groupHeads = append(append([]string{"documents", "failed"}, scoreHeads...), "median")
)

func groupRow(name string, g *eval.Group) []string {
	row := append([]string{name, strconv.Itoa(g.Documents), strconv.Itoa(g.Failed)}, scoreCells(&g.Score)...)
	return append(row, seconds(g.Time.Median))
}

// scoreCells rounds against the reader: 100.00% has no fault in it, and 0.00%
// is none.
func scoreCells(s *eval.Score) []string {
	var cells []string
	for _, n := range []int{s.Present, s.Right, s.Wrong, s.Missed, s.Invented} {
		cells = append(cells, strconv.Itoa(n))
	}
	if s.Present == 0 {
		return append(cells, none, none)
	}
	return append(cells, eval.Floor(s.RightPercent())+"%", eval.Ceil(s.WrongPercent())+"%")
}

func writeTag(w io.Writer, tag eval.Tag) {
	rows := [][]string{append([]string{printable(tag.Name)}, groupHeads...)}
	for i := range tag.Values {
		v := &tag.Values[i]
		rows = append(rows, groupRow(orNone(&v.Value), &v.Group))
	}
	fmt.Fprintln(w)
	writeColumns(w, rows)
}

// writeFields leaves out the fields of which no document says anything.
func writeFields(w io.Writer, fields []eval.Field) {
	rows := [][]string{append([]string{byField}, scoreHeads...)}
	for i := range fields {
		if f := &fields[i]; f.Present > 0 || f.Invented > 0 {
			rows = append(rows, append([]string{f.Path}, scoreCells(&f.Score)...))
		}
	}
	fmt.Fprintln(w)
	writeColumns(w, rows)
}

func writeCosts(w io.Writer, r *eval.Report) {
	fmt.Fprintf(w, "\ntime per document  median %s, p95 %s, max %s\n", seconds(r.Time.Median), seconds(r.Time.P95), seconds(r.Time.Max))
	fmt.Fprintf(w, "calls              %d, %s read a second time\n", r.Calls, plural(r.ReadAgain, "document"))
	if paid := r.Tokens; paid.Input > 0 {
		fmt.Fprintf(w, "tokens             %d in, %d out; %d and %d for each document\n", paid.Input, paid.Output, paid.Input/r.Documents, paid.Output/r.Documents)
	}
	fmt.Fprintf(w, "withheld           %s\n", plural(r.Withheld, "value"))
}

func writeFailures(w io.Writer, r *eval.Report) {
	if len(r.Failures) == 0 {
		return
	}
	causes := map[string]string{}
	for i := range r.Items {
		causes[r.Items[i].Name] = r.Items[i].Cause
	}
	fmt.Fprintln(w)
	for _, f := range r.Failures {
		fmt.Fprintf(w, "%s failed: %s\n", plural(len(f.Documents), "document"), printable(f.Reason))
		for _, name := range f.Documents {
			fmt.Fprintln(w, strings.TrimRight("  "+printable(name)+"  "+printable(causes[name]), " "))
		}
	}
}

// writeDifferences lists the wrong and invented values by document and path;
// with values the missed ones too.
func writeDifferences(w io.Writer, r *eval.Report) {
	var rows [][]string
	for i := range r.Items {
		for _, d := range r.Items[i].Differences {
			values := ""
			if d.Expected != nil || d.Found != nil {
				values = fmt.Sprintf("expected %s, found %s", valueText(d.Expected), valueText(d.Found))
			}
			if d.Kind != eval.Missed || values != "" {
				rows = append(rows, []string{printable(r.Items[i].Name), d.Path, d.Kind, values})
			}
		}
	}
	if rows != nil {
		fmt.Fprintln(w)
		writeLeft(w, rows)
	}
}

func valueText(value any) string {
	if value == nil {
		return none
	}
	return printable(fmt.Sprint(value))
}

func writeNames(w io.Writer, what string, names []string) {
	for _, name := range names {
		fmt.Fprintf(w, "%s: %s\n", printable(name), what)
	}
}

// writeColumns sets the first column to the left and numbers to the right.
func writeColumns(w io.Writer, rows [][]string) {
	writeAligned(w, rows, func(column int) bool { return column > 0 })
}

func writeLeft(w io.Writer, rows [][]string) {
	writeAligned(w, rows, func(int) bool { return false })
}

func writeAligned(w io.Writer, rows [][]string, toTheRight func(column int) bool) {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if toTheRight(i) {
				line.WriteString(blanks + cell + "  ")
			} else {
				line.WriteString(cell + blanks + "  ")
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

func plural(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// seconds is a time in milliseconds as a person reads it.
func seconds(milliseconds float64) string {
	if milliseconds >= 60_000 {
		return fmt.Sprintf("%d:%02d min", int(milliseconds)/60_000, int(milliseconds)/1000%60)
	}
	return fmt.Sprintf("%.3fs", milliseconds/1000)
}
