package upload

import "io"

// Check checks a file, as the gate does.
var Check = checkFile

// Take takes n bytes for a caller.
func (b *Budget) Take(caller string, n int) error { return b.take(caller, n) }

// CleanName cleans a file's name, as the gate does.
var CleanName = cleanName

// FileName returns the file's name in a Content-Disposition.
func FileName(disposition string) string { return readDisposition(disposition).name }

// Part is one part of a form, as the gate reads it.
type Part struct {
	Field, Name string
	Body        []byte
}

// ReadParts reads all parts of a body.
func ReadParts(src io.Reader, boundary string) (all []Part, err error) {
	p := newParts(src, boundary)
	defer p.release()
	for {
		head, err := p.next()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		d := readHead(head)
		part := Part{Field: d.field, Name: d.name}
		for {
			c, err := p.chunk()
			if err == io.EOF {
				break
			}
			if err != nil {
				return all, err
			}
			part.Body = append(part.Body, c...)
		}
		all = append(all, part)
	}
}
