package api_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/api"
	"biom/shared/analytics"
)

const feedbackPath = "/api/v1/biom/feedback"

// fakeFeedback stores ratings in a map. If err is set, every call returns it.
type fakeFeedback struct {
	mu    sync.Mutex
	refs  map[string]analytics.Rating // request ID → rating, "" if not rated yet
	err   error
	rated []string // IDs of the feedback requests that were stored
}

var _ api.Feedback = (*fakeFeedback)(nil)

func (f *fakeFeedback) Add(_ context.Context, id string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.refs[id] = ""
	}
	return f.err
}

func (f *fakeFeedback) Rate(_ context.Context, by, id string, r analytics.Rating) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	before, ok := f.refs[id]
	switch {
	case f.err != nil:
		return f.err
	case !ok:
		return analytics.ErrUnknown
	case before != "" && before != r:
		return analytics.ErrRated
	}
	f.refs[id], f.rated = r, append(f.rated, by)
	return nil
}

func (f *fakeFeedback) has(id string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, ok := f.refs[id]
	return ok
}

const knownID = "0b6b2d0e-4f3c-4a53-9b52-3f0c5cf4b0ab"

// rateable returns a fake in which the extraction knownID can be rated, and the
// change that configures it.
func rateable() (*fakeFeedback, func(*api.Config)) {
	f := &fakeFeedback{refs: map[string]analytics.Rating{knownID: ""}}
	return f, func(c *api.Config) { c.Feedback = f }
}

// rating returns the body of a feedback request.
func rating(id, r string) string { return fmt.Sprintf(`{"request_id":%q,"rating":%q}`, id, r) }

// rate sends a feedback request with any body.
func (b *bundle) rate(body, typ string, headers ...string) (*http.Response, []byte) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.url+feedbackPath, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Content-Type", typ)
	addHeaders(r, headers)
	resp, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp, b.body(resp)
}

func TestContractFeedback(t *testing.T) {
	t.Parallel()
	f, with := rateable()
	b := setup(t, atNoon, with)
	refused := func(code, message string) string {
		return `{"success":false,"error":{"code":"` + code + `","message":"` + message + `","request_id":"<id>","timestamp":"2026-03-01T12:00:00.000Z","details":null}}`
	}
	for i, c := range []struct {
		body   string
		err    error
		status int
		want   string
	}{
		{rating(strings.Replace(knownID, "b", "c", 1), "accurate"), nil, 404, refused("NOT_FOUND",
			"There is no extraction with this ID that can be rated: only successful extractions of the last 24 hours can.")},
		{rating(knownID, "accurate"), analytics.ErrUnavailable, 503, refused("INTERNAL_ERROR",
			"The rating cannot be taken at the moment. Send it again shortly; it counts once.")},
		{rating(knownID, "accurate"), errors.New("something else"), 503, refused("INTERNAL_ERROR",
			"The rating cannot be taken at the moment. Send it again shortly; it counts once.")},
		{rating(knownID, "accurate"), nil, 200, `{"success":true}`},
		{rating(strings.ToUpper(knownID), "accurate"), nil, 200, `{"success":true}`},
		{rating(knownID, "inaccurate"), nil, 409, refused("HTTP_ERROR", "This extraction was rated otherwise already; the first rating stays.")},
		{"\ufeff" + rating(knownID, "accurate"), nil, 200, `{"success":true}`},
		{" {\"rating\" : \"accur\\u0061te\",\n\"request_id\":\"" + knownID + "\"}\n", nil, 200, `{"success":true}`},
	} {
		f.mu.Lock()
		f.err = c.err
		f.mu.Unlock()
		resp, body := b.rate(c.body, "application/json")
		checkResponse(t, resp, body, c.status, c.want)
		if retry := resp.Header.Get("Retry-After"); (retry == "5") != (c.status == 503) {
			t.Errorf("%d: Retry-After %q", i, retry)
		}
		if c.status == 200 && f.rated[len(f.rated)-1] != resp.Header.Get("X-Request-ID") {
			t.Errorf("%d: rated by another request", i)
		}
	}
}

// TestBadFeedback: faults are found in the order 415, 413, 422, 404.
func TestBadFeedback(t *testing.T) {
	t.Parallel()
	const unknown = "11111111-2222-3333-4444-555555555555"
	good := rating(knownID, "accurate")
	long := func(n int) string { return rating(knownID, "accurate") + strings.Repeat(" ", n-len(good)) }
	with := func(member string) string { return strings.Replace(good, "{", "{"+member+",", 1) }
	for name, c := range map[string]struct {
		typ, body string
		status    int
		code      string
	}{
		"256 bytes":                 {"application/json", long(256), 200, ""},
		"257 bytes":                 {"application/json", long(257), 413, "PAYLOAD_TOO_LARGE"},
		"1 MiB":                     {"application/json", long(1 << 20), 413, "PAYLOAD_TOO_LARGE"},
		"charset":                   {"application/json; charset=utf-8", good, 200, ""},
		"charset in capitals":       {`Application/JSON;Charset="UTF-8"`, good, 200, ""},
		"another charset":           {"application/json; charset=iso-8859-1", good, 415, "HTTP_ERROR"},
		"no type":                   {"", good, 415, "HTTP_ERROR"},
		"text":                      {"text/plain", good, 415, "HTTP_ERROR"},
		"a relative of JSON":        {"application/problem+json", good, 415, "HTTP_ERROR"},
		"a form":                    {"application/x-www-form-urlencoded", "rating=accurate", 415, "HTTP_ERROR"},
		"rubbish as type":           {"application/json; ;", good, 415, "HTTP_ERROR"},
		"two types":                 {"application/json, text/plain", good, 415, "HTTP_ERROR"},
		"type before size":          {"text/plain", long(257), 415, "HTTP_ERROR"},
		"size before content":       {"application/json", strings.Repeat("x", 257), 413, "PAYLOAD_TOO_LARGE"},
		"content before reference":  {"application/json", rating(unknown, "good"), 422, "REQUEST_VALIDATION_ERROR"},
		"unknown":                   {"application/json", rating(unknown, "accurate"), 404, "NOT_FOUND"},
		"empty":                     {"application/json", "", 422, "REQUEST_VALIDATION_ERROR"},
		"not JSON":                  {"application/json", canary, 422, "REQUEST_VALIDATION_ERROR"},
		"cut":                       {"application/json", good[:len(good)-1], 422, "REQUEST_VALIDATION_ERROR"},
		"two values":                {"application/json", good + "{}", 422, "REQUEST_VALIDATION_ERROR"},
		"null":                      {"application/json", "null", 422, "REQUEST_VALIDATION_ERROR"},
		"array":                     {"application/json", "[" + good + "]", 422, "REQUEST_VALIDATION_ERROR"},
		"string":                    {"application/json", `"` + canary + `"`, 422, "REQUEST_VALIDATION_ERROR"},
		"no members":                {"application/json", "{}", 422, "REQUEST_VALIDATION_ERROR"},
		"byte order mark twice":     {"application/json", "\ufeff\ufeff" + good, 422, "REQUEST_VALIDATION_ERROR"},
		"byte order mark inside":    {"application/json", " \ufeff" + good, 422, "REQUEST_VALIDATION_ERROR"},
		"bad UTF-8":                 {"application/json", rating(knownID, "accurate")[:20] + "\xff" + good[20:], 422, "REQUEST_VALIDATION_ERROR"},
		"NUL":                       {"application/json", good + "\x00", 422, "REQUEST_VALIDATION_ERROR"},
		"no rating":                 {"application/json", `{"request_id":"` + knownID + `"}`, 422, "REQUEST_VALIDATION_ERROR"},
		"no request_id":             {"application/json", `{"rating":"accurate"}`, 422, "REQUEST_VALIDATION_ERROR"},
		"extra member":              {"application/json", with(`"` + canary + `":1`), 422, "REQUEST_VALIDATION_ERROR"},
		"member twice":              {"application/json", with(`"rating":"accurate"`), 422, "REQUEST_VALIDATION_ERROR"},
		"member twice, escaped":     {"application/json", with(`"r\u0061ting":"accurate"`), 422, "REQUEST_VALIDATION_ERROR"},
		"member twice, within":      {"application/json", with(`"x":{"a":1,"a":2}`), 422, "REQUEST_VALIDATION_ERROR"},
		"other letter case":         {"application/json", strings.Replace(good, "rating", "Rating", 1), 422, "REQUEST_VALIDATION_ERROR"},
		"rating of another case":    {"application/json", rating(knownID, "Accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"rating unknown":            {"application/json", rating(knownID, canary), 422, "REQUEST_VALIDATION_ERROR"},
		"rating with a blank":       {"application/json", rating(knownID, "accurate "), 422, "REQUEST_VALIDATION_ERROR"},
		"rating null":               {"application/json", `{"request_id":"` + knownID + `","rating":null}`, 422, "REQUEST_VALIDATION_ERROR"},
		"rating true":               {"application/json", `{"request_id":"` + knownID + `","rating":true}`, 422, "REQUEST_VALIDATION_ERROR"},
		"rating in an array":        {"application/json", `{"request_id":"` + knownID + `","rating":["accurate"]}`, 422, "REQUEST_VALIDATION_ERROR"},
		"ID null":                   {"application/json", `{"request_id":null,"rating":"accurate"}`, 422, "REQUEST_VALIDATION_ERROR"},
		"ID a number":               {"application/json", `{"request_id":1,"rating":"accurate"}`, 422, "REQUEST_VALIDATION_ERROR"},
		"ID empty":                  {"application/json", rating("", "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"ID no UUID":                {"application/json", rating(canary, "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"ID short":                  {"application/json", rating(knownID[1:], "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"ID long":                   {"application/json", rating(knownID+"0", "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"ID without hyphens":        {"application/json", rating(strings.ReplaceAll(knownID, "-", ""), "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"ID in braces":              {"application/json", rating("{"+knownID+"}", "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"ID as URN":                 {"application/json", rating("urn:uuid:"+knownID, "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"ID with a letter too many": {"application/json", rating("g"+knownID[1:], "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"hyphens elsewhere":         {"application/json", rating("0b6b2d0e4-f3c-4a53-9b52-3f0c5cf4b0ab", "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"full-width digits":         {"application/json", rating("０b6b2d0e-4f3c-4a53-9b52-3f0c5cf4b0ab", "accurate"), 422, "REQUEST_VALIDATION_ERROR"},
		"nested":                    {"application/json", strings.Repeat("[", 256), 422, "REQUEST_VALIDATION_ERROR"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, config := rateable()
			b := setup(t, config)
			resp, body := b.rate(c.body, c.typ)
			if c.status == 200 {
				checkResponse(t, resp, body, 200, `{"success":true}`)
				return
			}
			checkRefusal(t, resp, body, c.status, c.code)
		})
	}
}

func TestFeedbackListsEveryFault(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, body := b.rate(`{"request_id":1,"x":2}`, "application/json")
	want := `{"errors":[{"path":"request_id","message":"must be a UUID of 36 characters: the metadata.request_id of the extraction"},` +
		`{"path":"rating","message":"is missing"},{"path":"","message":"must have the members request_id and rating and no others"}]}`
	if !strings.Contains(string(body), want) {
		t.Errorf("%s", body)
	}
}

// TestIncompleteFeedback: a body that stops coming is given up, and a chunked body has
// the same size limit.
func TestIncompleteFeedback(t *testing.T) {
	_, withFeedback := rateable()
	head := "POST " + feedbackPath + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	good := rating(knownID, "accurate")
	inNetBubble(t, func(b *bundle) {
		for name, c := range map[string]struct {
			text   string
			status int
		}{
			"silence after 2 bytes": {head + "Content-Length: 10\r\n\r\n{ ", 408},
			"silence, chunked":      {head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{ \r\n", 408},
			"bad chunk":             {head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 422},
			"chunked":               {head + fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(good), good), 200},
			"chunked, 257 bytes":    {head + "Transfer-Encoding: chunked\r\n\r\n101\r\n" + good + strings.Repeat(" ", 257-len(good)) + "\r\n0\r\n\r\n", 413},
			"declared 257":          {head + "Content-Length: 257\r\n\r\n" + strings.Repeat(" ", 257), 413},
			"two types":             {head + "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}", 415},
			"no body":               {head + "\r\n", 422},
		} {
			if resp, body := b.raw(c.text); resp.StatusCode != c.status {
				b.t.Errorf("%s: %d %s", name, resp.StatusCode, body)
			}
		}
	}, withFeedback)
}

// TestFeedbackWithAnalyticsOff: there are no references, so nothing can be rated, but
// an invalid body is still 422.
func TestFeedbackWithAnalyticsOff(t *testing.T) {
	t.Parallel()
	b := setup(t)
	resp, body := b.rate(rating(knownID, "accurate"), "application/json")
	checkRefusal(t, resp, body, http.StatusNotFound, "NOT_FOUND")
	resp, body = b.rate("{}", "application/json")
	checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
}

// TestFeedbackIgnoresKeys: it looks up no key and charges nothing.
func TestFeedbackIgnoresKeys(t *testing.T) {
	t.Parallel()
	_, with := rateable()
	b := setup(t, with)
	resp, body := b.rate(rating(knownID, "accurate"), "application/json", "Authorization", "Bearer "+canary, "X-Provider-API-Key", "not a key")
	checkResponse(t, resp, body, http.StatusOK, `{"success":true}`)
	if h := resp.Header.Get("X-API-Key-Status"); h != "" {
		t.Errorf("X-API-Key-Status: %s", h)
	}
	b.uncharged()
}

// TestRateableExtractions: only AI extractions that succeeded can be rated, as soon as
// their response has come.
func TestRateableExtractions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		form    *form
		headers []string
		submit  error
		want    bool
	}{
		"AI":      {form: upload("a.pdf", []byte(pdf)), want: true},
		"stream":  {form: upload("a.pdf", []byte(pdf), "stream", "true"), want: true},
		"own key": {form: upload("a.pdf", []byte(pdf)), headers: ownKey, want: true},
		"JSON":    {form: upload("a.json", document())},
		"failed":  {form: upload("a.pdf", []byte(pdf)), submit: errors.New("no queue")},
	} {
		f, with := rateable()
		b := setup(t, with)
		b.queue.submitErr = c.submit
		resp, _ := b.post(c.form, c.headers...)
		id := resp.Header.Get("X-Request-ID")
		if f.has(id) != c.want {
			t.Errorf("%s: rateable %v", name, !c.want)
		}
		if !c.want {
			continue
		}
		if resp, body := b.rate(rating(id, "inaccurate"), "application/json"); resp.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
}

// TestExtractionSucceedsWithoutReference: a reference that cannot be stored is only
// logged.
func TestExtractionSucceedsWithoutReference(t *testing.T) {
	t.Parallel()
	f, with := rateable()
	f.err = analytics.ErrUnavailable
	b := setup(t, with)
	resp, body := b.post(upload("a.pdf", []byte(pdf)))
	if resp.StatusCode != http.StatusOK {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if !b.log.contains("cannot be rated") {
		t.Error("it is not logged")
	}
}

// hangingFeedback does not return before the context of a call ends.
type hangingFeedback struct{}

func (hangingFeedback) Add(ctx context.Context, _ string) error { <-ctx.Done(); return ctx.Err() }

func (hangingFeedback) Rate(ctx context.Context, _, _ string, _ analytics.Rating) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestFeedbackTimeLimits: when the references hang, an extraction waits 250 ms and a
// rating less than 3 s.
func TestFeedbackTimeLimits(t *testing.T) {
	inBubble(t, func(o *offline) {
		o.want("extraction", http.StatusOK, 250*time.Millisecond)(o.ai())
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, feedbackPath, io.NopCloser(strings.NewReader(rating(knownID, "accurate"))))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		o.want("feedback", http.StatusServiceUnavailable, 3*time.Second)(o.send(r))
	}, func(c *api.Config) { c.Feedback = hangingFeedback{} })
}
