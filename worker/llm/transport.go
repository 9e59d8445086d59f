package llm

import (
	"io"
	"net"
	"net/http"
	"time"
)

// maxAnswer is the size in bytes of the largest response that is read. The response to a
// report with long notes has about 20 KB.
const maxAnswer = 1 << 20

// defaultConcurrency is the number of idle connections if Config.Concurrency is 0.
const defaultConcurrency = 256

// newHTTP returns the HTTP client of one adapter. All keys share its connections. Over
// HTTP/2 one connection carries all calls; it is pinged while nothing arrives, so that a
// broken connection is noticed. Over HTTP/1.1, which local servers use, each call has
// its own connection, and up to concurrency idle connections are kept for later calls.
// The client has no timeout, because every call ends with its context.
func newHTTP(concurrency int) *http.Client {
	if concurrency <= 0 {
		concurrency = defaultConcurrency
	}
	base := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
		ForceAttemptHTTP2:     true,
		HTTP2:                 &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
		MaxIdleConns:          concurrency,
		MaxIdleConnsPerHost:   concurrency,
		IdleConnTimeout:       90 * time.Second,
		TLSHandshakeTimeout:   10 * time.Second,
		ExpectContinueTimeout: time.Second,
	}
	return &http.Client{Transport: transport{base, time.Now}}
}

// transport turns error responses into faults before an SDK sees them. An SDK would
// read the whole body and quote it in its error, follow a redirect with the key, and
// wait before a retry of its own.
type transport struct {
	base *http.Transport
	now  func() time.Time
}

// RoundTrip implements [http.RoundTripper] with one exception: for a response whose
// status is not 2xx it returns an error, a [*Fault].
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := t.base.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		defer res.Body.Close()
		return nil, faultOf(res, t.now())
	}
	if res.ContentLength > maxAnswer {
		res.Body.Close()
		return nil, errTooLong
	}
	res.Body = &bounded{res.Body, maxAnswer}
	return res, nil
}

// CloseIdleConnections is called by http.Client's method of the same name.
func (t transport) CloseIdleConnections() { t.base.CloseIdleConnections() }

// bounded is a body of which at most remaining more bytes can be read. Reading beyond
// them fails with errTooLong.
type bounded struct {
	io.ReadCloser
	remaining int
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p[:min(len(p), b.remaining+1)])
	if n > b.remaining {
		return b.remaining, errTooLong
	}
	b.remaining -= n
	return n, err
}
