package client

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strconv"
)

// form is the multipart body of an upload, made of what stands before the
// file, the file itself, and what stands after it.
type form struct {
	contentType string
	head, tail  []byte
	file        io.Reader
	again       func() io.Reader // reads the file from its start; nil if it can be read once
	size        int64            // of the file; -1 if not known
	gate        *gate            // through which the file is read
}

// newForm puts the small fields first: a server that reads the form once knows
// them before the file comes.
func newForm(u *Upload, stream bool) (*form, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, field := range [][2]string{
		{"biompin", strconv.FormatBool(u.Share)}, {"stream", strconv.FormatBool(stream)}, {"service_tier", u.Tier},
	} {
		if field[1] != "" {
			_ = w.WriteField(field[0], field[1]) // a bytes.Buffer takes everything
		}
	}
	_, _ = w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {multipart.FileContentDisposition("file", wireName(u.Filename))},
		"Content-Type":        {"application/octet-stream"},
	})
	head := bytes.Clone(b.Bytes())
	b.Reset()
	_ = w.Close()
	f := &form{contentType: w.FormDataContentType(), head: head, tail: b.Bytes(), file: u.Content, size: -1, gate: newGate()}
	if err := f.measure(); err != nil {
		return nil, err
	}
	return f, nil
}

// measure finds the file's size, and whether it can be read again.
func (f *form) measure() error {
	switch file := f.file.(type) {
	case seekable:
		return f.measureSeekable(file)
	case interface{ Len() int }: // a bytes.Buffer
		f.size = int64(file.Len())
	}
	return nil
}

type seekable interface {
	io.ReaderAt
	io.Seeker
}

func (f *form) measureSeekable(file seekable) error {
	at, pipe := file.Seek(0, io.SeekCurrent)
	if pipe != nil { // its size is not known
		return nil //nolint:nilerr // that it cannot seek is what was asked
	}
	end, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(at, io.SeekStart) // so that the same Upload can be sent again
	}
	if err != nil {
		return fmt.Errorf("client: the size of Upload.Content: %w", err)
	}
	f.size = max(end-at, 0)
	f.again = func() io.Reader { return io.NewSectionReader(file, at, f.size) }
	f.file = f.again()
	return nil
}

func (f *form) body(file io.Reader) io.ReadCloser {
	return io.NopCloser(io.MultiReader(bytes.NewReader(f.head), gated{f.gate, file}, bytes.NewReader(f.tail)))
}

// attach makes f the body of req.
func (f *form) attach(req *http.Request) {
	req.Header.Set("Content-Type", f.contentType)
	req.Body, req.ContentLength = f.body(f.file), -1
	if f.size >= 0 && f.size < math.MaxInt64-1<<20 {
		req.ContentLength = int64(len(f.head)) + f.size + int64(len(f.tail))
	}
	if f.again != nil {
		req.GetBody = func() (io.ReadCloser, error) { return f.body(f.again()), nil }
	}
}
