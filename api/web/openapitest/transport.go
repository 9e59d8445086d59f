package openapitest

import (
	"bytes"
	"io"
	"net/http"
	"sync"
	"testing"
)

// Client returns a client that checks every response with [Check] when its body was
// read to the end, and a stream also when it is closed before its end. Its connections are closed when the test ends.
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

// recorder is a body that records what is read from it.
type recorder struct {
	src  io.ReadCloser
	t    testing.TB
	resp *http.Response

	text  bytes.Buffer // what was read so far
	ended bool         // the body was read to its end
	once  sync.Once    // for check
}

func (b *recorder) Read(p []byte) (int, error) {
	n, err := b.src.Read(p)
	b.text.Write(p[:n])
	if err == io.EOF {
		b.ended = true
		b.check()
	}
	return n, err
}

// Close also checks a stream that the client closes before its end, as far as it was
// read.
func (b *recorder) Close() error {
	if b.ended || b.resp.Header.Get("Content-Type") == "text/event-stream" {
		b.check()
	}
	return b.src.Close()
}

func (b *recorder) check() {
	b.once.Do(func() { Check(b.t, b.resp.Request, b.resp.StatusCode, b.resp.Header, b.text.Bytes()) })
}
