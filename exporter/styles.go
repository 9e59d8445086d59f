package exporter

import (
	"time"

	"github.com/xuri/excelize/v2"

	"biom/shared/biometry"
)

// look is how the values of a column are shown. Numbers keep their digits:
// what a device measured to the thousandth is not shown as rounded.
type look int

const (
	lookText look = iota
	lookEye
	lookDate
	lookWhole
	lookNumber
	lookIndex
)

// looks are the number formats. Text is marked as such: what looks like a
// formula stays text when its cell is edited.
var looks = [...]string{
	lookText:   "@",
	lookEye:    `0" right";General;0" left"`,
	lookDate:   "yyyy-mm-dd",
	lookWhole:  "0",
	lookNumber: "0.00##",
	lookIndex:  "0.000##",
}

// look derives from what kind of field a column holds.
func (c *column) look() look {
	switch {
	case c.Name == "right_eye":
		return lookEye
	case c.Kind == biometry.Date:
		return lookDate
	case c.Kind == biometry.Integer:
		return lookWhole
	case c.Kind == biometry.Number && c.Unit == "":
		return lookIndex
	case c.Kind == biometry.Number:
		return lookNumber
	}
	return lookText
}

// width is about how many characters a column shows: its name with the
// filter's button, and what is usual in it.
func (c *column) width() float64 {
	least := 12
	switch {
	case c.Name == "filename":
		least = 32
	case c.Kind == biometry.Text:
		least = 16
	}
	return float64(max(least, len(c.Name)+3))
}

// firstDay is the first day that all spreadsheets count alike: for earlier
// ones, some take 1900 for a leap year.
var firstDay = time.Date(1900, 3, 1, 0, 0, 0, 0, time.UTC)

// cell is a value as a cell has it. Dates are days that can be sorted and
// reckoned with; one that is too early is text.
func cell(c *column, r *row) (any, look) {
	l, v := c.look(), c.value(r)
	text, isText := v.(string)
	if !isText {
		return v, l
	}
	if l == lookDate {
		if day, err := time.Parse(time.DateOnly, text); err == nil && !day.Before(firstDay) {
			return int(day.Sub(firstDay).Hours())/24 + 61, lookDate // the number of 1900-03-01 is 61
		}
		return text, lookText
	}
	return clip(text), l
}

// The colours: a dark head, and the left eye on a tint.
const (
	inkHead  = "FFFFFF"
	fillHead = "1F4E78"
	inkUnits = "44546A"
	fillUnit = "D9E2EC"
	fillLeft = "F2F6FA"
	lineGrey = "BFC9D4"
)

func solid(colour string) excelize.Fill {
	return excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{colour}}
}

func font(colour string, bold bool) *excelize.Font {
	return &excelize.Font{Family: "Calibri", Size: 11, Color: colour, Bold: bold, Italic: !bold}
}

// alignment: numbers stand right, text left and a little apart from the number
// beside it.
func (l look) alignment() *excelize.Alignment {
	switch l {
	case lookText:
		return &excelize.Alignment{Horizontal: "left", Indent: 1}
	case lookEye, lookDate:
		return &excelize.Alignment{Horizontal: "center"}
	}
	return &excelize.Alignment{Horizontal: "right"}
}

// makeStyles makes every style once: a style for each cell would be as many.
func (b *workbook) makeStyles() (err error) {
	add := func(s *excelize.Style) (id style) {
		if err == nil {
			id, err = b.NewStyle(s)
		}
		return id
	}
	for l, format := range looks {
		b.head[l] = add(&excelize.Style{Font: font(inkHead, true), Fill: solid(fillHead), Alignment: look(l).alignment()})
		b.units[l] = add(&excelize.Style{Font: font(inkUnits, false), Fill: solid(fillUnit), Alignment: look(l).alignment()})
		// A line above each report's first row, a tint on its second.
		b.cells[0][l] = add(&excelize.Style{
			CustomNumFmt: &format, Alignment: look(l).alignment(), Border: []excelize.Border{{Type: "top", Color: lineGrey, Style: 1}},
		})
		b.cells[1][l] = add(&excelize.Style{CustomNumFmt: &format, Alignment: look(l).alignment(), Fill: solid(fillLeft)})
	}
	return err
}
