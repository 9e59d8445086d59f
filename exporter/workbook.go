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
	sheetColumns = "Columns"
)

// cellBytes is what a cell usually takes in the sheet, markup included.
const cellBytes = 48

// headRows are the rows of names and of units.
const headRows = 2

// makeWorkbook writes the by-eye rows for people: see styles.go for how they
// look and legend.go for the sheet that explains them.
func makeWorkbook(ctx context.Context, reports []report, now time.Time) (_ []byte, err error) {
	temporary := newScratch(len(reports) * eyes * len(columns) * cellBytes)
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
		func() error { return b.writeEyes(ctx, reports) },
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

type workbook struct {
	*excelize.File

	temporary *scratch

	head, units [len(looks)]style
	cells       [eyes][len(looks)]style
}

type style = int

func (b *workbook) describe(now time.Time) error {
	at := now.Format(time.RFC3339)
	return b.SetDocProps(&excelize.DocProperties{
		Title: "Optical biometry, by eye", Creator: "biom", LastModifiedBy: "biom", Created: at, Modified: at,
	})
}

// writeEyes writes the first sheet.
func (b *workbook) writeEyes(ctx context.Context, reports []report) error {
	last := headRows + eyes*len(reports)
	if err := b.layOut(last); err != nil {
		return err
	}
	// The stream copies the dimension when it begins.
	s, err := b.NewStreamWriter(sheetEyes)
	if err != nil {
		return err
	}
	if err := b.writeHead(s); err != nil {
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
			b.temporary.forget()
		}
		for k, r := range reports[i].rows() {
			b.fill(cells, k, &r)
			if err := s.SetRow(fmt.Sprintf("A%d", headRows+eyes*i+k+1), values); err != nil {
				return err
			}
		}
	}
	// The row of units has the filter's buttons, or it would be sorted away.
	if err := b.AutoFilter(sheetEyes, fmt.Sprintf("A%d:%s%d", headRows, lastColumn(), last), nil); err != nil {
		return err
	}
	return s.Flush()
}

// layOut does what must be done before the rows.
func (b *workbook) layOut(last int) error {
	if err := b.SetSheetName(b.GetSheetName(0), sheetEyes); err != nil {
		return err
	}
	// Readers that trust the dimension would see one cell without it.
	if err := b.SetSheetDimension(sheetEyes, fmt.Sprintf("A1:%s%d", lastColumn(), last)); err != nil {
		return err
	}
	return b.layOutPrint()
}

// layOutPrint makes pages that can be read: three side by side, across the
// paper, with the names of columns and of files on each.
func (b *workbook) layOutPrint() error {
	if err := b.fitPages(sheetEyes, 3); err != nil {
		return err
	}
	return b.SetDefinedName(&excelize.DefinedName{
		Name: "_xlnm.Print_Titles", Scope: sheetEyes, RefersTo: sheetEyes + "!$A:$B," + sheetEyes + "!$1:$2",
	})
}

// fitPages prints a sheet on so many pages side by side.
func (b *workbook) fitPages(sheet string, wide int) error {
	landscape, a4, high, fit := "landscape", 9, 0, true
	if err := b.SetSheetProps(sheet, &excelize.SheetPropsOptions{FitToPage: &fit}); err != nil {
		return err
	}
	return b.SetPageLayout(sheet, &excelize.PageLayoutOptions{Orientation: &landscape, Size: &a4, FitToWidth: &wide, FitToHeight: &high})
}

// writeHead writes names and units, which stay in sight with the file's name
// and the eye.
func (b *workbook) writeHead(s *excelize.StreamWriter) error {
	names, units := make([]any, len(columns)), make([]any, len(columns))
	for i := range columns {
		c := &columns[i]
		if err := s.SetColWidth(i+1, i+1, c.width()); err != nil {
			return err
		}
		names[i] = excelize.Cell{StyleID: b.head[c.look()], Value: c.Name}
		units[i] = excelize.Cell{StyleID: b.units[c.look()], Value: c.Unit}
	}
	err := s.SetPanes(&excelize.Panes{Freeze: true, XSplit: 2, YSplit: headRows, TopLeftCell: "C3", ActivePane: "bottomRight"})
	if err != nil {
		return err
	}
	if err := s.SetRow("A1", names); err != nil {
		return err
	}
	return s.SetRow("A2", units)
}

// fill puts a row into cells.
func (b *workbook) fill(cells []excelize.Cell, eye int, r *row) {
	for i := range columns {
		v, l := cell(&columns[i], r)
		cells[i] = excelize.Cell{StyleID: b.cells[eye][l], Value: v}
	}
}

func lastColumn() string {
	name, err := excelize.ColumnNumberToName(len(columns))
	if err != nil {
		panic(err) // the columns are constants, and few
	}
	return name
}
