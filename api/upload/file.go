package upload

import (
	"errors"
	"io"

	"biom/shared/filekind"
)

// file reads the uploaded file. One that cannot be what its name says is read
// to its end without being kept: how long it is decides between 400 and 413.
func (f *form) file(d disposition) error {
	if d.name == "" && !f.seen[len(options)] { // browsers send an empty name for no file
		f.fault(fileField, "is missing: send the report as a file with a name")
		return nil
	}
	if !f.first(len(options), fileField) {
		return nil
	}
	f.got = buffer{budget: f.gate.Budget, declared: int(f.declared), most: f.gate.MaxFile}
	f.up.Kind, f.up.Name = filekind.Of(d.name), cleanName(d.name)
	if f.up.Kind == "" {
		f.bad = errExtension
	}
	for size := 0; ; {
		c, err := f.parts.chunk()
		if errors.Is(err, io.EOF) {
			f.up.File, err = f.got.whole()
			return err
		}
		if err != nil {
			return err
		}
		if size += len(c); size > f.gate.MaxFile {
			return tooLarge(f.gate.MaxFile)
		}
		if f.bad != nil {
			continue
		}
		if err := f.keep(c); err != nil {
			return err
		}
	}
}

// keep appends to the file, unless it does not look like what its name says.
func (f *form) keep(c []byte) error {
	before := f.got.size
	if err := f.got.add(c); err != nil {
		return err
	}
	if before < magicBytes && f.got.size >= magicBytes && !begins(f.up.Kind, f.got.last) {
		f.bad = mismatch(f.up.Kind, f.got.last)
		f.got.drop()
	}
	return nil
}
