package exporter

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"biom/shared/biometry"
)

// parser reads the outer structure of a request: its lists, and where each report
// begins and ends in the body. It stores no more items than are accepted and no
// more faults than are listed. It ignores unknown members, as in reports. No
// message quotes the body, which holds patients' data.
type parser struct {
	body     []byte
	dec      *jsontext.Decoder
	maxItems int

	items   []item
	count   int      // of responses, including those that are not stored
	formats []string // nil if the request has none
	failed  []failedFile
	csvBOM  bool

	emptyResponses, emptyFormats bool
	faults                       biometry.Faults
}

// item is an element of responses whose report has not been read yet.
type item struct {
	report   []byte // a part of the body; nil if json_data is missing or no object
	filename string
}

// faultf notes a fault.
func (p *parser) faultf(path, format string, args ...any) {
	if len(p.faults) <= maxFaults {
		p.faults = append(p.faults, biometry.Fault{Path: path, Message: fmt.Sprintf(format, args...)})
	}
}

// request reads the body, which must be one JSON object.
func (p *parser) request() error {
	if p.dec.PeekKind() != '{' {
		if err := p.skip(); err != nil {
			return err
		}
		p.faultf("", "must be a JSON object")
		return p.end()
	}
	seen, err := p.object("", map[string]func(string) error{"responses": p.responses, "formats": p.readFormats, "failed": p.readFailed, "csv_bom": p.readBOM})
	if err != nil {
		return err
	}
	if !seen["responses"] {
		p.faultf("responses", "is missing: an array of reports is required here")
	}
	return p.end()
}

// end returns an error if anything follows the value that was read.
func (p *parser) end() error {
	if _, err := p.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return p.syntaxError()
	}
	return nil
}

// syntaxError returns the problem of a body that is not JSON in UTF-8.
func (p *parser) syntaxError() error {
	return invalid(biometry.Faults{{Message: fmt.Sprintf("is not valid JSON in UTF-8, from about byte %d on", p.dec.InputOffset())}})
}

// skip skips a value.
func (p *parser) skip() error {
	if p.dec.SkipValue() != nil {
		return p.syntaxError()
	}
	return nil
}

// object reads the next value, an object. For each known member it calls the function
// of that name with the member's path. seen has the names of the members that were read.
func (p *parser) object(path string, members map[string]func(path string) error) (seen map[string]bool, err error) {
	seen = make(map[string]bool, len(members))
	if _, err := p.dec.ReadToken(); err != nil {
		return nil, p.syntaxError()
	}
	for p.dec.PeekKind() == '"' {
		t, err := p.dec.ReadToken()
		if err != nil {
			return nil, p.syntaxError()
		}
		name := t.String()
		memberPath, read := join(path, name), members[name]
		switch {
		case read == nil:
			err = p.skip()
		case seen[name]:
			p.faultf(memberPath, "is there twice: which of the two is meant cannot be known")
			err = p.skip()
		default:
			seen[name] = true
			err = read(memberPath)
		}
		if err != nil {
			return nil, err
		}
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return nil, p.syntaxError()
	}
	return seen, nil
}

// join returns the path of a member.
func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// array reads the next value, an array, and calls element for each of its elements. n
// is their number. If the value is no array, array notes a fault.
func (p *parser) array(path string, element func(i int) error) (n int, isArray bool, err error) {
	if p.dec.PeekKind() != '[' {
		p.faultf(path, "must be an array")
		return 0, false, p.skip()
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return 0, true, p.syntaxError()
	}
	for ; p.dec.PeekKind() != ']'; n++ {
		if err := element(n); err != nil {
			return n, true, err
		}
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return n, true, p.syntaxError()
	}
	return n, true, nil
}

// responses reads the reports.
func (p *parser) responses(path string) error {
	n, isArray, err := p.array(path, p.item)
	p.count, p.emptyResponses = n, isArray && n == 0
	return err
}

// item reads an element of responses.
func (p *parser) item(i int) error {
	if i >= p.maxItems {
		return p.skip()
	}
	path := fmt.Sprintf("responses[%d]", i)
	var element item
	defer func() { p.items = append(p.items, element) }() // also a faulty one, so that indexes agree
	if p.dec.PeekKind() != '{' {
		p.faultf(path, "must be an object with json_data and filename")
		return p.skip()
	}
	seen, err := p.object(path, map[string]func(string) error{
		"json_data": func(path string) (err error) { element.report, err = p.raw(path); return err },
		"filename":  func(path string) (err error) { element.filename, err = p.text(path); return err },
	})
	if err != nil {
		return err
	}
	if !seen["json_data"] {
		p.faultf(path+".json_data", "is missing: a response of process or retrieve is required here")
	}
	if !seen["filename"] {
		p.faultf(path+".filename", "is missing: a string is required here")
	}
	return nil
}

// raw returns the bytes of the next value, an object. They are a part of the body.
func (p *parser) raw(path string) ([]byte, error) {
	if p.dec.PeekKind() != '{' {
		p.faultf(path, "must be an object")
		return nil, p.skip()
	}
	v, err := p.dec.ReadValue()
	if err != nil {
		return nil, p.syntaxError()
	}
	end := p.dec.InputOffset()
	return p.body[end-int64(len(v)) : end], nil
}

// text returns the next value, a string, without control characters.
func (p *parser) text(path string) (string, error) {
	if p.dec.PeekKind() != '"' {
		p.faultf(path, "must be a string")
		return "", p.skip()
	}
	t, err := p.dec.ReadToken()
	if err != nil {
		return "", p.syntaxError()
	}
	return cleanText(t.String()), nil
}

// readFormats reads the formats. It drops repeated ones.
func (p *parser) readFormats(path string) error {
	p.formats = []string{}
	n, isArray, err := p.array(path, func(i int) error {
		elementPath := fmt.Sprintf("%s[%d]", path, i)
		name, err := p.text(elementPath)
		if err == nil && !slices.Contains(allFormats, name) {
			p.faultf(elementPath, "must be csv, xlsx or json")
			return nil
		}
		if !slices.Contains(p.formats, name) {
			p.formats = append(p.formats, name)
		}
		return err
	})
	p.emptyFormats = isArray && n == 0
	return err
}

// readFailed reads the list of the files that were not read.
func (p *parser) readFailed(path string) error {
	_, _, err := p.array(path, func(i int) error {
		elementPath := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case i == p.maxItems:
			p.faultf(path, "has more than %d files", p.maxItems)
			return p.skip()
		case i > p.maxItems:
			return p.skip()
		case p.dec.PeekKind() != '{':
			p.faultf(elementPath, "must be an object with filename and message")
			return p.skip()
		}
		var f failedFile
		seen, err := p.object(elementPath, map[string]func(string) error{
			"filename": func(path string) (err error) { f.filename, err = p.text(path); return err },
			"message":  func(path string) (err error) { f.message, err = p.text(path); return err },
		})
		if err == nil && !seen["filename"] {
			p.faultf(elementPath+".filename", "is missing: a string is required here")
		}
		p.failed = append(p.failed, f)
		return err
	})
	return err
}

// readBOM reads whether the tables begin with a byte order mark.
func (p *parser) readBOM(path string) error {
	switch p.dec.PeekKind() {
	case 't':
		p.csvBOM = true
	case 'f':
	default:
		p.faultf(path, "must be true or false")
	}
	return p.skip()
}
