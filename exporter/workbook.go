package exporter

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/xuri/excelize/v2"
)

// The sheets of a workbook.
const (
	sheetEyes    = "Eyes"
	sheetReview  = "Review"
	sheetColumns = "Columns"
)

// cellBytes is about how many bytes a cell takes in the sheet's XML.
const cellBytes = 48

// headerRows is the number of rows above the reports: one with the names, so that programs can read the sheet.
const headerRows = 1

// makeWorkbook returns the by-eye rows as a workbook for people, with a sheet of what to check and one
// that explains the columns.
func makeWorkbook(ctx context.Context, req *request, now time.Time) (_ []byte, err error) {
	temporary := newScratch(len(req.reports) * eyes * len(columns) * cellBytes)
	defer temporary.close()
	f := excelize.NewFile(excelize.Options{TmpDir: temporary.dir})
	defer func() { _ = f.Close() }()
	f.SetZipWriter(func(w io.Writer) excelize.ZipWriter {
		z := zip.NewWriter(w)
		z.RegisterCompressor(zip.Deflate, deflate)
		return z
	})
	b := &workbook{File: f, temporary: temporary}
	for _, step := range []func() error{
		func() error { return b.describe(now) },
		b.makeStyles,
		func() error { return b.writeEyes(ctx, req.reports) },
		func() error { return b.writeReview(req) },
		b.writeLegend,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	if _, err := f.WriteTo(&out); err != nil {
		return nil, fmt.Errorf("exporter: workbook: %w", err)
	}
	return out.Bytes(), nil
}

// workbook is a workbook that is being written.
type workbook struct {
	*excelize.File

	temporary *scratch

	header [len(formatCodes)]style
	cells  [eyes][len(formatCodes)]style
}

// style is the ID of a style in a workbook.
type style = int

// describe sets the properties of the document.
func (b *workbook) describe(now time.Time) error {
	created := now.Format(time.RFC3339)
	return b.SetDocProps(&excelize.DocProperties{
		Title: "Optical biometry, by eye", Creator: "biom", LastModifiedBy: "biom", Created: created, Modified: created,
	})
}

// writeEyes writes the first sheet, which has the by-eye rows.
func (b *workbook) writeEyes(ctx context.Context, reports []report) error {
	last := headerRows + eyes*len(reports)
	if err := b.prepareEyes(last); err != nil {
		return err
	}
	// After prepareEyes, because NewStreamWriter copies the sheet's dimension.
	s, err := b.NewStreamWriter(sheetEyes)
	if err != nil {
		return err
	}
	if err := b.writeHeader(s); err != nil {
		return err
	}
	cells := make([]excelize.Cell, len(columns))
	values := make([]any, len(columns))
	for i := range cells {
		values[i] = &cells[i]
	}
	for i := range reports {
		if i%64 == 0 {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			b.temporary.unlink()
		}
		for k, r := range reports[i].rows() {
			b.fill(cells, k, &r)
			if err := s.SetRow(fmt.Sprintf("A%d", headerRows+eyes*i+k+1), values); err != nil {
				return err
			}
		}
	}
	if err := b.AutoFilter(sheetEyes, fmt.Sprintf("A%d:%s%d", headerRows, lastColumn(), last), nil); err != nil {
		return err
	}
	return s.Flush()
}

// prepareEyes sets the name, the dimension and the print layout of the first sheet,
// which must be set before its rows are written. last is the number of its last row.
func (b *workbook) prepareEyes(last int) error {
	if err := b.SetSheetName(b.GetSheetName(0), sheetEyes); err != nil {
		return err
	}
	// Without a dimension, some programs read one cell only.
	if err := b.SetSheetDimension(sheetEyes, fmt.Sprintf("A1:%s%d", lastColumn(), last)); err != nil {
		return err
	}
	return b.setUpPrint()
}

// setUpPrint makes printed pages legible: three side by side, in landscape, each with
// the names of columns and files.
func (b *workbook) setUpPrint() error {
	if err := b.fitPages(sheetEyes, 3); err != nil {
		return err
	}
	return b.SetDefinedName(&excelize.DefinedName{
		Name: "_xlnm.Print_Titles", Scope: sheetEyes, RefersTo: sheetEyes + "!$A:$B," + sheetEyes + "!$1:$1",
	})
}

// fitPages fits the width of a sheet to a number of printed pages.
func (b *workbook) fitPages(sheet string, wide int) error {
	landscape, a4, high, fit := "landscape", 9, 0, true
	if err := b.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	return b.SetPageLayout(sheet, &excelize.PageLayoutOptions{Orientation: &landscape, Size: &a4, FitToWidth: &wide, FitToHeight: &high})
}

// writeHeader writes the row of names. It stays visible when a user scrolls, and so do the
// columns of the file's name and of the eye.
func (b *workbook) writeHeader(s *excelize.StreamWriter) error {
	names := make([]any, len(columns))
	for i := range columns {
		c := &columns[i]
		if err := s.SetColWidth(i+1, i+1, c.width()); err != nil {
			return err
		}
		names[i] = excelize.Cell{StyleID: b.header[c.format()], Value: c.Name}
	}
	err := s.SetPanes(&excelize.Panes{Freeze: true, XSplit: 2, YSplit: headerRows, TopLeftCell: "C2", ActivePane: "bottomRight"})
	if err != nil {
		return err
	}
	return s.SetRow("A1", names)
}

// fill sets cells to the values of a row. eye is its position in the report's rows.
func (b *workbook) fill(cells []excelize.Cell, eye int, r *row) {
	for i := range columns {
		v, format := cell(&columns[i], r)
		cells[i] = excelize.Cell{StyleID: b.cells[eye][format], Value: v}
	}
}

// lastColumn returns the letters of the last column.
func lastColumn() string {
	name, err := excelize.ColumnNumberToName(len(columns))
	if err != nil {
		panic(err) // only possible with more than 16,384 columns
	}
	return name
}
