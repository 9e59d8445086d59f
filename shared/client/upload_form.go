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

// form is the multipart body of an upload: head, file, tail.
type form struct {
	contentType string
	head, tail  []byte // the bytes before and after the file
	file        io.Reader
	reopen      func() io.Reader // returns the file from its start; nil if it can be read only once
	size        int64            // of the file in bytes; -1 if not known
	gate        *gate            // controls the reading of the file
}

// newForm returns the form of u. The small fields come first, so that a server
// that reads the form in one pass knows them before the file.
func newForm(u *Upload, stream bool) (*form, error) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, field := range [][2]string{
		{"biompin", strconv.FormatBool(u.Share)}, {"stream", strconv.FormatBool(stream)}, {"service_tier", u.Tier},
		{"batch", u.Batch}, {"callback", u.Callback}, {"evidence", trueOrNothing(u.Evidence)},
	} {
		if field[1] != "" {
			_ = w.WriteField(field[0], field[1]) // writing to a bytes.Buffer does not fail
		}
	}
	_, _ = w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {multipart.FileContentDisposition("file", sentFilename(u.Filename))},
		"Content-Type":        {"application/octet-stream"},
	})
	head := bytes.Clone(b.Bytes())
	b.Reset()
	_ = w.Close()
	f := &form{contentType: w.FormDataContentType(), head: head, tail: b.Bytes(), file: u.Content, size: -1, gate: newGate()}
	if err := f.findSize(); err != nil {
		return nil, err
	}
	return f, nil
}

// trueOrNothing leaves out an option that a service of an earlier version may not know.
func trueOrNothing(wanted bool) string {
	if wanted {
		return "true"
	}
	return ""
}

// findSize sets size if it is known, and reopen if the file can be read again.
func (f *form) findSize() error {
	switch file := f.file.(type) {
	case seekable:
		return f.findSeekableSize(file)
	case interface{ Len() int }: // a bytes.Buffer
		f.size = int64(file.Len())
	}
	return nil
}

type seekable interface {
	io.ReaderAt
	io.Seeker
}

// findSeekableSize does the work of findSize for a file or a bytes.Reader. It
// reads from the current position, which it does not change.
func (f *form) findSeekableSize(file seekable) error {
	start, err := file.Seek(0, io.SeekCurrent)
	if err != nil { // a pipe cannot seek: its size is not known
		return nil //nolint:nilerr // an unknown size is no error
	}
	end, err := file.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = file.Seek(start, io.SeekStart) // so that the same Upload can be sent again
	}
	if err != nil {
		return fmt.Errorf("client: the size of Upload.Content: %w", err)
	}
	f.size = max(end-start, 0)
	f.reopen = func() io.Reader { return io.NewSectionReader(file, start, f.size) }
	f.file = f.reopen()
	return nil
}

// body returns the whole form with this file in it.
func (f *form) body(file io.Reader) io.ReadCloser {
	return io.NopCloser(io.MultiReader(bytes.NewReader(f.head), gatedReader{f.gate, file}, bytes.NewReader(f.tail)))
}

// attach makes f the body of req.
func (f *form) attach(req *http.Request) {
	req.Header.Set("Content-Type", f.contentType)
	req.Body, req.ContentLength = f.body(f.file), -1
	if f.size >= 0 && f.size < math.MaxInt64-1<<20 {
		req.ContentLength = int64(len(f.head)) + f.size + int64(len(f.tail))
	}
	if f.reopen != nil {
		req.GetBody = func() (io.ReadCloser, error) { return f.body(f.reopen()), nil }
	}
}
