package openapitest

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"testing"
)

// Client returns a client that checks every response with [Check] when its body
// was read to the end or closed. Its connections are closed when the test ends.
func Client(t testing.TB) *http.Client {
	base := http.DefaultTransport.(*http.Transport).Clone()
	t.Cleanup(base.CloseIdleConnections)
	return &http.Client{Transport: &Transport{T: t, Base: base}}
}

// Transport checks every response that passes through it with [Check].
type Transport struct {
	T    testing.TB
	Base http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (tr *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := tr.Base.RoundTrip(r)
	if err == nil {
		resp.Body = &recorder{src: resp.Body, t: tr.T, resp: resp}
	}
	return resp, err
}

// recorder is a body that keeps what is read from it. The client may close a
// stream before its end; then the part that was read is checked.
type recorder struct {
	src  io.ReadCloser
	t    testing.TB
	resp *http.Response

	seen  bytes.Buffer
	whole bool
	once  sync.Once
}

func (b *recorder) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	b.seen.Write(p[:n])
	if err == io.EOF {
		b.whole = true
		b.check()
	}
	return n, err
}

func (b *recorder) Close() error {
	if b.whole || b.resp.Header.Get("Content-Type") == "text/event-stream" {
		b.check()
	}
	return b.src.Close()
}

func (b *recorder) check() {
	b.once.Do(func() { Check(b.t, b.resp.Request, b.resp.StatusCode, b.resp.Header, b.seen.Bytes()) })
}
