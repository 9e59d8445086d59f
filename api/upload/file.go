package upload

import (
	"errors"
	"io"

	"biom/shared/filekind"
)

// readFile reads the uploaded file. A file that is not of the kind that its name says
// is not stored, but still read to its end: it is refused with 413 if it is too
// large, and with 400 otherwise.
func (f *form) readFile(d disposition) error {
	if d.name == "" && !f.seen[len(options)] { // browsers send an empty name if no file was chosen
		f.fault(fileField, missingFile)
		return nil
	}
	if !f.markSeen(len(options), fileField) {
		return nil
	}
	f.buffer = buffer{budget: f.gate.Budget, declared: int(f.declared), maxFile: f.gate.MaxFile, room: f.gate.Room}
	f.upload.Kind, f.upload.Name = filekind.Of(d.name), cleanName(d.name)
	if f.upload.Kind == "" {
		f.fileErr = errExtension
	} else {
		f.buffer.caller = f.caller()
	}
	for size := 0; ; {
		c, err := f.parts.chunk()
		if errors.Is(err, io.EOF) {
			f.upload.File, err = f.buffer.file()
			return err
		}
		if err != nil {
			return err
		}
		if size += len(c); size > f.gate.MaxFile {
			return tooLarge(f.gate.MaxFile)
		}
		if f.fileErr != nil {
			continue
		}
		if err := f.store(c); err != nil {
			return err
		}
	}
}

// store appends a chunk to the file, and drops the file if its first KiB does not
// match its name.
func (f *form) store(c []byte) error {
	before := f.buffer.size
	if err := f.buffer.add(c); err != nil {
		return err
	}
	if before < magicBytes && f.buffer.size >= magicBytes && !matchesKind(f.upload.Kind, f.buffer.last) {
		f.fileErr = mismatch(f.upload.Kind, f.buffer.last)
		f.buffer.drop()
	}
	return nil
}
