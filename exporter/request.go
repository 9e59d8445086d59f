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

// request is what is to be exported.
type request struct {
	reports []report
	formats []string
}

func (r *request) wants(format string) bool { return slices.Contains(r.formats, format) }

// report is one item of responses.
type report struct {
	filename string
	response *biometry.Response
}

// maxFaults is how many faults are told of: a request of a thousand reports
// may have tens of thousands.
const maxFaults = 500

// parse reads a request. Refusals in this order: 422 for what is no JSON, 400
// for an empty list, 413 for too many reports, 422 for all else.
func parse(ctx context.Context, body []byte, most int) (*request, error) {
	p := &parser{body: bytes.TrimPrefix(body, []byte("\ufeff")), most: most}
	p.dec = jsontext.NewDecoder(bytes.NewBuffer(p.body), jsontext.AllowDuplicateNames(true)) // found by whoever reads the object
	if err := p.document(); err != nil {
		return nil, err
	}
	switch {
	case p.emptyResponses:
		return nil, empty("responses", "name at least one report")
	case p.emptyFormats:
		return nil, empty("formats", "name at least one of csv, xlsx and json, or leave it out for all three")
	case p.count > most:
		return nil, problem.New(http.StatusRequestEntityTooLarge, problem.PayloadTooLarge,
			"There are %d reports in responses; at most %d are taken. Export in several parts.", p.count, most)
	}
	req := &request{formats: p.formats, reports: make([]report, 0, len(p.items))}
	if p.formats == nil {
		req.formats = allFormats
	}
	for i, it := range p.items {
		if len(p.faults) > maxFaults {
			break
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if it.document != nil {
			req.reports = append(req.reports, report{it.filename, p.response(i, it.document)})
		}
	}
	if len(p.faults) > 0 {
		return nil, invalid(p.faults)
	}
	return req, nil
}

func empty(list, mend string) error {
	return problem.New(http.StatusBadRequest, problem.HTTP, "%s is empty: %s.", list, mend)
}

func invalid(faults biometry.Faults) error {
	if len(faults) > maxFaults {
		faults = append(faults[:maxFaults:maxFaults], biometry.Fault{Message: "has more faults, which are not listed"})
	}
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
		"The body is no valid export; details.errors lists every fault.").With("errors", faults)
}

// response reads a report's document, and notes its faults under its own path.
func (p *parser) response(i int, document []byte) *biometry.Response {
	path := fmt.Sprintf("responses[%d].json_data", i)
	r, err := biometry.DecodeResponse(document)
	if faults, ok := errors.AsType[biometry.Faults](err); ok {
		for _, f := range faults {
			at := path
			if f.Path != "" {
				at += "." + f.Path
			}
			p.faultf(at, "%s", f.Message)
		}
	} else if err != nil {
		p.faultf(path, "cannot be read: %v", err)
	}
	return r
}
