package api_test

import (
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"biom/api"
	"biom/api/web/openapitest"
	"biom/shared/quota"
)

// A bubble is a test in which time is fake: it passes only when every goroutine
// of the test waits, and then at once. So a test can use the time limits of
// production and does not depend on the speed of the machine.

// offline is a server in a bubble, without a listener: the test calls its handler.
type offline struct {
	t      *testing.T
	server *api.Server
	queue  *fakeQueue
	quota  *outageStore
	shares *fakeShares
	checks *fakeProviders
}

// inBubble runs a test with an offline server. The server is shut down at the end,
// which settles every charge.
func inBubble(t *testing.T, test func(*offline), change ...func(*api.Config)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := &offline{t: t, queue: newFakeQueue(), quota: &outageStore{Store: quota.NewMemory()}, shares: newFakeShares(), checks: &fakeProviders{}}
		cfg := api.Config{
			Queue: o.queue, Quota: o.quota, Shares: o.shares, Keys: fakeKeys{}, Providers: o.checks, Export: noExport{},
			AppVersion: "1.2.3", Model: "test-model", Limits: api.PublicLimits(),
		}
		for _, f := range change {
			f(&cfg)
		}
		var err error
		if o.server, err = api.New(cfg); err != nil {
			t.Fatal(err)
		}
		test(o)
		o.quota.set(storeWorks)
		if err := o.server.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// send sends a request and returns the response and how long it took.
func (o *offline) send(r *http.Request) (*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	r.RemoteAddr = "192.0.2.1:1"
	start := time.Now()
	rec := record(o.server, r)
	openapitest.Check(o.t, r, rec.Code, rec.Header(), rec.Body.Bytes())
	return rec, time.Since(start)
}

func (o *offline) process(f *form, headers ...string) (*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	return o.send(f.request(o.t.Context(), o.t, "", headers...))
}

func (o *offline) json() (*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	return o.process(upload("a.json", document()))
}

func (o *offline) ai(headers ...string) (*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	return o.process(upload("a.pdf", []byte(pdf)), headers...)
}

// ownKey is the header of a caller's own provider key.
var ownKey = []string{"X-Provider-API-Key", "k"}

// want returns a function that fails the test unless a response has the status and
// came within a time.
func (o *offline) want(what string, status int, within time.Duration) func(*httptest.ResponseRecorder, time.Duration) {
	o.t.Helper()
	return func(rec *httptest.ResponseRecorder, took time.Duration) {
		o.t.Helper()
		if rec.Code != status || took > within {
			o.t.Errorf("%s: %d after %v, want %d within %v\n%s", what, rec.Code, took, status, within, rec.Body)
		}
		if status == http.StatusServiceUnavailable && rec.Header().Get("Retry-After") == "" {
			o.t.Errorf("%s: no Retry-After", what)
		}
	}
}

// inNetBubble runs a test with a server like that of [setup], but in a bubble, with
// the time limits of production, and with connections that are pipes in memory. A
// pipe has no buffer: what one end writes blocks until the other end reads it.
func inNetBubble(t *testing.T, test func(*bundle), change ...func(*api.Config)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newPipeListener()
		test(newBundle(t, l, l.dial, change...))
	})
}

// pipeListener is a listener for connections that are pipes.
type pipeListener struct {
	accepted chan net.Conn
	closed   chan struct{}
	once     sync.Once
}

func newPipeListener() *pipeListener {
	return &pipeListener{accepted: make(chan net.Conn), closed: make(chan struct{})}
}

var errListenerClosed = errors.New("the listener is closed")

func (l *pipeListener) dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case l.accepted <- pipeConn{server}:
		return client, nil
	case <-l.closed:
		return nil, errListenerClosed
	}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.accepted:
		return c, nil
	case <-l.closed:
		return nil, errListenerClosed
	}
}

func (l *pipeListener) Close() error {
	l.once.Do(func() { close(l.closed) })
	return nil
}

func (l *pipeListener) Addr() net.Addr { return localhost }

// pipeConn is the server's end of a pipe. It has the address of a client on the
// same machine.
type pipeConn struct{ net.Conn }

func (pipeConn) RemoteAddr() net.Addr { return localhost }

var localhost = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}
