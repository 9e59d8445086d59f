package exporter

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"biom/shared/biometry"
)

// parser reads the frame of a request: its lists, and where each document
// stands. It keeps no more items than are taken, and no more faults than are
// told of. Unknown members are ignored, as in reports. No message quotes the
// body.
type parser struct {
	body []byte
	dec  *jsontext.Decoder
	most int

	items   []item
	count   int      // of responses, however many are kept
	formats []string // nil: not given

	emptyResponses, emptyFormats bool
	faults                       biometry.Faults
}

// item is one of responses before its document is read.
type item struct {
	document []byte // in the body; nil if it is at fault
	filename string
}

func (p *parser) faultf(path, format string, args ...any) {
	if len(p.faults) <= maxFaults {
		p.faults = append(p.faults, biometry.Fault{Path: path, Message: fmt.Sprintf(format, args...)})
	}
}

// document reads the one value of the body.
func (p *parser) document() error {
	if p.dec.PeekKind() != '{' {
		if err := p.skip(); err != nil {
			return err
		}
		p.faultf("", "must be a JSON object")
		return p.end()
	}
	seen, err := p.object("", map[string]func(string) error{"responses": p.responses, "formats": p.readFormats})
	if err != nil {
		return err
	}
	if !seen["responses"] {
		p.faultf("responses", "is missing: an array of reports is required here")
	}
	return p.end()
}

// end checks that nothing follows.
func (p *parser) end() error {
	if _, err := p.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return p.noJSON()
	}
	return nil
}

func (p *parser) noJSON() error {
	return invalid(biometry.Faults{{Message: fmt.Sprintf("is not valid JSON in UTF-8, from about byte %d on", p.dec.InputOffset())}})
}

// skip passes over a value.
func (p *parser) skip() error {
	if p.dec.SkipValue() != nil {
		return p.noJSON()
	}
	return nil
}

// object reads the object that comes next, each known member by its reader.
func (p *parser) object(path string, members map[string]func(path string) error) (seen map[string]bool, err error) {
	seen = make(map[string]bool, len(members))
	if _, err := p.dec.ReadToken(); err != nil {
		return nil, p.noJSON()
	}
	for p.dec.PeekKind() == '"' {
		t, err := p.dec.ReadToken()
		if err != nil {
			return nil, p.noJSON()
		}
		name := t.String()
		at, read := join(path, name), members[name]
		switch {
		case read == nil:
			err = p.skip()
		case seen[name]:
			p.faultf(at, "is there twice: which of the two is meant cannot be known")
			err = p.skip()
		default:
			seen[name] = true
			err = read(at)
		}
		if err != nil {
			return nil, err
		}
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return nil, p.noJSON()
	}
	return seen, nil
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// array reads the array that comes next, and tells how long it is.
func (p *parser) array(path string, element func(i int) error) (n int, isArray bool, err error) {
	if p.dec.PeekKind() != '[' {
		p.faultf(path, "must be an array")
		return 0, false, p.skip()
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return 0, true, p.noJSON()
	}
	for ; p.dec.PeekKind() != ']'; n++ {
		if err := element(n); err != nil {
			return n, true, err
		}
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return n, true, p.noJSON()
	}
	return n, true, nil
}

func (p *parser) responses(path string) error {
	n, isArray, err := p.array(path, p.item)
	p.count, p.emptyResponses = n, isArray && n == 0
	return err
}

// item reads one of responses.
func (p *parser) item(i int) error {
	if i >= p.most {
		return p.skip()
	}
	path := fmt.Sprintf("responses[%d]", i)
	var it item
	defer func() { p.items = append(p.items, it) }()
	if p.dec.PeekKind() != '{' {
		p.faultf(path, "must be an object with json_data and filename")
		return p.skip()
	}
	seen, err := p.object(path, map[string]func(string) error{
		"json_data": func(at string) (err error) { it.document, err = p.raw(at); return err },
		"filename":  func(at string) (err error) { it.filename, err = p.text(at); return err },
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

// raw is the object that comes next, as it stands in the body.
func (p *parser) raw(path string) ([]byte, error) {
	if p.dec.PeekKind() != '{' {
		p.faultf(path, "must be an object")
		return nil, p.skip()
	}
	v, err := p.dec.ReadValue()
	if err != nil {
		return nil, p.noJSON()
	}
	end := p.dec.InputOffset()
	return p.body[end-int64(len(v)) : end], nil
}

func (p *parser) text(path string) (string, error) {
	if p.dec.PeekKind() != '"' {
		p.faultf(path, "must be a string")
		return "", p.skip()
	}
	t, err := p.dec.ReadToken()
	if err != nil {
		return "", p.noJSON()
	}
	return clean(t.String()), nil
}

func (p *parser) readFormats(path string) error {
	p.formats = []string{}
	n, isArray, err := p.array(path, func(i int) error {
		at := fmt.Sprintf("%s[%d]", path, i)
		name, err := p.text(at)
		if err == nil && !slices.Contains(allFormats, name) {
			p.faultf(at, "must be csv, xlsx or json")
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
