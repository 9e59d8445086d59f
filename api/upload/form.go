package upload

import (
	"errors"
	"io"
	"strings"

	"biom/shared/biometry"
	"biom/shared/endpoint"
)

// form collects the fields of an upload, in any order.
type form struct {
	gate     Gate
	caller   func() string // returns the name of who holds the memory of the file
	parts    *parts
	declared int64 // bytes of the whole body; -1: unknown

	upload  Upload
	seen    [len(options) + 1]bool // by index in options; the last is the file
	buffer  buffer                 // the part of the file that was read so far
	names   []string               // of the first parts, for the fault of a form without a file
	faults  biometry.Faults
	fileErr error // why the file is refused
}

const fileField = "file"

// options are the fields other than the file.
var options = [...]struct {
	name string
	want string                             // the fault of a value that set does not accept
	set  func(u *Upload, value string) bool // reports whether it accepts the value
}{
	{"biompin", WantBoolean, func(u *Upload, v string) bool { return Boolean(v, &u.Biompin) }},
	{"stream", WantBoolean, func(u *Upload, v string) bool { return Boolean(v, &u.Stream) }},
	{"service_tier", "must be standard or slow", func(u *Upload, v string) bool {
		u.Slow = v == "slow"
		return u.Slow || v == "standard"
	}},
	{"evidence", WantBoolean, func(u *Upload, v string) bool { return Boolean(v, &u.Evidence) }},
	{"batch", WantName, func(u *Upload, v string) bool { u.Batch = v; return IsName(v) }},
	{"callback", WantName, func(u *Upload, v string) bool { u.Callback = v; return IsName(v) }},
}

// WantName is the fault of a value for which [IsName] is false.
const WantName = "must be 1 to 64 characters: letters, digits and . _ ~ -"

// IsName reports whether v can be the name of a batch or of an endpoint for callbacks.
func IsName(v string) bool {
	const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._~-"
	return v != "" && len(v) <= maxOption && strings.Trim(v, allowed) == ""
}

// WantBoolean is the fault of a value that [Boolean] does not accept.
const WantBoolean = "must be a boolean: true or false, t or f, 1 or 0, yes or no, y or n, on or off"

// Boolean sets target to the boolean that v spells, in upper or lower case and with
// blanks around it, and reports whether v spells one.
func Boolean(v string, target *bool) bool {
	switch strings.ToLower(strings.TrimSpace(v)) {
	case "true", "t", "1", "yes", "y", "on":
		*target = true
		return true
	case "false", "f", "0", "no", "n", "off":
		*target = false
		return true
	}
	return false
}

// readUpload reads the form and returns the upload. It reads the body to its end,
// because only then does net/http notice a client that leaves.
func (f *form) readUpload(body *endpoint.Body) (*Upload, error) {
	if err := f.read(); err != nil {
		return nil, err
	}
	if err := body.DiscardRest(); err != nil {
		return nil, err
	}
	return f.verdict()
}

// read reads all parts. It returns an error only if the rest cannot be read;
// faults of fields and of the file are kept for verdict.
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
		if err := f.readPart(readHead(head)); err != nil {
			return err
		}
	}
}

// readPart reads one part. It leaves unknown fields to next, which skips them.
func (f *form) readPart(d disposition) error {
	f.noteName(d.field)
	if d.field == fileField {
		return f.readFile(d)
	}
	for i := range options {
		if options[i].name == d.field {
			return f.readOption(i)
		}
	}
	return nil
}

// markSeen notes that a field was given. It reports whether it is the first of its
// name, and notes a fault if not.
func (f *form) markSeen(i int, name string) bool {
	if f.seen[i] {
		f.fault(name, "must be given once")
		return false
	}
	f.seen[i] = true
	return true
}

// fault notes a fault of a field; only the first of each field counts.
func (f *form) fault(name, message string) {
	for _, known := range f.faults {
		if known.Path == name {
			return
		}
	}
	f.faults = append(f.faults, biometry.Fault{Path: name, Message: message})
}

// readOption reads the value of an option. A form that a person fills in sends an
// empty value for what was left out, so such a value counts as absent.
func (f *form) readOption(i int) error {
	o := &options[i]
	value, err := f.readValue()
	if err != nil || value == "" || !f.markSeen(i, o.name) {
		return err
	}
	if !o.set(&f.upload, value) {
		f.fault(o.name, o.want)
	}
	return nil
}

// readValue returns the content of the current part without the blanks around it. Of
// a value that is too long for any option it returns the beginning.
func (f *form) readValue() (string, error) {
	var value []byte
	for {
		c, err := f.parts.chunk()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", err
		}
		if value = append(value, c[:min(len(c), maxOption+1-len(value))]...); len(value) > maxOption {
			return string(value), nil
		}
	}
	return strings.TrimSpace(string(value)), nil
}

// verdict returns the upload, or an error: all faults of its fields, or else what is
// wrong with the file.
func (f *form) verdict() (*Upload, error) {
	if !f.seen[len(options)] {
		f.fault(fileField, f.missingFile())
	}
	if len(f.faults) > 0 {
		return nil, f.faults
	}
	if f.fileErr == nil {
		f.fileErr = checkFile(f.upload.Kind, f.upload.File)
	}
	if f.fileErr != nil {
		return nil, f.fileErr
	}
	u := f.upload // a copy, because a pointer into the form would keep all of it in memory
	return &u, nil
}

var errTooManyParts = errors.New("upload: too many parts")
