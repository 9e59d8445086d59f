package api_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/api"
	"biom/api/web/openapitest"
	"biom/exporter"
	"biom/shared/quota"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

// canary is part of every file name, key and value that must not be logged.
const canary = "CANARY"

// bundle is a server with a listener, its fakes, and a client. The test plays the
// queue, and the quotas are in memory.
type bundle struct {
	t      *testing.T
	server *api.Server
	queue  *fakeQueue
	quota  *faultyStore
	shares *fakeShares
	keys   fakeKeys
	checks *fakeProviders
	dial   func() (net.Conn, error)
	url    string
	client *http.Client // checks every response against the OpenAPI document
	log    *logBuffer
}

// setup returns a server on a free TCP port. Its time limits are far longer than
// in production, so that no result depends on the speed of the machine. A test
// about a time limit runs in a bubble: see [inBubble] and [inNetBubble].
func setup(t *testing.T, change ...func(*api.Config)) *bundle {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	patient := func(c *api.Config) {
		c.ExtractTimeout = 5 * time.Minute
		c.QuotaTimeout, c.RecordTimeout, c.AbandonTimeout = time.Minute, time.Minute, time.Minute
		c.ReadTimeout, c.WriteTimeout, c.Heartbeat, c.Grace = time.Minute, time.Minute, 5*time.Minute, time.Minute
	}
	return newBundle(t, l, func() (net.Conn, error) { return net.Dial("tcp", addr) }, append([]func(*api.Config){patient}, change...)...)
}

// newBundle returns a server that serves on l until the test ends, and a client
// whose connections come from dial. The clock of its quota stands still, so that times until credits come back are exact.
func newBundle(t *testing.T, l net.Listener, dial func() (net.Conn, error), change ...func(*api.Config)) *bundle {
	t.Helper()
	b := &bundle{t: t, queue: newFakeQueue(), quota: &faultyStore{Store: &quota.Memory{Now: noon}}, dial: dial, log: &logBuffer{}}
	b.shares, b.keys, b.checks = newFakeShares(), fakeKeys{}, &fakeProviders{}
	export, err := exporter.New(exporter.Config{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	cfg := api.Config{
		Export: export, Queue: b.queue, Quota: b.quota, Shares: b.shares, Keys: b.keys, Providers: b.checks,
		AppVersion: "1.2.3", Model: "test-model", Limits: api.PublicLimits(),
		Log: slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, f := range change {
		f(&cfg)
	}
	if b.server, err = api.New(cfg); err != nil {
		t.Fatal(err)
	}
	b.client = openapitest.Client(t)
	transport := b.client.Transport.(*openapitest.Transport).Base.(*http.Transport)
	transport.DialContext = func(context.Context, string, string) (net.Conn, error) { return dial() }
	b.url = "http://" + l.Addr().String()
	serve(t, b.server, l)
	t.Cleanup(transport.CloseIdleConnections) // before Shutdown, which waits 5 s for unused connections
	t.Cleanup(func() {
		if strings.Contains(strings.ToUpper(b.log.String()), canary) {
			t.Errorf("the log holds what it must not:\n%s", b.log)
		}
	})
	return b
}

// serve serves on l until the test ends.
func serve(t *testing.T, s *api.Server, l net.Listener) {
	t.Helper()
	h := s.HTTP()
	var served sync.WaitGroup
	served.Go(func() { _ = h.Serve(l) })
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		served.Wait()
	})
}

// post uploads a form and returns the whole response.
func (b *bundle) post(f *form, headers ...string) (*http.Response, []byte) {
	b.t.Helper()
	resp := b.start(b.t.Context(), f, headers...)
	return resp, b.body(resp)
}

// start uploads a form and returns when the headers of the response have arrived.
func (b *bundle) start(ctx context.Context, f *form, headers ...string) *http.Response {
	b.t.Helper()
	resp, err := b.client.Do(f.request(ctx, b.t, b.url, headers...))
	if err != nil {
		b.t.Fatal(err)
	}
	return resp
}

func (b *bundle) body(resp *http.Response) []byte {
	b.t.Helper()
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return body
}

func (b *bundle) get(path string, headers ...string) (*http.Response, []byte) {
	b.t.Helper()
	return b.do(http.MethodGet, path, headers...)
}

func (b *bundle) do(method, path string, headers ...string) (*http.Response, []byte) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	addHeaders(r, headers)
	resp, err := b.client.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return resp, b.body(resp)
}

// addHeaders adds headers, given as pairs of name and value.
func addHeaders(r *http.Request, pairs []string) {
	for i := 0; i < len(pairs); i += 2 {
		name := http.CanonicalHeaderKey(pairs[i])
		r.Header[name] = append(r.Header[name], pairs[i+1])
	}
}

// used returns the credits that the test's own address has used of a bucket.
func (b *bundle) used(bucket quota.Bucket) float64 {
	b.t.Helper()
	return b.usedBy(bucket, quota.Address(netip.MustParseAddr("127.0.0.1")))
}

func (b *bundle) usedBy(bucket quota.Bucket, subject quota.Subject) float64 {
	b.t.Helper()
	u, err := b.quota.Usage(b.t.Context(), bucket, subject)
	if err != nil {
		b.t.Fatal(err)
	}
	return u.Used.Whole()
}

// uncharged fails the test if any bucket was used.
func (b *bundle) uncharged() {
	b.t.Helper()
	for _, bucket := range []quota.Bucket{quota.BiomAI, quota.BiomAIBYOK, quota.BiomJSON, quota.Retrieve} {
		if n := b.used(bucket); n != 0 {
			b.t.Errorf("%v credits of %s are charged", n, bucket)
		}
	}
}

// faultyStore is a quota store that can fail.
type faultyStore struct {
	quota.Store
	mu               sync.Mutex
	chargeLosesReply bool        // Charge charges and returns an error
	failingRefunds   int         // number of refunds that will fail
	refunds          chan string // receives the ID of each successful refund; may be nil
}

var errStore = errors.New("the store is unavailable")

func (s *faultyStore) Charge(ctx context.Context, id string, lines ...quota.Line) (quota.Verdict, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := s.Store.Charge(ctx, id, lines...)
	if s.chargeLosesReply {
		return quota.Verdict{}, errStore
	}
	return v, err
}

func (s *faultyStore) Refund(ctx context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failingRefunds > 0 {
		s.failingRefunds--
		return errStore
	}
	err := s.Store.Refund(ctx, id)
	if s.refunds != nil {
		s.refunds <- id
	}
	return err
}

// logBuffer is a log that a test can read while the server writes it.
type logBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *logBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *logBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *logBuffer) contains(s string) bool { return strings.Contains(l.String(), s) }

// waitLimit is how long a test waits for a signal. It is never reached unless the
// code is wrong.
const waitLimit = 2 * time.Minute

// receive waits for a value from a channel. what names it in the failure.
func receive[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(waitLimit):
		t.Fatalf("no %s came", what)
		panic("unreachable")
	}
}
