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

// read passes a body through a gate for 15 MiB; a length of -1 is unknown.
func read(t *testing.T, body io.Reader, length int64) (*upload.Upload, error) {
	t.Helper()
	r := httptest.NewRequest(http.MethodPost, "/", body)
	r.ContentLength = length
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	return upload.Gate{MaxFile: limit, ReadTimeout: time.Second}.Read(httptest.NewRecorder(), r, somebody)
}

// formOf returns a form with one file.
func formOf(name string, content []byte) []byte {
	return fmt.Appendf(nil, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=%q\r\n\r\n%s\r\n--b--\r\n", name, content)
}

// A refused upload costs the memory of one file at most, and next to nothing if
// its headers or the file's first KiB are enough to refuse it.
func TestMemoryOfRefusedUploads(t *testing.T) { // not parallel: it measures memory
	pdf := func(n int) []byte { return append([]byte("%PDF-1.4"), make([]byte, n-8)...) }
	for _, c := range []struct {
		name    string
		body    []byte
		chunked bool
		status  int
		maxCost uint64 // bytes
	}{
		{"declared too large", formOf("a.pdf", pdf(limit+2<<20)), false, 413, 1 << 20},
		{"one byte too large", formOf("a.pdf", pdf(limit+1)), false, 413, limit + 1<<20},
		{"one byte too large, chunked", formOf("a.pdf", pdf(limit+1)), true, 413, limit + 1<<20},
		{"not a PDF", formOf("a.pdf", make([]byte, limit)), true, 400, 1 << 20},
		{"extension not supported", formOf("a.docx", make([]byte, limit)), false, 400, 1 << 20},
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
		if n := after.TotalAlloc - before.TotalAlloc; n > c.maxCost {
			t.Errorf("%s: %d bytes were allocated", c.name, n)
		}
	}
}

// A file of any length arrives unchanged, whether its length is declared or not.
func TestFilesArriveUnchanged(t *testing.T) {
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

// The deadline is renewed for each 8 KiB, so that a client that makes progress is
// never cut off, and one that sends a byte now and then is.
func TestDeadlineIsRenewedByProgress(t *testing.T) {
	t.Parallel()
	out := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	body := formOf("a.json", make([]byte, 64<<10))
	r := httptest.NewRequest(http.MethodPost, "/", &oneByteReader{remaining: body})
	r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	if _, err := (upload.Gate{MaxFile: limit, ReadTimeout: time.Second}).Read(out, r, somebody); err != nil {
		t.Fatal(err)
	}
	// One for each 8 KiB, and the zero one at the end, which removes the deadline.
	if want := len(body)/(8<<10) + 2; len(out.set) != want || !out.set[want-1].IsZero() {
		t.Errorf("%d deadlines set, want %d", len(out.set), want)
	}
}

// deadlines records the read deadlines that are set.
type deadlines struct {
	*httptest.ResponseRecorder

	set []time.Time
}

func (d *deadlines) SetReadDeadline(t time.Time) error {
	d.set = append(d.set, t)
	return nil
}

// oneByteReader returns one byte at a time.
type oneByteReader struct{ remaining []byte }

func (r *oneByteReader) Read(p []byte) (int, error) {
	if len(r.remaining) == 0 {
		return 0, io.EOF
	}
	p[0] = r.remaining[0]
	r.remaining = r.remaining[1:]
	return 1, nil
}

// somebody is the caller of tests in which it does not matter who calls.
func somebody() string { return "ip:a" }
