package exporter

import (
	"fmt"
	"strings"

	"github.com/xuri/excelize/v2"

	"biom/shared/biometry"
)

// writeLegend writes the second sheet, which explains the columns of the first
// by the table of fields.
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
	return b.dressLegend(len(rows), widths)
}

func (b *workbook) dressLegend(last int, widths [4]int) error {
	for k, width := range widths {
		name, err := excelize.ColumnNumberToName(k + 1)
		if err != nil {
			return err
		}
		if err := b.SetColWidth(sheetColumns, name, name, float64(width)); err != nil {
			return err
		}
	}
	if err := b.SetCellStyle(sheetColumns, "A1", "D1", b.head[lookText]); err != nil {
		return err
	}
	if err := b.SetCellStyle(sheetColumns, "A2", fmt.Sprintf("D%d", last), b.cells[0][lookText]); err != nil {
		return err
	}
	if err := b.fitPages(sheetColumns, 1); err != nil {
		return err
	}
	return b.SetPanes(sheetColumns, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

// values says in words what a column may hold.
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
