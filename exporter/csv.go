package exporter

import (
	"bytes"
	"context"
	"encoding/csv"
	"strconv"
)

// makeCSV writes the by-eye rows as RFC 4180 has it, in UTF-8. There is no byte
// order mark: most programs would take it for a part of the first name.
func makeCSV(ctx context.Context, reports []report) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	record := make([]string, len(columns))
	for i := range columns {
		record[i] = columns[i].Name
	}
	_ = w.Write(record) // to memory, as below
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

// field is a value as CSV has it: nothing for null, numbers with a point and
// all their digits.
func field(v any) string {
	switch v := v.(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	case string:
		return harmless(v)
	}
	return ""
}
