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

// Forward forwards exports to an exporter in another process. It streams the
// request and the archive and holds neither in memory.
type Forward struct {
	url  string
	http http.RoundTripper

	clientTimeout time.Duration // for the client to send, or to read, each 8 KiB
	stallTimeout  time.Duration // for the exporter to send the next part of an archive
}

var _ Export = (*Forward)(nil)

// NewForward returns a Forward to the exporter at base, which must look like
// http://host:port.
func NewForward(base string) (*Forward, error) {
	u, err := url.Parse(strings.TrimSuffix(base, "/"))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path != "" || u.RawQuery != "" {
		return nil, errors.New("the exporter's address must be like http://host:8080, without a path") // base is not quoted, because it may contain a password
	}
	return &Forward{
		url: u.JoinPath(endpoint.ExportPath).String(),
		http: &http.Transport{
			DialContext:           (&net.Dialer{Timeout: 2 * time.Second}).DialContext,
			TLSHandshakeTimeout:   2 * time.Second,
			ResponseHeaderTimeout: 30 * time.Second, // from the end of the request; the exporter may queue it
			DisableKeepAlives:     true,             // a request with a body cannot be sent again if a reused connection turns out to be closed
			DisableCompression:    true,
		},
		clientTimeout: 10 * time.Second, stallTimeout: 30 * time.Second,
	}, nil
}

// exporterRetry is the Retry-After when the exporter does not answer.
const exporterRetry = 5 * time.Second

// Export forwards the request to the exporter, and the response to the client.
func (f *Forward) Export(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithCancel(r.Context())
	body := newForwardedBody(endpoint.NewRawBody(w, r, math.MaxInt64, f.clientTimeout))
	defer body.waitClosed()
	defer cancel()
	out, err := http.NewRequestWithContext(ctx, http.MethodPost, f.url, body)
	if err != nil {
		return fmt.Errorf("api: forward: %w", err)
	}
	out.ContentLength = r.ContentLength
	switch {
	case r.Header.Get("Content-Length") == "":
		out.ContentLength = -1 // so that the exporter sees no Content-Length either
	case r.ContentLength == 0: // together with a body, 0 would mean "unknown"
		out.Body = http.NoBody
		_ = body.Close()
	}
	for _, name := range []string{"Content-Type", "Content-Encoding"} {
		if values := r.Header[name]; values != nil {
			out.Header[name] = values
		}
	}
	resp, err := f.http.RoundTrip(out)
	if err != nil {
		return f.forwardProblem(r, body, err)
	}
	defer resp.Body.Close()
	if !isFromExporter(resp) {
		return exporterUnavailable(fmt.Errorf("api: forward: status %d of something that is no exporter", resp.StatusCode))
	}
	control := http.NewResponseController(w)
	_ = control.EnableFullDuplex() // the exporter may have refused the request before its end
	body.ClearDeadline()
	f.forwardResponse(w, resp, cancel)
	if resp.StatusCode != http.StatusOK {
		_ = control.Flush()
		cancel()
		body.waitClosed()
		endpoint.Drain(w, r)
	}
	return nil
}

// forwardedBody is the request body on its way to the exporter. The transport
// reads it in a goroutine of its own, which may still run when RoundTrip has
// returned.
type forwardedBody struct {
	*endpoint.Body

	readErr   atomic.Pointer[error] // why the body ended early; nil: it has not
	closed    chan struct{}
	closeOnce sync.Once
}

func newForwardedBody(b *endpoint.Body) *forwardedBody {
	return &forwardedBody{Body: b, closed: make(chan struct{})}
}

// Read reads from the client and records an error other than io.EOF.
func (b *forwardedBody) Read(p []byte) (int, error) {
	n, err := b.Body.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		b.readErr.Store(&err)
	}
	return n, err
}

// Close notes that the transport does not read any more. The body itself belongs
// to the server.
func (b *forwardedBody) Close() error {
	b.closeOnce.Do(func() { close(b.closed) })
	return nil
}

// waitClosed waits until the transport does not read any more. Only then the
// client's connection may go on to its next request.
func (b *forwardedBody) waitClosed() { <-b.closed }

// forwardProblem returns the error for a request to which no response came. It
// distinguishes a client that did not send the whole body from an exporter that
// is unavailable.
func (f *Forward) forwardProblem(r *http.Request, body *forwardedBody, err error) error {
	readErr := body.readErr.Load()
	switch { // readErr is checked first, because such an error also ends the request's context
	case readErr != nil && errors.Is(*readErr, os.ErrDeadlineExceeded):
		return problem.New(http.StatusRequestTimeout, problem.HTTP, "The body came too slowly and was given up.")
	case readErr != nil:
		return problem.New(http.StatusBadRequest, problem.HTTP, "Content-Length is invalid: the body ended before as many bytes had come.")
	case r.Context().Err() != nil:
		return r.Context().Err()
	}
	return exporterUnavailable(err)
}

func exporterUnavailable(err error) error {
	return problem.Unavailable(exporterRetry, "Exports cannot be made at the moment. Try again shortly.").Because(err)
}

// isFromExporter reports whether the exporter itself has responded, and not a
// proxy before it.
func isFromExporter(resp *http.Response) bool {
	kind := resp.Header.Get("Content-Type")
	return resp.Header.Get(endpoint.RequestID) != "" && (resp.StatusCode == http.StatusOK && kind == "application/zip" ||
		resp.StatusCode >= 400 && kind == "application/json")
}

// forwardedHeaders are the headers that are taken from the exporter's response. The
// request ID is among them, so that header, body and both logs have the same ID.
var forwardedHeaders = []string{endpoint.RequestID, "Content-Type", "Content-Disposition", "Retry-After", "Access-Control-Expose-Headers"}

// forwardResponse streams the exporter's response to the client. If it ends early,
// the client's connection is aborted.
func (f *Forward) forwardResponse(w http.ResponseWriter, resp *http.Response, cancel func()) {
	h := w.Header()
	for _, name := range forwardedHeaders {
		if values := resp.Header.Values(name); values != nil {
			h[http.CanonicalHeaderKey(name)] = values
		}
	}
	w.WriteHeader(resp.StatusCode)
	stalled := time.AfterFunc(f.stallTimeout, cancel)
	defer stalled.Stop()
	client, chunk := endpoint.NewWriter(w, f.clientTimeout), make([]byte, 32<<10)
	for {
		stalled.Reset(f.stallTimeout)
		n, err := resp.Body.Read(chunk)
		stalled.Stop() // a slow client is not a stalled exporter
		if _, writeErr := client.Write(chunk[:n]); writeErr != nil || err != nil && !errors.Is(err, io.EOF) {
			panic(http.ErrAbortHandler)
		}
		if err != nil {
			return
		}
	}
}
