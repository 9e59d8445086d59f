package exporter

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"
)

// makeCSV returns the by-eye rows in the format of RFC 4180 and in UTF-8. It has no
// byte order mark, which most programs would take for a part of the first name.
func makeCSV(ctx context.Context, reports []report) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	record := make([]string, len(columns))
	for i := range columns {
		record[i] = columns[i].Name
	}
	_ = w.Write(record) // w keeps the error, which is returned at the end
	for i := range reports {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, r := range reports[i].rows() {
			for k := range columns {
				record[k] = field(columns[k].value(&r))
			}
			_ = w.Write(record)
		}
	}
	w.Flush()
	return out.Bytes(), w.Error()
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
