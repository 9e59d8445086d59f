package exporter

import (
	"fmt"

	"biom/shared/biometry"
)

// reviewWidths are about how many characters each column of the sheet shows.
var reviewWidths = [...]int{32, 8, 12, 20, 90}

// writeReview writes the sheet of what a person should check: files that were not read, values that were withheld,
// what is unusual, the remarks that the reports print, and who has signed off.
func (b *workbook) writeReview(req *request) error {
	if _, err := b.NewSheet(sheetReview); err != nil {
		return err
	}
	rows := [][]string{{"filename", "eye", "what", "field", "detail"}}
	for _, f := range req.failed {
		rows = append(rows, []string{f.filename, "", "not read", "", f.message})
	}
	for i := range req.reports {
		rows = append(rows, req.reports[i].review()...)
	}
	for i, row := range rows {
		for k := range row {
			row[k] = clip(row[k])
		}
		// Not by a StreamWriter: with two of them excelize writes the sheets in a random order.
		if err := b.SetSheetRow(sheetReview, fmt.Sprintf("A%d", i+1), &row); err != nil {
			return err
		}
	}
	return b.formatTable(sheetReview, len(rows), reviewWidths[:])
}

// review lists what to check in a report, in the order of the sheet's columns.
func (r *report) review() (lines [][]string) {
	reasons := biometry.WithheldReasons()
	for _, w := range r.response.Metadata.Extraction.Withheld {
		eye, field := w.Place()
		if eye != "" {
			eye = biometry.Side(eye)
		}
		detail := reasons[w.Reason]
		if detail == "" {
			detail = "the value is doubtful"
		}
		lines = append(lines, []string{r.filename, eye, "withheld", field, detail})
	}
	for _, u := range r.unusual {
		eye := "OD, OS"
		if len(u.Eyes) == 1 {
			eye = biometry.Side(u.Eyes[0])
		}
		lines = append(lines, []string{r.filename, eye, "unusual", "", u.Text})
	}
	if x := r.response.ExtraData; x != nil && x.Notes != nil {
		lines = append(lines, []string{r.filename, "", "remark", "", *x.Notes})
	}
	if line := r.signOff(); line != nil {
		lines = append(lines, line)
	}
	return lines
}

// signOff says who has compared the values of a report, when, and how many of them; nil if nobody has.
func (r *report) signOff() []string {
	s := r.response.Metadata.Extraction.SignOff
	if s == nil {
		return nil
	}
	detail := s.At
	if s.By != "" {
		detail = s.By + ", " + s.At
	}
	detail += fmt.Sprintf("; values: %d confirmed, %d corrected, %d not compared", len(s.Confirmed), len(s.Corrected), len(r.response.NotCompared()))
	return []string{r.filename, "", "signed off", "", detail}
}
