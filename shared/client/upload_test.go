package client_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/client"
)

// received is an upload as a server reads it.
type received struct {
	fields   map[string]string
	filename string
	content  string
	length   int64
}

// readForm reads the multipart form of a request.
func readForm(t *testing.T, r *http.Request) (got received) {
	got.fields, got.length = map[string]string{}, r.ContentLength
	form, err := r.MultipartReader()
	if err != nil {
		t.Error(err)
		return got
	}
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			return got
		}
		if err != nil {
			t.Error(err)
			return got
		}
		data, _ := io.ReadAll(part)
		if part.FormName() == "file" {
			got.filename, got.content = part.FileName(), string(data)
		} else {
			got.fields[part.FormName()] = string(data)
		}
	}
}

// uploadAndReceive sends u and returns what the server received.
func uploadAndReceive(t *testing.T, u client.Upload) (got received) {
	t.Helper()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		got = readForm(t, r)
		writeJSON(w, 200, response)
	})
	if _, err := c.Process(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	return got
}

func TestUploadSendsTheFields(t *testing.T) {
	t.Parallel()
	u := report()
	u.Share, u.Tier = true, client.Slow
	got := uploadAndReceive(t, u)
	if got.fields["biompin"] != "true" || got.fields["stream"] != "false" || got.fields["service_tier"] != "slow" {
		t.Errorf("fields: %v", got.fields)
	}
	if got.filename != "report.pdf" || got.content != "%PDF-1.7 and so on" {
		t.Errorf("file %q: %q", got.filename, got.content)
	}
}

func TestUploadSendsTheContentFromItsPosition(t *testing.T) {
	t.Parallel()
	const content = "0123456789"
	path := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(path, []byte("before"+content), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Seek(int64(len("before")), io.SeekStart); err != nil {
		t.Fatal(err)
	}
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	_, _ = out.WriteString(content)
	out.Close()
	for name, c := range map[string]struct {
		content io.Reader
		sized   bool
	}{
		"a file, from where it stands": {file, true},
		"bytes":                        {bytes.NewReader([]byte(content)), true},
		"a buffer":                     {bytes.NewBufferString(content), true},
		"a pipe":                       {in, false},
		"any reader":                   {io.MultiReader(strings.NewReader(content)), false},
	} {
		got := uploadAndReceive(t, client.Upload{Filename: "report.pdf", Content: c.content})
		if got.content != content || (got.length > 0) != c.sized {
			t.Errorf("%s: content %q, length %d", name, got.content, got.length)
		}
	}
}

func TestUploadCanBeSentAgain(t *testing.T) {
	t.Parallel()
	content := strings.NewReader("before 0123456789")
	_, _ = content.Seek(int64(len("before ")), io.SeekStart)
	u := client.Upload{Filename: "report.pdf", Content: content}
	for range 3 {
		if got := uploadAndReceive(t, u); got.content != "0123456789" {
			t.Fatalf("got %q", got.content)
		}
	}
}

func TestUploadSendsASafeFilename(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 5000)
	for name, want := range map[string]string{
		"/home/Doe, John/report.pdf":            "report.pdf",
		`C:\patients\Doe\report.pdf`:            "report.pdf",
		`a "quoted" name;x=y.pdf`:               `a "quoted" name;x=y.pdf`,
		"line\r\nX-Evil: 1\x00\x1b[31m.pdf":     "line__X-Evil: 1__[31m.pdf",
		"Größe 眼軸長.PDF":                         "Größe 眼軸長.PDF",
		"not UTF-8 \xff\xfe.pdf":                "not UTF-8 _.pdf",
		long + ".pdf":                           strings.Repeat("é", 125) + ".pdf",
		"report." + strings.Repeat("x", 300):    "report." + strings.Repeat("x", 248),
		"100%25 %0D%0A ' *=UTF-8''x \u202e.pdf": "100%25 %0D%0A ' *=UTF-8''x \u202e.pdf",
	} {
		u := report()
		u.Filename = name
		if got := uploadAndReceive(t, u); got.filename != want {
			t.Errorf("%.40q: arrived as %q, want %q", name, got.filename, want)
		}
	}
}

func TestUploadRefusesInvalidFields(t *testing.T) {
	t.Parallel()
	c := setup(t, func(http.ResponseWriter, *http.Request) { t.Error("something was sent") })
	for want, u := range map[string]client.Upload{
		"Upload.Filename": {Content: strings.NewReader("x")},
		"Upload.Content":  {Filename: "report.pdf"},
		"Upload.Tier":     {Filename: "report.pdf", Content: strings.NewReader("x"), Tier: "fast"},
	} {
		if _, err := c.Process(t.Context(), u); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// The server reads 1 MiB of 64 and responds.
func TestUploadIsNotBuffered(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		writeJSON(w, 413, `{"success":false,"error":{"code":"PAYLOAD_TOO_LARGE","message":"too large","request_id":"r-1"}}`)
	})
	source := &countingReader{remaining: 64 << 20}
	_, err := c.Process(t.Context(), client.Upload{Filename: "big.pdf", Content: source})
	if e, ok := errors.AsType[*client.Error](err); ok && e.Status != 413 {
		t.Errorf("got %v", err)
	}
	if err == nil || source.largest > 1<<20 {
		t.Errorf("error %v; at once %d bytes", err, source.largest)
	}
}

// countingReader returns remaining bytes and counts the largest Read.
type countingReader struct{ remaining, largest int }

func (c *countingReader) Read(p []byte) (int, error) {
	if c.remaining == 0 {
		return 0, io.EOF
	}
	n := min(len(p), c.remaining)
	c.remaining, c.largest = c.remaining-n, max(c.largest, n)
	return n, nil
}
