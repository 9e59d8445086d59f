package api_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"biom/shared/quota"
)

// gzipOf returns content as a gzip.
func gzipOf(content []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Bytes()
}

// gzipOfAlike is quick if much of content is alike: each MiB is a member, which is encoded
// only if it differs from the one before.
func gzipOfAlike(content []byte) (encoded []byte) {
	var last, member []byte
	for part := range slices.Chunk(content, 1<<20) {
		if !bytes.Equal(part, last) {
			last, member = part, gzipOf(part)
		}
		encoded = append(encoded, member...)
	}
	return encoded
}

// encoded replaces a request's body by what encode makes of it.
func encoded(t *testing.T, r *http.Request, encode func([]byte) []byte, encodings ...string) *http.Request {
	t.Helper()
	content, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	body := encode(content)
	r.Body, r.ContentLength, r.GetBody = io.NopCloser(bytes.NewReader(body)), int64(len(body)), nil
	if len(body) == 0 { // else the client would send it in chunks
		r.Body = http.NoBody
	}
	r.Header["Content-Encoding"] = encodings
	return r
}

// requestsWithBody returns a function for each route with a body. It returns a request
// that succeeds, and padding of that many bytes does not change that.
func (b *bundle) requestsWithBody() map[string]func(padding int) *http.Request {
	json := func(path string, body []byte) *http.Request {
		r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.url+path, bytes.NewReader(body))
		if err != nil {
			b.t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		return r
	}
	blanks := func(n int) string { return strings.Repeat(" ", n) }
	return map[string]func(int) *http.Request{
		"process": func(padding int) *http.Request {
			return upload("a.pdf", []byte(pdf), "x", blanks(padding)).request(b.t.Context(), b.t, b.url)
		},
		"feedback": func(padding int) *http.Request {
			return json(feedbackPath, []byte(rating(knownID, "accurate")+blanks(padding)))
		},
		"export": func(padding int) *http.Request { return json(exportPath, append(exportBody(1), blanks(padding)...)) },
	}
}

// send sends a request and returns the status and the error code of the response, "" if
// it is no error.
func (b *bundle) send(r *http.Request) (status int, code string, resp *http.Response) {
	b.t.Helper()
	resp, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	body := b.body(resp)
	if _, rest, found := strings.Cut(string(body), `"code":"`); found && resp.StatusCode != http.StatusOK {
		code, _, _ = strings.Cut(rest, `"`)
	}
	return resp.StatusCode, code, resp
}

// setupsWithBody returns a server whose exporter is in its process, and one whose
// exporter is another process.
func setupsWithBody(t *testing.T) map[string]*bundle {
	_, change := rateable()
	_, remoteChange := rateable()
	remote, _ := setupForward(t, remoteChange)
	return map[string]*bundle{"one process": setup(t, atNoon, change), "exporter elsewhere": remote}
}

func TestGzipBodiesAreDecoded(t *testing.T) {
	t.Parallel()
	for where, b := range setupsWithBody(t) {
		for route, request := range b.requestsWithBody() {
			for _, encoding := range []string{"gzip", "x-gzip", " GZip ", "identity, gzip"} {
				if status, code, _ := b.send(encoded(t, request(0), gzipOf, encoding)); status != http.StatusOK {
					t.Errorf("%s, %s, %q: %d %s", where, route, encoding, status, code)
				}
			}
			twoMembers := func(content []byte) []byte { return append(gzipOf(content[:10]), gzipOf(content[10:])...) }
			if status, code, _ := b.send(encoded(t, request(0), twoMembers, "gzip")); status != http.StatusOK {
				t.Errorf("%s, %s, in two members: %d %s", where, route, status, code)
			}
			for _, encoding := range []string{"", "identity"} {
				if status, code, _ := b.send(encoded(t, request(0), bytes.Clone, encoding)); status != http.StatusOK {
					t.Errorf("%s, %s, %q: %d %s", where, route, encoding, status, code)
				}
			}
		}
	}
}

func TestOtherEncodingsAreRefused(t *testing.T) {
	t.Parallel()
	for where, b := range setupsWithBody(t) {
		for route, request := range b.requestsWithBody() {
			for _, encodings := range [][]string{{"br"}, {"deflate"}, {"gzip, gzip"}, {"gzip", "gzip"}, {"zstd"}, {canary}} {
				status, code, resp := b.send(encoded(t, request(0), gzipOf, encodings...))
				if status != http.StatusUnsupportedMediaType || code != "HTTP_ERROR" || resp.Header.Get("Accept-Encoding") != "gzip" {
					t.Errorf("%s, %s, %q: %d %s, %v", where, route, encodings, status, code, resp.Header)
				}
			}
		}
		b.uncharged()
	}
}

// TestBrokenGzip: a body that is cut or damaged is refused as such.
func TestBrokenGzip(t *testing.T) {
	t.Parallel()
	want := map[string]struct {
		status int
		code   string
	}{
		"process":  {http.StatusBadRequest, "FILE_VALIDATION_ERROR"},
		"feedback": {http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR"},
		"export":   {http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR"},
	}
	for where, b := range setupsWithBody(t) {
		for route, request := range b.requestsWithBody() {
			for fault, encode := range map[string]func([]byte) []byte{
				"not encoded":    bytes.Clone,
				"without end":    func(content []byte) []byte { z := gzipOf(content); return z[:len(z)-4] },
				"cut":            func(content []byte) []byte { return gzipOf(content)[:40] },
				"cut header":     func([]byte) []byte { return []byte{0x1f, 0x8b} },
				"wrong checksum": func(content []byte) []byte { z := gzipOf(content); z[len(z)-5]++; return z },
				"data after it":  func(content []byte) []byte { return append(gzipOf(content), "x"...) },
				"empty":          func([]byte) []byte { return nil },
			} {
				status, code, _ := b.send(encoded(t, request(0), encode, "gzip"))
				if status != want[route].status || code != want[route].code {
					t.Errorf("%s, %s, %s: %d %s", where, route, fault, status, code)
				}
			}
		}
		b.uncharged()
	}
}

// TestDecodedBodiesAreLimited: limits hold for what a body decodes to, so that a small
// body takes neither memory nor time.
func TestDecodedBodiesAreLimited(t *testing.T) {
	t.Parallel()
	for where, b := range setupsWithBody(t) {
		for route, request := range b.requestsWithBody() {
			for size, encode := range map[string]func([]byte) []byte{
				"content of 24 MiB":                   gzipOfAlike,
				"20 MiB in members that hold nothing": func([]byte) []byte { return bytes.Repeat(gzipOf(nil), 20<<20/len(gzipOf(nil))) },
			} {
				r := encoded(t, request(24<<20), encode, "gzip")
				if status, code, _ := b.send(r); status != http.StatusRequestEntityTooLarge || code != "PAYLOAD_TOO_LARGE" {
					t.Errorf("%s, %s, %s: %d %s", where, route, size, status, code)
				}
			}
		}
		if n := b.used(quota.BiomAI); n != 0 {
			t.Errorf("%s: %v credits are charged", where, n)
		}
	}
}
