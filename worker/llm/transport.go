package llm

import (
	"io"
	"net"
	"net/http"
	"time"
)

// maxAnswer bounds an answer. A report with long notes is some 20 KB.
const maxAnswer = 1 << 20

// connections is the pool's size when the concurrency is not given.
const connections = 256

// newHTTP returns the HTTP client of one adapter: all its keys share the
// connections. Over HTTP/2 one connection carries them all and is pinged when
// it is silent, so that a dead one is noticed; over HTTP/1.1, as local servers
// speak it, each call under way has its own, and as many are kept.
// A time-out would be the wrong one: every call ends with its context.
func newHTTP(concurrency int) *http.Client {
	if concurrency <= 0 {
		concurrency = connections
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

// transport tells faults apart before an SDK sees them. An SDK would read an
// error's body whole and quote it, follow a redirect with the key, and wait.
type transport struct {
	base *http.Transport
	now  func() time.Time
}

// RoundTrip implements [http.RoundTripper], but for one thing: a response that
// is not a success is an error, a [*Fault].
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

// CloseIdleConnections lets http.Client close them.
func (t transport) CloseIdleConnections() { t.base.CloseIdleConnections() }

// bounded fails at the byte beyond its room.
type bounded struct {
	io.ReadCloser
	room int
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p[:min(len(p), b.room+1)])
	if n > b.room {
		return b.room, errTooLong
	}
	b.room -= n
	return n, err
}
