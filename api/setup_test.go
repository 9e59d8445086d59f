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

// canary stands in file names, keys and values that must not be logged.
const canary = "CANARY"

// bundle is a server on a real listener, with a queue that the test plays and
// quotas in memory.
type bundle struct {
	t      *testing.T
	server *api.Server
	queue  *fakeQueue
	quota  *store
	shares *fakeShares
	keys   fakeKeys
	checks *fakeProviders
	url    string
	client *http.Client
	log    *logBuffer
}

func setup(t *testing.T, change ...func(*api.Config)) *bundle {
	t.Helper()
	b := &bundle{t: t, queue: newFakeQueue(), quota: &store{Store: quota.NewMemory()}, log: &logBuffer{}}
	b.shares, b.keys, b.checks = newFakeShares(), fakeKeys{}, &fakeProviders{}
	export, err := exporter.New(exporter.Config{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	cfg := api.Config{
		Export: export,
		Queue:  b.queue, Quota: b.quota, Shares: b.shares, Keys: b.keys, Providers: b.checks, AppVersion: "1.2.3", Model: "test-model", Limits: api.PublicLimits(),
		QuotaTimeout: 10 * time.Second, // a busy machine is no fault here
		Log:          slog.New(slog.NewTextHandler(b.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, f := range change {
		f(&cfg)
	}
	if b.server, err = api.New(cfg); err != nil {
		t.Fatal(err)
	}
	b.client = openapitest.Client(t)
	b.url = serve(t, b.server)
	t.Cleanup(func() {
		if strings.Contains(strings.ToUpper(b.log.String()), canary) {
			t.Errorf("the log holds what it must not:\n%s", b.log)
		}
	})
	return b
}

// serve serves on a free port until the test ends.
func serve(t *testing.T, s *api.Server) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := s.HTTP()
	var served sync.WaitGroup
	served.Go(func() { _ = h.Serve(l) })
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		served.Wait()
	})
	return "http://" + l.Addr().String()
}

// post uploads a form and returns the whole answer.
func (b *bundle) post(f *form, headers ...string) (*http.Response, []byte) {
	b.t.Helper()
	resp := b.begin(b.t.Context(), f, headers...)
	return resp, b.body(resp)
}

// begin uploads a form and returns when the headers are there.
func (b *bundle) begin(ctx context.Context, f *form, headers ...string) *http.Response {
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

// addHeaders adds pairs of name and value as they are.
func addHeaders(r *http.Request, pairs []string) {
	for i := 0; i < len(pairs); i += 2 {
		name := http.CanonicalHeaderKey(pairs[i])
		r.Header[name] = append(r.Header[name], pairs[i+1])
	}
}

// used is what the test's own address has used of a bucket.
func (b *bundle) used(bucket quota.Bucket) float64 {
	b.t.Helper()
	return b.usedBy(bucket, quota.Address(netip.MustParseAddr("127.0.0.1")))
}

func (b *bundle) usedBy(bucket quota.Bucket, who quota.Subject) float64 {
	b.t.Helper()
	u, err := b.quota.Usage(b.t.Context(), bucket, who)
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

// store is a quota store that can fail.
type store struct {
	quota.Store
	mu          sync.Mutex
	chargeFails bool
	refundFails int // so many times
	refunds     chan string
}

var errStore = errors.New("the store is down")

func (s *store) Charge(ctx context.Context, id string, lines ...quota.Line) (quota.Verdict, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := s.Store.Charge(ctx, id, lines...)
	if s.chargeFails { // the reply is lost, not the charge
		return quota.Verdict{}, errStore
	}
	return v, err
}

func (s *store) Refund(ctx context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.refundFails > 0 {
		s.refundFails--
		return errStore
	}
	err := s.Store.Refund(ctx, id)
	if s.refunds != nil {
		s.refunds <- id
	}
	return err
}

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

// receive waits for what a channel brings.
func receive[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(20 * time.Second):
		t.Fatalf("no %s came", what)
		panic("unreachable")
	}
}
