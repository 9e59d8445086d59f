package exporter

import (
	"context"
	"time"

	"biom/shared/biometry"
)

// NewNames returns a function that names files as an archive does.
func NewNames(now time.Time) func(id, device string) string {
	n := newNames(now)
	return func(id, device string) string {
		r := &biometry.Response{}
		r.Data.Patient.ID, r.Data.Biometer.DeviceName = &id, device
		return n.name(&report{response: r})
	}
}

// ParseToCSV parses a request and returns its table.
func ParseToCSV(body []byte, maxReports int) ([]byte, error) {
	req, err := parse(context.Background(), body, maxReports)
	if err != nil {
		return nil, err
	}
	return makeCSV(context.Background(), req)
}
