package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"biom/shared/endpoint"
	"biom/shared/problem"
)

// Forward has an exporter elsewhere serve exports. Request and archive pass
// through it as they come; it keeps nothing of either.
type Forward struct {
	url  string
	http http.RoundTripper

	pace  time.Duration // for each next 8 KiB of a request or of an archive
	stall time.Duration // of the exporter, in the middle of an archive
}

var _ Export = (*Forward)(nil)

// NewForward returns a Forward to the exporter at base, http://host:port.
func NewForward(base string) (*Forward, error) {
	u, err := url.Parse(strings.TrimSuffix(base, "/"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" || u.RawQuery != "" {
		return nil, errors.New("the exporter's address must be like http://host:8080, without a path") // it may hold a password
	}
	return &Forward{
		url: u.JoinPath(endpoint.ExportPath).String(),
		http: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 30 * time.Second, // from the end of the request; it may wait for its turn
			DisableKeepAlives:     true,             // a request with a body cannot be sent again when a kept connection turns out dead
			DisableCompression:    true,
		},
		pace: 10 * time.Second, stall: 30 * time.Second,
	}, nil
}

// exporterRetry is when an exporter that does not answer is worth another try.
const exporterRetry = 5 * time.Second

// Export sends the request on, and the answer back.
func (f *Forward) Export(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithCancel(r.Context())
	in := newPassing(endpoint.NewBody(w, r, math.MaxInt64, f.pace))
	defer in.wait()
	defer cancel()
	out, err := http.NewRequestWithContext(ctx, http.MethodPost, f.url, in)
	if err != nil {
		return fmt.Errorf("api: forward: %w", err)
	}
	out.ContentLength = r.ContentLength
	switch {
	case r.Header.Get("Content-Length") == "":
		out.ContentLength = -1 // the exporter is to see that there is none
	case r.ContentLength == 0: // with a body, this would mean that it is not known
		out.Body = http.NoBody
		_ = in.Close()
	}
	out.Header["Content-Type"] = r.Header["Content-Type"]
	resp, err := f.http.RoundTrip(out)
	if err != nil {
		return f.unanswered(w, r, in, err)
	}
	defer resp.Body.Close()
	if !ours(resp) {
		endpoint.Drain(w, r)
		return exporterAway(fmt.Errorf("api: forward: status %d of something that is no exporter", resp.StatusCode))
	}
	endpoint.Drain(w, r) // a request that was refused before its end
	in.Release()
	f.answer(w, resp, cancel)
	return nil
}

// passing is a body on its way through. The transport reads it in a goroutine
// of its own, which may outlive the call.
type passing struct {
	*endpoint.Body

	cut    atomic.Pointer[error] // why it ended early
	closed chan struct{}
	once   sync.Once
}

func newPassing(b *endpoint.Body) *passing {
	return &passing{Body: b, closed: make(chan struct{})}
}

func (p *passing) Read(b []byte) (int, error) {
	n, err := p.Body.Read(b)
	if err != nil && !errors.Is(err, io.EOF) {
		p.cut.Store(&err)
	}
	return n, err
}

// Close has nothing to close: the body is the server's.
func (p *passing) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// wait returns when nobody reads any more: the connection goes on to its next
// request then.
func (p *passing) wait() { <-p.closed }

// unanswered tells a client that did not send what it promised from an
// exporter that is away.
func (f *Forward) unanswered(w http.ResponseWriter, r *http.Request, in *passing, err error) error {
	cut := in.cut.Load()
	switch { // a body that ends early ends the request's context too
	case cut != nil && errors.Is(*cut, os.ErrDeadlineExceeded):
		return problem.New(http.StatusRequestTimeout, problem.HTTP, "The body came too slowly and was given up.")
	case cut != nil:
		return problem.New(http.StatusBadRequest, problem.HTTP, "Content-Length is invalid: the body ended before as many bytes had come.")
	case r.Context().Err() != nil:
		return r.Context().Err()
	}
	endpoint.Drain(w, r)
	return exporterAway(err)
}

func exporterAway(err error) error {
	return problem.Unavailable(exporterRetry, "Exports cannot be made at the moment. Try again shortly.").Because(err)
}

// ours: whatever stands between us and the exporter may answer in its place.
func ours(resp *http.Response) bool {
	kind := resp.Header.Get("Content-Type")
	return resp.Header.Get(endpoint.RequestID) != "" && (resp.StatusCode == http.StatusOK && kind == "application/zip" ||
		resp.StatusCode >= 400 && kind == "application/json")
}

// passed are the headers that come from the exporter. Its request ID is that
// of the answer, so that it is the one in the body and in both logs.
var passed = []string{endpoint.RequestID, "Content-Type", "Content-Disposition", "Retry-After", "Access-Control-Expose-Headers"}

// answer passes the answer on. If it ends early, so does ours.
func (f *Forward) answer(w http.ResponseWriter, resp *http.Response, cancel func()) {
	h := w.Header()
	for _, name := range passed {
		if values := resp.Header.Values(name); values != nil {
			h[http.CanonicalHeaderKey(name)] = values
		}
	}
	w.WriteHeader(resp.StatusCode)
	stalled := time.AfterFunc(f.stall, cancel)
	defer stalled.Stop()
	to, piece := endpoint.NewWriter(w, f.pace), make([]byte, 32<<10)
	for {
		stalled.Reset(f.stall)
		n, err := resp.Body.Read(piece)
		stalled.Stop() // our own client may be as slow as it likes
		if _, bad := to.Write(piece[:n]); bad != nil || err != nil && !errors.Is(err, io.EOF) {
			panic(http.ErrAbortHandler)
		}
		if err != nil {
			return
		}
	}
}
