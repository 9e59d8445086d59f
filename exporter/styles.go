package exporter

import (
	"time"

	"github.com/xuri/excelize/v2"

	"biom/shared/biometry"
)

// cellFormat is how a cell shows its value. Numbers keep their digits: a value that a
// device measured to the thousandth is not shown rounded to the hundredth.
type cellFormat int

const (
	formatText cellFormat = iota
	formatEye
	formatDate
	formatInteger
	formatNumber
	formatIndex
)

// formatCodes are the number formats of spreadsheets. Text has a format too, so that
// a text that looks like a formula stays text when its cell is edited.
var formatCodes = [...]string{
	formatText:    "@",
	formatEye:     `0" right";General;0" left"`,
	formatDate:    "yyyy-mm-dd",
	formatInteger: "0",
	formatNumber:  "0.00##",
	formatIndex:   "0.000##",
}

// format returns the format of a column, which depends on the kind of its field.
func (c *column) format() cellFormat {
	switch {
	case c.Name == "right_eye":
		return formatEye
	case c.Kind == biometry.Date:
		return formatDate
	case c.Kind == biometry.Integer:
		return formatInteger
	case c.Kind == biometry.Number && c.Unit == "":
		return formatIndex
	case c.Kind == biometry.Number:
		return formatNumber
	}
	return formatText
}

// width returns about how many characters a column shows: enough for its name with
// the filter's button, and for usual values.
func (c *column) width() float64 {
	minimum := 12
	switch {
	case c.Name == "filename":
		minimum = 32
	case c.Kind == biometry.Text:
		minimum = 16
	}
	return float64(max(minimum, len(c.Name)+3))
}

// firstDay is the first day that has the same number in all spreadsheet programs. The
// numbers of earlier days differ, because some programs treat 1900 as a leap year.
var firstDay = time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)

// cell returns the value and the format of a cell. Dates become day numbers, which
// can be sorted and calculated with; a date before firstDay is text.
func cell(c *column, r *row) (any, cellFormat) {
	format, v := c.format(), c.value(r)
	text, isText := v.(string)
	if !isText {
		return v, format
	}
	if format == formatDate {
		if day, err := time.Parse(time.DateOnly, text); err == nil && !day.Before(firstDay) {
			return int(day.Sub(firstDay).Hours())/24 + 61, formatDate // the number of 1900-03-01 is 61
		}
		return text, formatText
	}
	return clip(text), format
}

// The colours: a dark header, and a tint for the rows of the left eye.
const (
	textHeader = "FFFFFF"
	fillHeader = "1F4E78"
	fillLeft   = "F2F6FA"
	lineColour = "BFC9D4"
)

func solid(colour string) excelize.Fill {
	return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colour}}
}

func font(colour string, bold bool) *excelize.Font {
	return &excelize.Font{Family: "Calibri", Size: 11, Color: colour, Bold: bold, Italic: !bold}
}

// alignment returns the alignment of a cell: numbers to the right, text to the left
// with an indent that separates it from a number beside it.
func (f cellFormat) alignment() *excelize.Alignment {
	switch f {
	case formatText:
		return &excelize.Alignment{Horizontal: "left", Indent: 1}
	case formatEye, formatDate:
		return &excelize.Alignment{Horizontal: "center"}
	}
	return &excelize.Alignment{Horizontal: "right"}
}

// makeStyles makes every style once, so that a workbook does not have a style for
// each cell.
func (b *workbook) makeStyles() (err error) {
	add := func(s *excelize.Style) (id style) {
		if err == nil {
			id, err = b.NewStyle(s)
		}
		return id
	}
	for i, code := range formatCodes {
		format := cellFormat(i)
		b.header[i] = add(&excelize.Style{Font: font(textHeader, true), Fill: solid(fillHeader), Alignment: format.alignment()})
		// The first row of each report has a line above it, the second a tint.
		b.cells[0][i] = add(&excelize.Style{
			CustomNumFmt: &code, Alignment: format.alignment(), Border: []excelize.Border{{Type: "top", Color: lineColour, Style: 1}},
		})
		b.cells[1][i] = add(&excelize.Style{CustomNumFmt: &code, Alignment: format.alignment(), Fill: solid(fillLeft)})
	}
	return err
}
