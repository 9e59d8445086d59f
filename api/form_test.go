package api_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"
)

const processPath = "/api/v1/biom/process"

// form builds a multipart body.
type form struct {
	b       bytes.Buffer
	w       *multipart.Writer
	typ     string // Content-Type; "": the right one
	cut     int    // number of bytes missing at the end
	tail    int    // number of zero bytes after the end
	chunked bool
}

func newForm() *form {
	f := &form{}
	f.w = multipart.NewWriter(&f.b)
	return f
}

// upload returns a form with a file and fields, given as pairs of name and value.
func upload(name string, content []byte, fields ...string) *form {
	return newForm().file(name, content).fields(fields...)
}

func (f *form) file(name string, content []byte) *form {
	return f.part(fmt.Sprintf(`form-data; name="file"; filename="%s"`, strings.ReplaceAll(name, `"`, `\"`)), content)
}

// part adds a part with any Content-Disposition.
func (f *form) part(disposition string, content []byte) *form {
	w, _ := f.w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {disposition}})
	_, _ = w.Write(content)
	return f
}

// fields adds fields, given as pairs of name and value.
func (f *form) fields(pairs ...string) *form {
	for i := 0; i < len(pairs); i += 2 {
		_ = f.w.WriteField(pairs[i], pairs[i+1])
	}
	return f
}

// request completes the form and returns the request that uploads it.
func (f *form) request(ctx context.Context, t testing.TB, url string, headers ...string) *http.Request {
	t.Helper()
	_ = f.w.Close()
	f.b.Write(make([]byte, f.tail))
	var body io.Reader = bytes.NewReader(f.b.Bytes()[:f.b.Len()-f.cut])
	if f.chunked {
		body = io.MultiReader(body)
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url+processPath, body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", f.w.FormDataContentType())
	if f.typ != "" {
		r.Header.Set("Content-Type", f.typ)
	}
	addHeaders(r, headers)
	return r
}

// pdf is the shortest file that the upload gate accepts as a PDF.
const pdf = "%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"

// document returns a valid report in JSON, with parts replaced, given as pairs of old
// and new text.
func document(replace ...string) []byte {
	return []byte(strings.NewReplacer(replace...).Replace(`{"data":{` +
		`"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{"name":"John Doe"},` +
		`"right_eye":{"AL":23.4,"K1_magnitude":43.1,"K1_axis":10,"K2_magnitude":44.2,"K2_axis":100,"CCT":545},"left_eye":{}}}`))
}
