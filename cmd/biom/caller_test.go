package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"biom/api/web/openapitest"
)

// caller uses one biom from an address of its own. Every response is checked
// against the OpenAPI document.
type caller struct {
	t       testing.TB
	url     string
	client  *http.Client
	headers http.Header
}

var callers atomic.Int64

// newCaller returns a caller with a new address. Its biom must trust 127.0.0.0/8
// as a proxy.
func newCaller(t testing.TB, url string) *caller {
	n := callers.Add(1)
	return &caller{t, url, openapitest.Client(t), http.Header{"X-Forwarded-For": {fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)}}}
}

// at returns a copy of the caller that uses another replica.
func (c *caller) at(url string) *caller {
	other := *c
	other.url = url
	return &other
}

// with returns a copy of the caller that sends one more header.
func (c *caller) with(name, value string) *caller {
	other := *c
	other.headers = c.headers.Clone()
	other.headers.Set(name, value)
	return &other
}

// reply is a response that was read to its end.
type reply struct {
	status int
	header http.Header
	body   []byte
	took   time.Duration
}

// request returns a request of the caller.
func (c *caller) request(ctx context.Context, method, path, contentType string, body io.Reader) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, body)
	if err != nil {
		return nil, err
	}
	req.Header = c.headers.Clone()
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	return req, nil
}

func (c *caller) do(method, path, contentType string, body io.Reader) (reply, error) {
	req, err := c.request(c.t.Context(), method, path, contentType, body)
	if err != nil {
		return reply{}, err
	}
	begin := time.Now()
	res, err := c.client.Do(req)
	if err != nil {
		return reply{}, err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	return reply{res.StatusCode, res.Header, text, time.Since(begin)}, err
}

func (c *caller) must(r reply, err error) reply {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
	return r
}

func (c *caller) get(path string) reply {
	c.t.Helper()
	return c.must(c.do(http.MethodGet, path, "", nil))
}

func (c *caller) retrieve(code string) reply {
	c.t.Helper()
	return c.get(retrievePath(code))
}

func retrievePath(code string) string {
	return "/api/v1/biom/retrieve?biom_pin=" + url.QueryEscape(code)
}

func (c *caller) usage() map[string]any {
	c.t.Helper()
	return c.get("/api/v1/biom/usage").want(c.t, http.StatusOK).object(c.t)
}

// used returns the credits of a bucket that this caller has used.
func (c *caller) used(bucket string) float64 {
	c.t.Helper()
	used, _ := member(c.usage(), "engines", bucket, "used").(float64)
	return used
}

func (c *caller) feedback(id, rating string) reply {
	c.t.Helper()
	return c.rate(fmt.Sprintf(`{"request_id":%q,"rating":%q}`, id, rating))
}

// patientFeedback is feedback of somebody who sends it again while the service is busy.
func (c *caller) patientFeedback(id, rating string) reply {
	c.t.Helper()
	return patiently(func() reply { return c.feedback(id, rating) })
}

func (c *caller) rate(body string) reply {
	c.t.Helper()
	return c.must(c.do(http.MethodPost, "/api/v1/biom/feedback", "application/json", strings.NewReader(body)))
}

// process uploads a file with pairs of form fields.
func (c *caller) process(name string, file []byte, fields ...string) reply {
	c.t.Helper()
	return c.must(c.upload(name, file, fields...))
}

func (c *caller) upload(name string, file []byte, fields ...string) (reply, error) {
	contentType, form := formOf(name, file, fields...)
	return c.do(http.MethodPost, "/api/v1/biom/process", contentType, bytes.NewReader(form))
}

// formOf returns a multipart body with pairs of fields and then a file.
func formOf(name string, file []byte, fields ...string) (contentType string, body []byte) {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	for i := 0; i < len(fields); i += 2 {
		_ = w.WriteField(fields[i], fields[i+1])
	}
	part, _ := w.CreateFormFile("file", name)
	_, _ = part.Write(file)
	_ = w.Close()
	return w.FormDataContentType(), form.Bytes()
}

// share processes a document and returns its share code.
func (c *caller) share(doc []byte) string {
	c.t.Helper()
	r := c.process("a.json", doc, "biompin", "true").want(c.t, http.StatusOK)
	code, _ := member(r.object(c.t), "biompin", "pin").(string)
	if code == "" {
		c.t.Fatalf("no share code: %s", r.body)
	}
	return code
}

// patiently sends a request again while it is refused with 503, as a client would.
// The service may be busy; no verdict depends on its speed.
func patiently(send func() reply) reply {
	for {
		if r := send(); r.status != http.StatusServiceUnavailable || r.header.Get("Retry-After") == "" {
			return r
		}
	}
}

// want fails the test unless the status is this one.
func (r reply) want(t testing.TB, status int) reply {
	t.Helper()
	if r.status != status {
		t.Fatalf("status %d, not %d: %s", r.status, status, r.body)
	}
	return r
}

func (r reply) object(t testing.TB) map[string]any {
	t.Helper()
	var o map[string]any
	if err := json.Unmarshal(r.body, &o); err != nil {
		t.Fatalf("%v: %s", err, r.body)
	}
	return o
}

// member returns a nested member of an object, nil if there is none.
func member(v any, path ...string) any {
	for _, name := range path {
		o, _ := v.(map[string]any)
		v = o[name]
	}
	return v
}

// report returns a JSON upload for a patient's ID.
func report(id string) []byte {
	return fmt.Appendf(nil, `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{"name":"Jane Doe","id":%q},`+
		`"right_eye":{"AL":23.4,"CCT":545},"left_eye":{}}}`, id)
}

// wrong returns the same share code with another number.
func wrong(code string) string {
	digits := []byte(code)
	last := &digits[len(digits)-1]
	*last = '0' + (*last-'0'+1)%10
	return string(digits)
}
