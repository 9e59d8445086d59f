package exporter

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"time"
)

// archive is an export that is ready to be written. Its CSV and its workbook exist
// already. Its JSON files are made while the archive is written, because there may
// be many, and making them does not fail.
type archive struct {
	now       time.Time
	csv, xlsx []byte // nil if not requested
	failed    []byte // the table of the files that were not read; nil without a CSV, or if there are none
	reports   []report
	json      bool
}

// newArchive returns the archive of a request. It makes the CSV and the workbook if
// they were requested.
func newArchive(ctx context.Context, req *request, now time.Time) (a *archive, err error) {
	a = &archive{now: now.UTC(), reports: req.reports, json: req.wants(formatJSON)}
	if req.wants(formatCSV) {
		if a.csv, err = makeCSV(ctx, req); err != nil {
			return nil, err
		}
		if len(req.failed) > 0 {
			if a.failed, err = makeFailedCSV(req); err != nil {
				return nil, err
			}
		}
	}
	if req.wants(formatXLSX) {
		if a.xlsx, err = makeWorkbook(ctx, req, a.now); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// name returns the name of the archive, or of a file in it that holds all reports.
func (a *archive) name(extension string) string {
	return "biom-export-" + a.now.Format("20060102-150405") + extension
}

// stream writes the ZIP. It stops with an error when ctx ends.
func (a *archive) stream(ctx context.Context, w io.Writer) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, deflate)
	if a.csv != nil {
		if err := a.add(z, a.name(".csv"), zip.Deflate, a.csv); err != nil {
			return err
		}
	}
	if a.failed != nil {
		if err := a.add(z, a.name("-failed.csv"), zip.Deflate, a.failed); err != nil {
			return err
		}
	}
	if a.xlsx != nil { // it is compressed already
		if err := a.add(z, a.name(".xlsx"), zip.Store, a.xlsx); err != nil {
			return err
		}
	}
	if a.json {
		if err := a.addReports(ctx, z); err != nil {
			return err
		}
	}
	return z.Close()
}

// add adds one file to the ZIP.
func (a *archive) add(z *zip.Writer, name string, method uint16, content []byte) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: a.now})
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

// addReports writes a file for each report. The file is the response as it was
// validated, so that all files of an archive agree. It also has what the tables
// lack, such as the share code.
func (a *archive) addReports(ctx context.Context, z *zip.Writer) error {
	names := newNames(a.now)
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	for i := range a.reports {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		text.Reset()
		if err := encoder.Encode(a.reports[i].response); err != nil {
			return err
		}
		if err := a.add(z, names.name(&a.reports[i]), zip.Deflate, text.Bytes()); err != nil {
			return err
		}
	}
	return nil
}
