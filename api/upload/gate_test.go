package upload_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"time"

	"biom/api/upload"
	"biom/shared/problem"
)

const limit = 15 << 20

func read(t *testing.T, body io.Reader, length int64) (*upload.Upload, error) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.ContentLength = length
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	return upload.Gate{MaxFile: limit, Pace: time.Second}.Read(httptest.NewRecorder(), r)
}

func formOf(name string, content []byte) []byte {
	return fmt.Appendf(nil, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=%q\r\n\r\n%s\r\n--b--\r\n", name, content)
}

// TestWhatAnUploadCosts: a 15 MiB limit must not cost 15 MiB per rejected
// request more than once, and nothing where the first KiB tells.
func TestWhatAnUploadCosts(t *testing.T) { // not parallel: it watches memory
	pdf := func(n int) []byte { return append([]byte("%PDF-1.4"), make([]byte, n-8)...) }
	for _, c := range []struct {
		name    string
		body    []byte
		chunked bool
		status  int
		most    uint64
	}{
		{"declared too large", formOf("a.pdf", pdf(limit+2<<20)), false, 413, 1 << 20},
		{"one byte too large", formOf("a.pdf", pdf(limit+1)), false, 413, limit + 1<<20},
		{"one byte too large, chunked", formOf("a.pdf", pdf(limit+1)), true, 413, limit + 1<<20},
		{"no PDF", formOf("a.pdf", make([]byte, limit)), true, 400, 1 << 20},
		{"not supported", formOf("a.docx", make([]byte, limit)), false, 400, 1 << 20},
		{"PDF without its end", formOf("a.pdf", pdf(limit)), false, 400, limit + 1<<20},
		{"two large files", append(bytes.TrimSuffix(formOf("a.png", make([]byte, limit-1<<20)), []byte("--b--\r\n")), formOf("b.png", nil)...), false, 422, 1 << 20},
	} {
		length := int64(len(c.body))
		if c.chunked {
			length = -1
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := read(t, bytes.NewReader(c.body), length)
		runtime.ReadMemStats(&after)
		p, ok := errors.AsType[*problem.Problem](err)
		if !ok || p.Status != c.status {
			t.Errorf("%s: %v", c.name, err)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > c.most {
			t.Errorf("%s: %d bytes were allocated", c.name, n)
		}
	}
}

// TestSizes: whatever the length and whether it is known, the file is taken as
// it is.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, n := range []int{1, 1023, 1024, 1025, 32 << 10, 32<<10 + 1, 256 << 10, 256<<10 + 1, 1 << 20, 3<<20 + 7} {
		content := make([]byte, n)
		for i := range content {
			content[i] = byte(i * 7)
		}
		body := formOf("a.json", content)
		for _, length := range []int64{-1, int64(len(body))} {
			up, err := read(t, bytes.NewReader(body), length)
			if err != nil || !bytes.Equal(up.File, content) {
				t.Errorf("%d bytes, declared %d: %v", n, length, err)
			}
		}
	}
}

// TestPatience: a client that sends a little now and then is given up; one
// that makes progress is not.
func TestPatience(t *testing.T) {
	t.Parallel()
	clock := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	body := formOf("a.json", make([]byte, 64<<10))
	r := httptest.NewRequest(http.MethodPost, "/", &trickle{rest: body})
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	if _, err := (upload.Gate{MaxFile: limit, Pace: time.Second}).Read(clock, r); err != nil {
		t.Fatal(err)
	}
	// One for each 8 KiB, and the one that ends the patience.
	if want := len(body)/(8<<10) + 2; len(clock.set) != want || !clock.set[want-1].IsZero() {
		t.Errorf("%d deadlines set, want %d", len(clock.set), want)
	}
}

type deadlines struct {
	*httptest.ResponseRecorder
	set []time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.set = append(d.set, t)
	return nil
}

// trickle gives a byte at a time.
type trickle struct{ rest []byte }

func (r *trickle) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	p[0] = r.rest[0]
	r.rest = r.rest[1:]
	return 1, nil
}
