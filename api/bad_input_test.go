package api_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"image"
	"image/jpeg"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"biom/api"
)

// TestBadFormsAreRefused: with the right status and code, without a charge and without a
// job. TestMain checks that no goroutine remains.
func TestBadFormsAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range badForms() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, chunked := range []bool{false, true} {
				b := setup(t)
				f := c.form()
				f.chunked = chunked
				resp, body := b.post(f, c.headers...)
				checkRefusal(t, resp, body, c.status, c.code)
				b.uncharged()
				if len(b.queue.submitted) > 0 {
					t.Error("a job was queued")
				}
			}
		})
	}
}

// TestBadDocumentsAreRefused is the same for the content of JSON files.
func TestBadDocumentsAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range badDocuments() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			resp, body := b.post(upload(canary+".json", []byte(c.text), "stream", "true"))
			code := "REQUEST_VALIDATION_ERROR"
			if c.status == http.StatusBadRequest {
				code = "FILE_VALIDATION_ERROR"
			}
			checkRefusal(t, resp, body, c.status, code)
			b.uncharged()
		})
	}
}

// checkRefusal fails the test unless the response is an error with the status and code,
// and does not echo the canary.
func checkRefusal(t *testing.T, resp *http.Response, body []byte, status int, code string) {
	t.Helper()
	var e struct {
		Error struct {
			Code    string
			Details struct{ Errors []struct{ Message string } }
		}
	}
	if err := json.Unmarshal(body, &e); err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	if resp.StatusCode != status || e.Error.Code != code {
		t.Errorf("%d %s, want %d %s", resp.StatusCode, body, status, code)
	}
	if status == http.StatusUnprocessableEntity && len(e.Error.Details.Errors) == 0 {
		t.Errorf("422 without details.errors: %s", body)
	}
	if bytes.Contains(body, []byte(canary)) {
		t.Errorf("the input is echoed: %s", body)
	}
}

// badForm is a form that must be refused with a status and an error code.
type badForm struct {
	form    func() *form
	status  int
	code    string
	headers []string
}

// uploadLimit is the default of Config.MaxUpload.
const uploadLimit = 15 << 20

func badForms() map[string]badForm {
	file := func(name string, content []byte, fields ...string) func() *form {
		return func() *form { return upload(name, content, fields...) }
	}
	invalid := func(f func() *form) badForm {
		return badForm{form: f, status: http.StatusBadRequest, code: "FILE_VALIDATION_ERROR"}
	}
	form422 := func(f func() *form) badForm {
		return badForm{form: f, status: http.StatusUnprocessableEntity, code: "REQUEST_VALIDATION_ERROR"}
	}
	large := func(f func() *form) badForm {
		return badForm{form: f, status: http.StatusRequestEntityTooLarge, code: "PAYLOAD_TOO_LARGE"}
	}
	badKey := func(key ...string) badForm {
		var h []string
		for _, k := range key {
			h = append(h, "X-Provider-API-Key", k)
		}
		return badForm{file("a.pdf", []byte(pdf)), http.StatusBadRequest, "HTTP_ERROR", h}
	}
	jpg := testJPEG()
	return map[string]badForm{
		"no file":                     form422(func() *form { return newForm().fields("stream", "true") }),
		"no field at all":             form422(newForm),
		"file as a plain field":       form422(func() *form { return newForm().fields("file", "text") }),
		"empty file name":             form422(file("", nil)),
		"two files":                   form422(func() *form { return upload("a.pdf", []byte(pdf)).file("b.pdf", []byte(pdf)) }),
		"a JSON body":                 form422(func() *form { f := upload("a.json", document()); f.typ = "application/json"; return f }),
		"another content type":        form422(func() *form { f := upload("a.json", document()); f.typ = "text/plain"; return f }),
		"biompin no boolean":          form422(file("a.pdf", []byte(pdf), "biompin", "maybe")),
		"stream no boolean":           form422(file("a.pdf", []byte(pdf), "stream", "2")),
		"stream many blanks":          form422(file("a.pdf", []byte(pdf), "stream", strings.Repeat(" ", 65))),
		"stream very long":            form422(file("a.pdf", []byte(pdf), "stream", strings.Repeat("true", 50_000))),
		"unknown tier":                form422(file("a.pdf", []byte(pdf), "service_tier", "fast")),
		"unknown tier of JSON":        form422(file("a.json", document(), "service_tier", "fast")),
		"option twice":                form422(file("a.pdf", []byte(pdf), "stream", "true", "stream", "true")),
		"empty file":                  invalid(file(canary+".pdf", nil)),
		"empty JSON file":             invalid(file("a.json", nil)),
		"no extension":                invalid(file(canary, []byte(pdf))),
		"extension docx":              invalid(file(canary+".docx", []byte(pdf))),
		"dot only":                    invalid(file("a.", []byte(pdf))),
		"PNG named pdf":               invalid(file(canary+".pdf", []byte("\x89PNG\r\n\x1a\n"+strings.Repeat("x", 5000)))),
		"PDF named png":               invalid(file("a.png", []byte(pdf))),
		"PDF magic only":              invalid(file("a.pdf", []byte("%PDF-1.4"))),
		"PDF cut in half":             invalid(file("a.pdf", []byte(pdf)[:len(pdf)/2])),
		"PDF magic after 1 KiB":       invalid(file("a.pdf", []byte(strings.Repeat(" ", 1025)+pdf))),
		"PDF end far from the end":    invalid(file("a.pdf", []byte(pdf+strings.Repeat("x", 5000)))),
		"JPEG magic only":             invalid(file("a.jpg", jpg[:4])),
		"JPEG cut":                    invalid(file("a.jpeg", jpg[:len(jpg)-2])),
		"PNG magic only":              invalid(file("a.png", []byte("\x89PNG\r\n\x1a\n"))),
		"PNG bomb":                    invalid(file("a.png", pngDeclaring(30_000, 30_000))),
		"PNG of 20,001 pixels a side": invalid(file("a.png", pngDeclaring(20_001, 1))),
		"GIF magic only":              invalid(file("a.gif", []byte("GIF89a"))),
		"GIF 65,535 squared":          invalid(file("a.gif", gif(65_535, 1))),
		"GIF 60,000 squared":          invalid(file("a.gif", gif(60_000, 1))),
		"GIF of 5,000 frames":         invalid(file("a.gif", gif(1, 5_000))),
		"BMP magic only":              invalid(file("a.bmp", []byte("BM"))),
		"BMP 16,384 squared":          invalid(file("a.bmp", bmpDeclaring(16_384, 16_384))),
		"BMP that cannot hold it":     invalid(file("a.bmp", bmpDeclaring(4_000, 4_000))),
		"16 MiB of zeros as PDF":      large(file("a.pdf", make([]byte, 16<<20))),
		"16 MiB of zeros as JSON":     large(file("a.json", make([]byte, 16<<20))),
		"one byte too many":           large(file("a.pdf", append([]byte(pdf), make([]byte, uploadLimit+1-len(pdf))...))),
		"a large unknown field":       large(func() *form { return upload("a.pdf", []byte(pdf), "x", strings.Repeat("x", 17<<20)) }),
		"1,001 parts":                 invalid(func() *form { return manyFields(upload("a.pdf", []byte(pdf)), 1_000) }),
		"10,000 fields":               invalid(func() *form { return manyFields(newForm(), 10_000) }),
		"part header of 64 KiB":       invalid(file(strings.Repeat("x", 64<<10)+".pdf", []byte(pdf))),
		"no boundary":                 invalid(func() *form { f := upload("a.pdf", []byte(pdf)); f.typ = "multipart/form-data"; return f }),
		"another boundary":            invalid(func() *form { f := upload("a.pdf", []byte(pdf)); f.typ = "multipart/form-data; boundary=x"; return f }),
		"cut before its end":          invalid(func() *form { f := upload("a.pdf", []byte(pdf)); f.cut = 10; return f }),
		"cut mid-part":                invalid(func() *form { f := upload("a.pdf", []byte(pdf)); f.cut = 90; return f }),
		"key of 10 KB":                badKey(strings.Repeat("k", 10<<10)),
		"key with a space":            badKey(canary + " x"),
		"key that is not ASCII":       badKey(canary + "é"),
		"empty key":                   badKey(""),
		"blank key":                   badKey(" "),
		"two boundaries": invalid(func() *form {
			f := upload("a.pdf", []byte(pdf))
			f.typ = "multipart/form-data; boundary=a; boundary=b"
			return f
		}),
		"two keys": badKey(canary+"1", canary+"2"),
	}
}

// manyFields adds n fields to a form.
func manyFields(f *form, n int) *form {
	for i := range n {
		f.fields("f"+strconv.Itoa(i), "v")
	}
	return f
}

// badDocument is the text of a JSON file that must be refused with a status.
type badDocument struct {
	text   string
	status int
}

func badDocuments() map[string]badDocument {
	d := func(status int, replace ...string) badDocument {
		return badDocument{string(document(replace...)), status}
	}
	return map[string]badDocument{
		"5 MB of [":              {strings.Repeat("[", 5<<20), 400},
		"nested 65 deep":         {strings.Repeat("[", 65) + strings.Repeat("]", 65), 400},
		"not JSON":               {canary, 400},
		"NaN":                    d(400, "23.4", "NaN"),
		"invalid UTF-8":          d(400, "John", "J\xff"),
		"trailing data":          {string(document()) + "x", 400},
		"cut":                    {string(document()[:50]), 400},
		"data null":              {`{"data":null}`, 422},
		"empty object":           {`{}`, 422},
		"an array":               {`[]`, 422},
		"1e400":                  d(422, "23.4", "1e400"),
		"wrong letter case":      d(422, `"AL"`, `"al"`),
		"duplicate member":       d(422, `"AL":23.4`, `"AL":23.4,"AL":25.1`),
		"string for a number":    d(422, "23.4", `"23.4"`),
		"fractional CCT":         d(422, "545", "545.5"),
		"K2 below K1":            d(422, "44.2", "42.2"),
		"axes 20 degrees apart":  d(422, `"K2_axis":100`, `"K2_axis":30`),
		"TK of another device":   {`{"extra_data":{"posterior_keratometry":{"pk_device_name":"Anterion","right_eye":{"TK1_magnitude":43,"TK2_magnitude":44},"left_eye":{}}},` + string(document())[1:], 422},
		"schema version 2.0.0":   {`{"metadata":{"schema_version":"2.0.0"},` + string(document())[1:], 422},
		"schema version banana":  {`{"metadata":{"schema_version":"banana"},` + string(document())[1:], 422},
		"fields at the root":     {`{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{},"right_eye":{},"left_eye":{}}`, 422},
		"extra_data inside data": d(422, `"left_eye":{}`, `"left_eye":{},"extra_data":{}`),
	}
}

func testJPEG() []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 8, 8)), nil)
	return b.Bytes()
}

// gif returns a GIF that declares frames of a size and has no pixels.
func gif(side uint16, frames int) []byte {
	b := []byte("GIF89a")
	b = binary.LittleEndian.AppendUint16(b, side)
	b = binary.LittleEndian.AppendUint16(b, side)
	b = append(b, 0, 0, 0)
	for range frames {
		b = append(b, 0x2C, 0, 0, 0, 0)
		b = binary.LittleEndian.AppendUint16(b, side)
		b = binary.LittleEndian.AppendUint16(b, side)
		b = append(b, 0, 2, 1, 0, 0)
	}
	return append(b, 0x3B)
}

// pngDeclaring returns a PNG that declares a size and has no pixels.
func pngDeclaring(width, height uint32) []byte {
	b := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	b = append(b, "IHDR"...)
	b = binary.BigEndian.AppendUint32(b, width)
	b = binary.BigEndian.AppendUint32(b, height)
	b = append(b, 8, 0, 0, 0, 0, 0, 0, 0, 0)
	b = append(b, "\x00\x00\x00\x01IDATx\x00\x00\x00\x00"...)
	return append(b, "\x00\x00\x00\x00IEND\x00\x00\x00\x00"...)
}

// bmpDeclaring returns a BMP that declares a size and has no pixels.
func bmpDeclaring(width, height uint32) []byte {
	b := make([]byte, 54)
	copy(b, "BM")
	b[10], b[14], b[26], b[28] = 54, 40, 1, 24
	binary.LittleEndian.PutUint32(b[18:], width)
	binary.LittleEndian.PutUint32(b[22:], height)
	return b
}

// TestLargestUploadIsAccepted: a file of exactly the limit is accepted, chunked or not.
func TestLargestUploadIsAccepted(t *testing.T) {
	t.Parallel()
	file := append([]byte(pdf), make([]byte, uploadLimit-len(pdf))...)
	for _, chunked := range []bool{false, true} {
		b := setup(t)
		f := upload("a.pdf", file)
		f.chunked = chunked
		resp, body := b.post(f)
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
		if j := <-b.queue.submitted; len(j.File) != uploadLimit || !bytes.Equal(j.File, file) {
			t.Error("the job has another file")
		}
	}
}

func TestUploadLimitIsConfigured(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.MaxUpload = 100 })
	resp, body := b.post(upload("a.pdf", append([]byte(pdf), make([]byte, 100)...)))
	checkRefusal(t, resp, body, http.StatusRequestEntityTooLarge, "PAYLOAD_TOO_LARGE")
}

// TestFileNamesMayBeAnything: the job gets a file name that is safe.
func TestFileNamesMayBeAnything(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, disposition := range []string{
		`form-data; name="file"; filename="../../etc/passwd.pdf"`,
		`form-data; name="file"; filename="C:\reports\a.PDF"`,
		"form-data; name=\"file\"; filename=\"a\x01\x02\x7f\t.pdf\"",
		"form-data; name=\"file\"; filename=\"\xff\xfe.Pdf\"",
		`form-data; name="file"; filename="a \"quoted\" one.pdf"`,
		`form-data; name="file"; filename="` + strings.Repeat("x", 10<<10) + `.pdf"`,
		`form-data; name="file"; filename*=UTF-8''na%C3%AFve%20file.pdf`,
		`form-data; name="file"; filename="x"; filename*=iso-8859-1''na%EFve.pdf`,
		`form-data; name="file"; filename*0="a"; filename*1=".pdf"`,
		`form-data; name=file; filename=a.pdf`,
		`FORM-DATA; filename="a.pdf"; NAME="file"`,
		`form-data; name="file"; filename="a;b=c.pdf"`,
		`form-data; name="file"; filename="报告.pdf"`,
	} {
		resp, body := b.post(newForm().part(disposition, []byte(pdf)))
		if resp.StatusCode != http.StatusOK {
			t.Errorf("%.80q: %d %s", disposition, resp.StatusCode, body)
			continue
		}
		if j := <-b.queue.submitted; len(j.Filename) > 255 || strings.ContainsAny(j.Filename, "/\\\x00\x01") || j.Kind != "pdf" {
			t.Errorf("%.80q: passed on as %q", disposition, j.Filename)
		}
	}
}

// TestOptionSpellings: options may come in any order and spelling, and unknown fields
// are ignored.
func TestOptionSpellings(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, yes := range []string{"true", "TRUE", "T", "1", "yes", "Y", "on", " true\t"} {
		resp, _ := b.post(newForm().fields("stream", "", "stream", yes, "x", "y").file("a.PDF", []byte(pdf)).fields("biompin", "Off"))
		if got := resp.Header.Get("Content-Type"); got != "text/event-stream" {
			t.Errorf("stream=%s: %s", yes, got)
		}
	}
	for _, no := range []string{"false", "f", "0", "No", "n", " off ", "", " "} {
		resp, _ := b.post(upload("a.jpeg", testJPEG(), "stream", no, "service_tier", "standard", "service_tier", "", "biompin", ""))
		if got := resp.Header.Get("Content-Type"); got != "application/json" {
			t.Errorf("stream=%s: %s", no, got)
		}
	}
}

// TestFileUnderAnotherName: the fault of a form without a file names its parts, so that
// the right name is easily found.
func TestFileUnderAnotherName(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for want, f := range map[string]*form{
		"there is no part `file`; the form has `document`": newForm().
			part(`form-data; name="document"; filename="CANARY.pdf"`, []byte(pdf)),
		"there is no part `file`; the form has `stream`, `File`": newForm().fields("stream", "true").
			part(`form-data; name="File"; filename="CANARY.pdf"`, []byte(pdf)).fields("File", "CANARY"),
		"there is no part `file`; the form has `a?b???c`": newForm().part("form-data; name=\"a\x01b\u202e`\xffc\"", []byte(pdf)),
		"there is no part `file`; the form has `" + strings.Repeat("é", 40) + "…`": newForm().
			part(`form-data; name="`+strings.Repeat("é", 10_000)+`"; filename="CANARY.pdf"`, []byte(pdf)),
		"there is no part `file`; the form has `f0`, `f1`, `f2`, `f3`, `f4`, `f5`, `f6`, `f7`": manyFields(newForm(), 900),
		"is missing: send the report as a file with a name":                                    newForm().part("form-data", nil),
	} {
		resp, body := b.post(f)
		checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
		var e struct {
			Error struct {
				Details struct {
					Errors []struct{ Path, Message string }
				}
			}
		}
		if err := json.Unmarshal(body, &e); err != nil {
			t.Fatal(err)
		}
		if got := e.Error.Details.Errors[0]; got.Path != "file" || got.Message != want {
			t.Errorf("got  %q\nwant %q", got.Message, want)
		}
	}
}
