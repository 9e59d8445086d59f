package upload

import "io"

// Check is check, for tests of content alone.
var Check = check

// CleanName is cleanName.
var CleanName = cleanName

// FileName is the file's name in a Content-Disposition.
func FileName(disposition string) string { return readDisposition(disposition).name }

// Part is one part as parts reads it.
type Part struct {
	Field, Name string
	Body        []byte
}

// ReadParts reads a whole body.
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
