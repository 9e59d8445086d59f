package exporter

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"biom/shared/biometry"
)

// writeLegend writes the last sheet, which explains the columns of the first. Its
// texts come from the fields of package biometry.
func (b *workbook) writeLegend() error {
	if _, err := b.NewSheet(sheetColumns); err != nil {
		return err
	}
	rows := [][4]string{{"Column", "Meaning", "Unit", "Values"}}
	for i := range columns {
		c := &columns[i]
		rows = append(rows, [4]string{c.Name, c.Description, c.Unit, c.values()})
	}
	var widths [4]int
	for i, row := range rows {
		cells := row[:]
		if err := b.SetSheetRow(sheetColumns, fmt.Sprintf("A%d", i+1), &cells); err != nil {
			return err
		}
		for k, text := range row {
			widths[k] = max(widths[k], len(text)+3)
		}
	}
	return b.formatTable(sheetColumns, len(rows), widths[:])
}

// formatTable sets widths, styles, pages and panes of a sheet of texts with one row of names. last is the
// number of its last row.
func (b *workbook) formatTable(sheet string, last int, widths []int) error {
	var end string
	for k, width := range widths {
		name, err := excelize.ColumnNumberToName(k + 1)
		if err != nil {
			return err
		}
		if err := b.SetColWidth(sheet, name, name, float64(width)); err != nil {
			return err
		}
		end = name
	}
	if err := b.SetCellStyle(sheet, "A1", end+"1", b.header[formatText]); err != nil {
		return err
	}
	if last > 1 {
		if err := b.SetCellStyle(sheet, "A2", fmt.Sprintf("%s%d", end, last), b.cells[0][formatText]); err != nil {
			return err
		}
	}
	if err := b.fitPages(sheet, 1); err != nil {
		return err
	}
	return b.SetPanes(sheet, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

// values describes in words the values that a column may hold.
func (c *column) values() string {
	switch c.Kind {
	case biometry.Enum:
		return strings.Join(c.Values, ", ")
	case biometry.Date:
		return "a date"
	case biometry.Text:
		return "text"
	case biometry.Integer:
		return "a whole number " + c.Range()
	}
	return "a number " + c.Range()
}
