package upload

import (
	"errors"
	"io"
	"strings"

	"biom/shared/biometry"
	"biom/shared/endpoint"
)

// form collects the fields of an upload, in whatever order they come.
type form struct {
	gate     Gate
	parts    *parts
	declared int64 // Content-Length; -1: unknown

	up     Upload
	seen   [len(options) + 1]bool // by index in options, the file last
	got    buffer                 // the file so far
	faults biometry.Faults
	bad    error // what is wrong with the file
}

const fileField = "file"

// options are the fields beside the file.
var options = [...]struct {
	name string
	want string
	set  func(up *Upload, value string) bool
}{
	{"biompin", WantBoolean, func(up *Upload, v string) bool { return Boolean(v, &up.Biompin) }},
	{"stream", WantBoolean, func(up *Upload, v string) bool { return Boolean(v, &up.Stream) }},
	{"service_tier", "must be standard or slow", func(up *Upload, v string) bool {
		up.Slow = v == "slow"
		return up.Slow || v == "standard"
	}},
}

// WantBoolean is what is wrong with what [Boolean] does not take.
const WantBoolean = "must be a boolean: true or false, 1 or 0, yes or no, on or off"

// Boolean reads a boolean as people and programs write it.
func Boolean(v string, to *bool) bool {
	switch strings.ToLower(v) {
	case "true", "1", "yes", "on":
		*to = true
		return true
	case "false", "0", "no", "off":
		*to = false
		return true
	}
	return false
}

// whole reads the form and judges it. The body is read to its end: only then
// does net/http watch for a client that leaves.
func (f *form) whole(body *endpoint.Body) (*Upload, error) {
	if err := f.read(); err != nil {
		return nil, err
	}
	if err := body.Finish(); err != nil {
		return nil, err
	}
	return f.verdict()
}

// read takes in all parts. An error is one that leaves nothing to be read;
// what is wrong with fields or the file is kept for the verdict.
func (f *form) read() error {
	for n := 0; ; n++ {
		head, err := f.parts.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if n == maxParts {
			return errTooManyParts
		}
		if err := f.part(readHead(head)); err != nil {
			return err
		}
	}
}

func (f *form) part(d disposition) error {
	if d.field == fileField {
		return f.file(d)
	}
	for i := range options {
		if options[i].name == d.field {
			return f.option(i)
		}
	}
	return nil // unknown fields are ignored: next reads over them
}

// first notes that a field is there and faults the second of its name.
func (f *form) first(i int, name string) bool {
	if f.seen[i] {
		f.fault(name, "must be given once")
		return false
	}
	f.seen[i] = true
	return true
}

// fault notes what is wrong with a field, once for each field.
func (f *form) fault(name, message string) {
	for _, x := range f.faults {
		if x.Path == name {
			return
		}
	}
	f.faults = append(f.faults, biometry.Fault{Path: name, Message: message})
}

func (f *form) option(i int) error {
	o := &options[i]
	if !f.first(i, o.name) {
		return nil
	}
	var value []byte
	for {
		c, err := f.parts.chunk()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if value = append(value, c[:min(len(c), maxOption+1-len(value))]...); len(value) > maxOption {
			break
		}
	}
	if !o.set(&f.up, string(value)) {
		f.fault(o.name, o.want)
	}
	return nil
}

// verdict is the upload, or everything that is wrong with it.
func (f *form) verdict() (*Upload, error) {
	if !f.seen[len(options)] {
		f.fault(fileField, "is missing: send the report as a file with a name")
	}
	if len(f.faults) > 0 {
		return nil, f.faults
	}
	if f.bad == nil {
		f.bad = check(f.up.Kind, f.up.File)
	}
	if f.bad != nil {
		return nil, f.bad
	}
	up := f.up // apart from the form, which holds on to what it read
	return &up, nil
}

var errTooManyParts = errors.New("upload: too many parts")
