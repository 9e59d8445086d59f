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

// received is what a server reads of an upload.
type received struct {
	fields   map[string]string
	filename string
	content  string
	length   int64
}

func receive(t *testing.T, r *http.Request) (got received) {
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

// upload sends u and returns what arrived.
func upload(t *testing.T, u client.Upload) (got received) {
	t.Helper()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		got = receive(t, r)
		answer(w, 200, response)
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
	got := upload(t, u)
	if got.fields["biompin"] != "true" || got.fields["stream"] != "false" || got.fields["service_tier"] != "slow" {
		t.Errorf("fields: %v", got.fields)
	}
	if got.filename != "report.pdf" || got.content != "%PDF-1.7 and so on" {
		t.Errorf("file %q: %q", got.filename, got.content)
	}
}

func TestUploadContents(t *testing.T) {
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
		got := upload(t, client.Upload{Filename: "report.pdf", Content: c.content})
		if got.content != content || (got.length > 0) != c.sized {
			t.Errorf("%s: content %q, length %d", name, got.content, got.length)
		}
	}
}

// A retry sends the same Upload.
func TestUploadCanBeSentAgain(t *testing.T) {
	t.Parallel()
	content := strings.NewReader("before 0123456789")
	_, _ = content.Seek(int64(len("before ")), io.SeekStart)
	u := client.Upload{Filename: "report.pdf", Content: content}
	for range 3 {
		if got := upload(t, u); got.content != "0123456789" {
			t.Fatalf("got %q", got.content)
		}
	}
}

func TestUploadNames(t *testing.T) {
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
		if got := upload(t, u); got.filename != want {
			t.Errorf("%.40q: arrived as %q, want %q", name, got.filename, want)
		}
	}
}

func TestUploadRefuses(t *testing.T) {
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

// TestUploadIsNotBuffered sends 64 MiB from a reader that counts, to a server
// that reads a little and answers.
func TestUploadIsNotBuffered(t *testing.T) {
	t.Parallel()
	c := setup(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		answer(w, 413, `{"success":false,"error":{"code":"PAYLOAD_TOO_LARGE","message":"too large","request_id":"r-1"}}`)
	})
	source := &counting{left: 64 << 20}
	_, err := c.Process(t.Context(), client.Upload{Filename: "big.pdf", Content: source})
	if e, ok := errors.AsType[*client.Error](err); ok && e.Status != 413 {
		t.Errorf("got %v", err)
	}
	if err == nil || source.most > 1<<20 {
		t.Errorf("error %v; at once %d bytes", err, source.most)
	}
}

type counting struct{ left, most int }

func (c *counting) Read(p []byte) (int, error) {
	if c.left == 0 {
		return 0, io.EOF
	}
	n := min(len(p), c.left)
	c.left, c.most = c.left-n, max(c.most, n)
	return n, nil
}
