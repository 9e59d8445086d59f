package api_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/quota"
	"biom/shared/share"
)

const (
	retrievePath = "/api/v1/biom/retrieve"
	pin          = "canary-abandon-123456" // contains the canary: it must not be logged
	biompinKnown = `"biompin":{"pin":"canary-abandon-123456","expires_at":"2026-04-01T12:00:00.000Z","db_id":"db-1"}}`
)

// parse returns the share code that is written as pin.
func parse(t testing.TB, pin string) share.Code {
	t.Helper()
	c, err := share.ParseCode(pin)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// setupSharing returns a server whose clock stands at noon and whose next share has the
// code pin.
func setupSharing(t *testing.T, change ...func(*api.Config)) *bundle {
	t.Helper()
	b := setup(t, append([]func(*api.Config){atNoon}, change...)...)
	b.shares.set(func(f *fakeShares) { f.next, f.dbID = parse(t, pin), "db-1" })
	return b
}

func (b *bundle) retrieve(pin string, headers ...string) (*http.Response, []byte) {
	b.t.Helper()
	return b.get(retrievePath+"?biom_pin="+pin, headers...)
}

// hooked is a fakeShares whose Create and Retrieve are replaced by functions, if set.
type hooked struct {
	*fakeShares
	create   func(context.Context, []byte) (share.Created, error)
	retrieve func(context.Context, share.Code) (share.Found, error)
}

func (h hooked) Create(ctx context.Context, caller string, document []byte) (share.Created, error) {
	if h.create == nil {
		return h.fakeShares.Create(ctx, caller, document)
	}
	return h.create(ctx, document)
}

func (h hooked) Retrieve(ctx context.Context, caller string, c share.Code) (share.Found, error) {
	if h.retrieve == nil {
		return h.fakeShares.Retrieve(ctx, caller, c)
	}
	return h.retrieve(ctx, c)
}

// hook returns the change that configures h, with new fakeShares.
func hook(h hooked) func(*api.Config) {
	return func(c *api.Config) {
		h.fakeShares = newFakeShares()
		c.Shares = h
	}
}

// TestContractRetrieve: the shared response comes back with a new request ID.
func TestContractRetrieve(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	resp, body := b.post(upload("a.json", document(), "biompin", "true"))
	want := strings.Replace(jsonResponse, `"biompin":null}`, biompinKnown, 1)
	checkResponse(t, resp, body, http.StatusOK, want)
	first := resp.Header.Get("X-Request-ID")

	for _, typed := range []string{pin, "+Canary-ABANDON-123456%20"} {
		resp, body = b.retrieve(typed)
		checkResponse(t, resp, body, http.StatusOK, want)
		if resp.Header.Get("X-Request-ID") == first {
			t.Error("the request ID is that of the original")
		}
	}
	if n := b.used(quota.Retrieve); n != 2 {
		t.Errorf("%v credits used", n)
	}
}

func TestContractRetrieveUnknown(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	resp, body := b.retrieve(pin)
	checkResponse(t, resp, body, http.StatusNotFound, `{"success":false,"error":{"code":"NOT_FOUND",`+
		`"message":"Nothing is shared under this code: it may be mistyped, expired, or destroyed by wrong attempts.",`+
		`"request_id":"<id>","timestamp":"2026-03-01T12:00:00.000Z","details":null}}`)
	if n := b.used(quota.Retrieve); n != 1 {
		t.Errorf("%v credits used", n)
	}
}

// TestRetrieveAI: of a response that an older version has stored, the provenance stays
// and the versions are replaced.
func TestRetrieveAI(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	b.post(upload("a.pdf", []byte(pdf), "biompin", "true"))
	b.shares.set(func(f *fakeShares) {
		found := f.docs[pin]
		found.Document = []byte(strings.NewReplacer(`"1.1.0"`, `"1.0.0"`, `"1.2.3"`, `"0.9"`).Replace(string(found.Document)))
		f.docs[pin] = found
	})
	resp, body := b.retrieve(pin)
	checkResponse(t, resp, body, http.StatusOK, strings.Replace(aiResponse, `"biompin":null}`, biompinKnown, 1))
}

func TestBadRetrieve(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	b.post(upload("a.json", document(), "biompin", "true"))
	const param = "?biom_pin="
	for query, status := range map[string]int{
		"":                               422,
		"?pin=" + pin:                    422,
		"?BIOM_PIN=" + pin:               422,
		param + pin + "&biom_pin=" + pin: 422,
		param + pin + "&biom_pin=":       422,
		"?biom_pin":                      400,
		param:                            400,
		param + "+":                      400,
		param + "canary":                 400,
		param + "canary-abandon":         400,
		param + "canary-abandon-":        400,
		param + "canary-abandon-12345":   400,
		param + pin + "7":                400,
		param + "canary-123456":          400,
		param + "canaryabandon-123456":   400,
		param + "canary_abandon_123456":  400,
		param + "canary+abandon+123456":  400,
		param + "-canary-123456":         400,
		param + "canary--123456":         400,
		param + "a-" + pin:               400,
		param + "canary-abandon-12345a":  400,
		param + "canary-abandon-+12345":  400,
		param + "canary-abandon-%EF%BC%91%EF%BC%92%EF%BC%93%EF%BC%94%EF%BC%95%EF%BC%96": 400, // full-width digits
		param + "canary-abandon-%D9%A1%D9%A2%D9%A3%D9%A4%D9%A5%D9%A6":                   400, // Arabic digits
		param + "c%C3%A4nary-abandon-123456":                                            400,
		param + "%E2%84%AAanary-abandon-123456":                                         400, // KELVIN SIGN folds to k
		param + "canary%E2%80%90abandon%E2%80%90123456":                                 400, // another hyphen
		param + pin + "%00":                                 400,
		param + "%0d%0aX-Canary:1":                          400,
		param + "%ff%fe":                                    400,
		param + "%zz":                                       400,
		param + pin + ";x=1":                                400,
		param + pin + "&x=%zz":                              400,
		param + strings.Repeat("canary", 1700):              400,
		param + strings.Repeat("a", 33) + "-abandon-123456": 400,
		param + "'%20OR%201=1--":                            400,
	} {
		resp, body := b.get(retrievePath + query)
		code := "HTTP_ERROR"
		if status == http.StatusUnprocessableEntity {
			code = "REQUEST_VALIDATION_ERROR"
		}
		checkRefusal(t, resp, body, status, code)
		if strings.Contains(strings.ToUpper(string(body)), canary) {
			t.Errorf("%s is echoed: %s", query, body)
		}
	}
	if n := b.used(quota.Retrieve); n != 0 {
		t.Errorf("%v credits used", n)
	}
}

// TestRetrieveWhenStoreFails: only a share that does not exist is a 404; the charge
// stands unless the code was not tried.
func TestRetrieveWhenStoreFails(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err    error
		status int
		code   string
		retry  string
		used   float64
	}{
		"not found":              {share.ErrNotFound, 404, "NOT_FOUND", "", 1},
		"destroyed":              {share.ErrDestroyed, 404, "NOT_FOUND", "", 1},
		"busy":                   {errors.Join(share.ErrBusy, share.ErrNotTried), 503, "INTERNAL_ERROR", "5", 0},
		"unavailable":            {errors.Join(errStore, share.ErrNotTried), 503, "INTERNAL_ERROR", "5", 0},
		"unavailable when tried": {errStore, 503, "INTERNAL_ERROR", "5", 1},
		"deadline":               {context.DeadlineExceeded, 503, "INTERNAL_ERROR", "5", 1},
		"cancelled":              {context.Canceled, 503, "INTERNAL_ERROR", "5", 1},
	} {
		b := setupSharing(t)
		b.shares.set(func(f *fakeShares) { f.err = c.err })
		resp, body := b.retrieve(pin)
		checkRefusal(t, resp, body, c.status, c.code)
		if got := resp.Header.Get("Retry-After"); got != c.retry {
			t.Errorf("%s: Retry-After %q", name, got)
		}
		if n := b.used(quota.Retrieve); n != c.used {
			t.Errorf("%s: %v credits used", name, n)
		}
		if c.status == http.StatusServiceUnavailable && strings.Contains(string(body), "Nothing was charged") != (c.used == 0) {
			t.Errorf("%s: %s", name, body)
		}
	}
}

// TestDestroyedLooksUnknown: the responses do not differ in a byte.
func TestDestroyedLooksUnknown(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	answers := map[string]bool{}
	for _, err := range []error{nil, share.ErrNotFound, share.ErrDestroyed} { // nil: the fake knows no code
		b.shares.set(func(f *fakeShares) { f.err = err })
		resp, body := b.retrieve(pin)
		id := resp.Header.Get("X-Request-ID")
		resp.Header.Del("X-Request-ID")
		resp.Header.Del("Date")
		var head bytes.Buffer
		_ = resp.Header.Write(&head)
		answers[head.String()+strings.ReplaceAll(string(body), id, "")] = true
	}
	if len(answers) != 1 {
		t.Errorf("the responses differ: %v", answers)
	}
}

// TestRetrieveQuota: public callers are counted by address, users by their key.
func TestRetrieveQuota(t *testing.T) {
	t.Parallel()
	b := setupSharing(t, func(c *api.Config) { c.Limits.Retrieve = 4 })
	b.keys["k"] = apikey.Record{User: "u", Limits: apikey.Limits{Retrieve: 6}}
	bearer := []string{"Authorization", "Bearer k"}
	for range 2 {
		b.retrieve(pin)
	}
	resp, body := b.retrieve(pin)
	checkRefusal(t, resp, body, http.StatusTooManyRequests, "RATE_LIMIT_EXCEEDED")
	if resp.Header.Get("Retry-After") == "" || !strings.Contains(string(body), `"bucket":"retrieve"`) {
		t.Errorf("%v %s", resp.Header, body)
	}
	for range 3 {
		if resp, body := b.retrieve(pin, bearer...); resp.StatusCode != http.StatusNotFound {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	}
	resp, body = b.retrieve(pin, bearer...)
	checkRefusal(t, resp, body, http.StatusTooManyRequests, "RATE_LIMIT_EXCEEDED")
	if ip, user := b.used(quota.Retrieve), b.usedBy(quota.Retrieve, quota.User("u")); ip != 2 || user != 3 {
		t.Errorf("%v and %v credits used", ip, user)
	}
}

// TestHeadCountsAsAttempt: so HEAD does not give free guesses.
func TestHeadCountsAsAttempt(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	if resp, _ := b.do(http.MethodHead, retrievePath+"?biom_pin="+pin); resp.StatusCode != http.StatusNotFound {
		t.Error(resp.StatusCode)
	}
	b.post(upload("a.json", document(), "biompin", "true"))
	if resp, body := b.do(http.MethodHead, retrievePath+"?biom_pin="+pin); resp.StatusCode != http.StatusOK || len(body) > 0 {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if n := b.used(quota.Retrieve); n != 2 {
		t.Errorf("%v credits used", n)
	}
}

// TestRetrieveOfUnreadableResponse: it is a 500, and the log does not quote the
// document.
func TestRetrieveOfUnreadableResponse(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	for _, text := range []string{"", "CANARY", `{"data":{"patient":{"name":["CANARY"]}}}`, `{"metadata":{"extraction":{"method":"CANARY"}}}`} {
		b.shares.set(func(f *fakeShares) { f.docs[pin] = share.Found{Document: []byte(text)} })
		resp, body := b.retrieve(pin)
		checkRefusal(t, resp, body, http.StatusInternalServerError, "INTERNAL_ERROR")
	}
}

// TestRetrieveMayOutlastWriteTimeout: the wait for a share does not count against the
// time for writing the response.
func TestRetrieveMayOutlastWriteTimeout(t *testing.T) {
	for name, err := range map[string]error{"found": nil, "not found": share.ErrNotFound} {
		t.Run(name, func(t *testing.T) {
			inNetBubble(t, func(b *bundle) {
				resp, body := b.retrieve(pin)
				if (resp.StatusCode == http.StatusOK) != (err == nil) {
					b.t.Errorf("%d %s", resp.StatusCode, body)
				}
			}, hook(hooked{retrieve: func(context.Context, share.Code) (share.Found, error) {
				time.Sleep(time.Minute)
				return share.Found{Document: []byte(jsonResponse)}, err
			}}))
		})
	}
}

// TestClientLeavesDuringRetrieve: the wait ends, and the charge stands.
func TestClientLeavesDuringRetrieve(t *testing.T) {
	t.Parallel()
	waiting, ended := make(chan struct{}), make(chan error, 1)
	b := setupSharing(t, hook(hooked{retrieve: func(ctx context.Context, _ share.Code) (share.Found, error) {
		close(waiting)
		<-ctx.Done()
		ended <- ctx.Err()
		return share.Found{}, errors.Join(ctx.Err(), share.ErrNotTried)
	}}))
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+retrievePath+"?biom_pin="+pin, nil)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		resp, err := b.client.Do(r)
		if err == nil {
			resp.Body.Close()
		}
		done <- err
	}()
	receive(t, waiting, "retrieval")
	cancel()
	if err := receive(t, ended, "end of the wait"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if receive(t, done, "answer") == nil {
		t.Error("answered")
	}
	if n := b.used(quota.Retrieve); n != 1 {
		t.Errorf("%v credits used", n)
	}
}

// TestRetrieveAtShutdown: after the grace period a waiting request gets 503.
func TestRetrieveAtShutdown(t *testing.T) {
	var waiting chan struct{} // made in the bubble
	inNetBubble(t, func(b *bundle) {
		responded := make(chan string, 1)
		go func() {
			resp, body := b.retrieve(pin)
			responded <- resp.Status + string(body)
		}()
		receive(b.t, waiting, "retrieval")
		if err := b.server.Shutdown(b.t.Context()); err != nil {
			b.t.Error(err)
		}
		if got := receive(b.t, responded, "response"); !strings.HasPrefix(got, "503") || !strings.Contains(got, "being restarted") {
			b.t.Error(got)
		}
		if n := b.used(quota.Retrieve); n != 0 {
			b.t.Errorf("%v credits used", n)
		}
	}, func(*api.Config) { waiting = make(chan struct{}) }, hook(hooked{retrieve: func(ctx context.Context, _ share.Code) (share.Found, error) {
		close(waiting)
		<-ctx.Done()
		return share.Found{}, errors.Join(ctx.Err(), share.ErrNotTried)
	}}))
}

// TestRetrieveWithoutQuotaStore: it goes on under the same limits, counted in memory.
func TestRetrieveWithoutQuotaStore(t *testing.T) {
	t.Parallel()
	b := setupSharing(t, func(c *api.Config) { c.Limits.Retrieve = 2 })
	b.quota.mu.Lock()
	b.quota.chargeLosesReply = true
	b.quota.mu.Unlock()
	if resp, body := b.retrieve(pin); resp.StatusCode != http.StatusNotFound {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if resp, body := b.retrieve(pin); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}
