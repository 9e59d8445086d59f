// Package evaltable prints the report of an evaluation as tables.
package evaltable

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"biom/cmd/internal/display"
	"biom/worker/eval"
)

// ByField names the table of fields, beside the names of tags.
const ByField = "field"

// maxValues is the largest number of values of a tag whose table is printed without
// being asked for. A tag such as an angle or a serial number has another value in
// each document.
const maxValues = 20

// Write prints a report: what was read, the tables in by (nil: all), the costs, the
// failures and the differences.
func Write(w io.Writer, r *eval.Report, by []string) {
	fmt.Fprintf(w, "%s read with %s in %s, %d at once\n", display.Plural(r.Documents, "document"), display.Printable(r.Model), seconds(1000*r.Seconds), r.Jobs)
	if r.Nothing.Documents > 0 {
		fmt.Fprintf(w, "%d of them hold no biometry, which was said of %d\n", r.Nothing.Documents, r.Nothing.Right)
	}
	writeNames(w, "not read, because there is no NAME.expected.json beside it", r.Unexpected)
	writeNames(w, "an expected answer without a document", r.WithoutDocument)

	fmt.Fprintln(w)
	writeNumbers(w, [][]string{append([]string{""}, groupHeads...), groupRow("total", &r.Group)})
	for _, tag := range r.Tags {
		switch {
		case by == nil && len(tag.Values) > maxValues:
			fmt.Fprintf(w, "\n%s has %d values: --by shows them\n", display.Printable(tag.Name), len(tag.Values))
		case by == nil || slices.Contains(by, tag.Name):
			writeTag(w, tag)
		}
	}
	if by == nil || slices.Contains(by, ByField) {
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

// scoreCells rounds to the disadvantage of the provider: 100.00% means that no
// value is wrong, and 0.00% that none is.
func scoreCells(s *eval.Score) []string {
	var cells []string
	for _, n := range []int{s.Present, s.Right, s.Wrong, s.Missed, s.Invented} {
		cells = append(cells, strconv.Itoa(n))
	}
	if s.Present == 0 {
		return append(cells, display.None, display.None)
	}
	return append(cells, eval.Floor(s.RightPercent())+"%", eval.Ceil(s.WrongPercent())+"%")
}

func writeTag(w io.Writer, tag eval.Tag) {
	rows := [][]string{append([]string{display.Printable(tag.Name)}, groupHeads...)}
	for i := range tag.Values {
		v := &tag.Values[i]
		rows = append(rows, groupRow(display.OrNone(&v.Value), &v.Group))
	}
	fmt.Fprintln(w)
	writeNumbers(w, rows)
}

// writeFields prints the table of fields. It leaves out the fields of which no
// document has a value.
func writeFields(w io.Writer, fields []eval.Field) {
	rows := [][]string{append([]string{ByField}, scoreHeads...)}
	for i := range fields {
		if f := &fields[i]; f.Present > 0 || f.Invented > 0 {
			rows = append(rows, append([]string{f.Path}, scoreCells(&f.Score)...))
		}
	}
	fmt.Fprintln(w)
	writeNumbers(w, rows)
}

func writeCosts(w io.Writer, r *eval.Report) {
	fmt.Fprintf(w, "\ntime per document  median %s, p95 %s, max %s\n", seconds(r.Time.Median), seconds(r.Time.P95), seconds(r.Time.Max))
	fmt.Fprintf(w, "calls              %d, %s read a second time\n", r.Calls, display.Plural(r.ReadAgain, "document"))
	if tokens := r.Tokens; tokens.Input > 0 {
		fmt.Fprintf(w, "tokens             %d in, %d out; %d and %d for each document\n", tokens.Input, tokens.Output, tokens.Input/r.Documents, tokens.Output/r.Documents)
	}
	fmt.Fprintf(w, "withheld           %s\n", display.Plural(r.Withheld, "value"))
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
		fmt.Fprintf(w, "%s failed: %s\n", display.Plural(len(f.Documents), "document"), display.Printable(f.Reason))
		for _, name := range f.Documents {
			fmt.Fprintln(w, strings.TrimRight("  "+display.Printable(name)+"  "+display.Printable(causes[name]), " "))
		}
	}
}

// writeDifferences lists the wrong and invented values by document and path. If
// the report holds values, it lists the missed ones too.
func writeDifferences(w io.Writer, r *eval.Report) {
	var rows [][]string
	for i := range r.Items {
		for _, d := range r.Items[i].Differences {
			values := ""
			if d.Expected != nil || d.Found != nil {
				values = fmt.Sprintf("expected %s, found %s", valueText(d.Expected), valueText(d.Found))
			}
			if d.Kind != eval.Missed || values != "" {
				rows = append(rows, []string{display.Printable(r.Items[i].Name), d.Path, d.Kind, values})
			}
		}
	}
	if rows != nil {
		fmt.Fprintln(w)
		writeText(w, rows)
	}
}

func valueText(value any) string {
	if value == nil {
		return display.None
	}
	return display.Printable(fmt.Sprint(value))
}

func writeNames(w io.Writer, remark string, names []string) {
	for _, name := range names {
		fmt.Fprintf(w, "%s: %s\n", display.Printable(name), remark)
	}
}

// writeNumbers prints a table. It aligns the first column to the left and the others,
// which hold numbers, to the right.
func writeNumbers(w io.Writer, rows [][]string) {
	writeAligned(w, rows, func(column int) bool { return column > 0 })
}

// writeText prints a table with every column aligned to the left.
func writeText(w io.Writer, rows [][]string) {
	writeAligned(w, rows, func(int) bool { return false })
}

func writeAligned(w io.Writer, rows [][]string, alignRight func(column int) bool) {
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
			if alignRight(i) {
				line.WriteString(blanks + cell + "  ")
			} else {
				line.WriteString(cell + blanks + "  ")
			}
		}
		fmt.Fprintln(w, strings.TrimRight(line.String(), " "))
	}
}

// seconds formats a number of milliseconds in seconds, or in minutes from one minute
// on.
func seconds(milliseconds float64) string {
	if milliseconds >= 60_000 {
		return fmt.Sprintf("%d:%02d min", int(milliseconds)/60_000, int(milliseconds)/1000%60)
	}
	return fmt.Sprintf("%.3fs", milliseconds/1000)
}
