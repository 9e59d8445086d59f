package exporter

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"
)

// byteOrderMark makes Excel read a CSV as UTF-8. Most other programs take it for a part of the first name.
const byteOrderMark = "\ufeff"

// makeCSV returns the by-eye rows in the format of RFC 4180 and in UTF-8, with a byte order mark if one
// was asked for.
func makeCSV(ctx context.Context, req *request) ([]byte, error) {
	out, w := newCSV(req)
	record := make([]string, len(columns))
	for i := range columns {
		record[i] = columns[i].Name
	}
	_ = w.Write(record) // w keeps the error, which is returned at the end
	for i := range req.reports {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, r := range req.reports[i].rows() {
			for k := range columns {
				record[k] = field(columns[k].value(&r))
			}
			_ = w.Write(record)
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// makeFailedCSV returns the table of the files that were not read.
func makeFailedCSV(req *request) ([]byte, error) {
	out, w := newCSV(req)
	_ = w.Write([]string{"filename", "message"})
	for _, f := range req.failed {
		_ = w.Write([]string{field(f.filename), field(f.message)})
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

// newCSV returns a table that is empty but for the mark, and where it is written.
func newCSV(req *request) (*bytes.Buffer, *csv.Writer) {
	out := &bytes.Buffer{}
	if req.csvBOM {
		out.WriteString(byteOrderMark)
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	return out, w
}

// field returns a value as it stands in the CSV: nothing for nil, numbers with a
// point and all their digits.
func field(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	case string:
		return escapeFormula(v)
	}
	return ""
}
