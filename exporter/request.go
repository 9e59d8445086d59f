package exporter

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"biom/shared/biometry"
	"biom/shared/problem"
)

// The formats of an export.
const (
	formatCSV  = "csv"
	formatXLSX = "xlsx"
	formatJSON = "json"
)

var allFormats = []string{formatCSV, formatXLSX, formatJSON}

// request is a parsed request.
type request struct {
	reports []report
	formats []string
	failed  []failedFile
	csvBOM  bool // the CSVs begin with a byte order mark
}

// failedFile is a file that was not read, so that it has no report.
type failedFile struct{ filename, message string }

// wants reports whether the request asks for a format.
func (r *request) wants(format string) bool { return slices.Contains(r.formats, format) }

// report is an element of responses.
type report struct {
	filename string
	response *biometry.Response
	unusual  []biometry.Unusual // of both eyes
}

// maxFaults is how many faults a response lists. A request with a thousand reports
// may have tens of thousands.
const maxFaults = 500

// parse reads a request of at most maxReports reports. It refuses, in this order: a
// body that is not JSON (422), an empty list (400), too many reports (413), and
// anything else that is wrong (422).
func parse(ctx context.Context, body []byte, maxReports int) (*request, error) {
	p := &parser{body: bytes.TrimPrefix(body, []byte("\ufeff")), maxItems: maxReports}
	// Duplicate names are allowed here: the parser and package biometry find them and name their paths.
	p.dec = jsontext.NewDecoder(bytes.NewBuffer(p.body), jsontext.AllowDuplicateNames(true))
	if err := p.request(); err != nil {
		return nil, err
	}
	switch {
	case p.emptyResponses:
		return nil, empty("responses", "name at least one report")
	case p.emptyFormats:
		return nil, empty("formats", "name at least one of csv, xlsx and json, or leave it out for all three")
	case p.count > maxReports:
		return nil, problem.New(http.StatusRequestEntityTooLarge, problem.PayloadTooLarge,
			"There are %d reports in responses; at most %d are taken. Export in several parts.", p.count, maxReports)
	}
	req := &request{formats: p.formats, failed: p.failed, csvBOM: p.csvBOM, reports: make([]report, 0, len(p.items))}
	if p.formats == nil {
		req.formats = allFormats
	}
	for i, item := range p.items {
		if len(p.faults) > maxFaults {
			break
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if item.report != nil {
			req.reports = append(req.reports, report{filename: item.filename, response: p.response(i, item.report)})
		}
	}
	if len(p.faults) > 0 {
		return nil, invalid(p.faults)
	}
	for i := range req.reports {
		r := &req.reports[i]
		r.unusual = r.response.Unusuals()
	}
	return req, nil
}

// empty returns the problem of an empty list.
func empty(list, mend string) error {
	return problem.New(http.StatusBadRequest, problem.HTTP, "%s is empty: %s.", list, mend)
}

// invalid returns the problem of a request with faults.
func invalid(faults biometry.Faults) error {
	if len(faults) > maxFaults {
		faults = append(faults[:maxFaults:maxFaults], biometry.Fault{Message: "has more faults, which are not listed"})
	}
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
		"The body is no valid export; details.errors lists every fault.").With("errors", faults)
}

// response decodes the report of element i and notes its faults with their paths in
// the request.
func (p *parser) response(i int, text []byte) *biometry.Response {
	path := fmt.Sprintf("responses[%d].json_data", i)
	r, err := biometry.DecodeResponse(text)
	if faults, ok := errors.AsType[biometry.Faults](err); ok {
		for _, f := range faults {
			faultPath := path
			if f.Path != "" {
				faultPath += "." + f.Path
			}
			p.faultf(faultPath, "%s", f.Message)
		}
	} else if err != nil {
		p.faultf(path, "cannot be read: %v", err)
	}
	return r
}
