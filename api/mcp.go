package api

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"biom/shared/agent"
	"biom/shared/client"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

const mcpPath = "/mcp"

// newAgentTools returns the handler of the tools for agents. They make their requests to s itself.
func newAgentTools(s *Server) (http.Handler, error) {
	service, err := client.New(client.Config{
		BaseURL: "http://api", UserAgent: "biom-mcp",
		HTTPClient: &http.Client{Transport: &internalTransport{s}},
	})
	if err != nil {
		return nil, err
	}
	return agent.New(agent.Config{Service: service, Version: s.cfg.AppVersion, Log: s.cfg.Log}).Handler(), nil
}

// mcp serves POST /mcp: one message of the Model Context Protocol, without a session. The request that a
// tool makes has the keys and the address of this one (see internalTransport), so its quota is charged
// and its log line is written as for any other client.
func (s *Server) mcp(c *call) error {
	if err := refuseOrigin(c.Request.Header); err != nil {
		return err
	}
	if !endpoint.IsJSON(c.Request.Header.Values("Content-Type")) {
		return problem.New(http.StatusUnsupportedMediaType, problem.HTTP, "The content type must be application/json, in UTF-8.")
	}
	if _, err := url.ParseQuery(c.Request.URL.RawQuery); err != nil {
		return malformedQuery()
	}
	m := message{budget: s.gate.Budget, caller: string(s.caller(c).subject), limit: s.maxMessage()}
	defer m.release()
	if err := m.read(c.Writer, c.Request, s.cfg); err != nil {
		return err
	}
	r := c.Request.WithContext(context.WithValue(c.Request.Context(), agentRequest{}, c.Request))
	r.Body, r.ContentLength = io.NopCloser(&m.content), int64(m.content.Len())
	answer := newHeldResponse()
	s.agentTools.ServeHTTP(answer, r)
	return s.answerAgent(c, answer)
}

// answerAgent answers an agent. A refusal of the protocol's library, which is plain text, becomes a problem.
func (s *Server) answerAgent(c *call, answer *heldResponse) error {
	kind := answer.header.Get("Content-Type")
	switch {
	case c.Request.Context().Err() != nil:
		return errGone
	case answer.status >= http.StatusBadRequest && kind != "application/json":
		return problem.New(answer.status, problem.HTTP, "%s", strings.TrimSpace(answer.body.String()))
	case kind != "":
		c.Writer.Header().Set("Content-Type", kind)
	}
	c.Writer.Header().Set("Content-Length", strconv.Itoa(answer.body.Len()))
	c.Writer.WriteHeader(answer.status)
	c.Writer.WriteHeaderNow() // the answer to a notification has no body
	_, err := endpoint.NewWriter(c.Writer, s.cfg.WriteTimeout).Write(answer.body.Bytes())
	if err != nil {
		return errGone
	}
	return nil
}

// refuseOrigin refuses requests that the pages of other sites make in a browser, as the protocol demands: a page
// whose name leads to this machine (DNS rebinding) would otherwise reach a service that listens on it
// alone. A page of this machine itself, such as the inspector of the protocol, may call the tools.
func refuseOrigin(h http.Header) error {
	for _, origin := range h["Origin"] {
		if u, err := url.Parse(origin); err != nil || !isThisMachine(u.Hostname()) {
			return problem.New(http.StatusForbidden, problem.HTTP,
				"Pages of other sites cannot call the tools for agents. Use a client that is no web page, or the API at /api/v1.")
		}
	}
	return nil
}

// isThisMachine reports whether a host can be no other machine than that of the browser.
func isThisMachine(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.Unmap().IsLoopback()
}

// messageMemory is how many bytes of memory a byte of a message takes: the message, the copies of the
// protocol's library, the decoded document and the answer.
const messageMemory = 8

// messageSlack is how many bytes longer than the file in it a message may be, so that it also holds an export
// of many reports.
const messageSlack = 1 << 20

// maxMessage returns the size in bytes of the largest message: the largest upload in base64, if one caller's share
// of the memory for uploads has room for it.
func (s *Server) maxMessage() int {
	return min(s.cfg.MaxUpload/3*4+messageSlack, s.gate.Budget.Limit()/2/(messageMemory+2))
}

// message is the body of a request, held in the memory for uploads.
type message struct {
	content bytes.Buffer
	limit   int // bytes of content

	budget interface {
		Hold(caller string, n int) error
		Release(caller string, n int)
	}
	caller string
	held   int
}

// messagePiece is how many bytes are read before more memory is taken.
const messagePiece = 64 << 10

// read reads the body of a request, which must be one JSON object. The memory is taken while the body
// comes, so that a declared length that never comes takes none.
func (m *message) read(w http.ResponseWriter, r *http.Request, cfg Config) error {
	if r.ContentLength > int64(m.limit) && !endpoint.IsGzip(r.Header) {
		return m.tooLarge()
	}
	body := endpoint.NewBody(w, r, int64(m.limit)+1, cfg.ReadTimeout)
	for {
		if err := m.budget.Hold(m.caller, messagePiece*messageMemory); err != nil {
			return err
		}
		m.held += messagePiece * messageMemory
		_, err := io.CopyN(&m.content, body, messagePiece)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return m.fault(err)
		}
	}
	if m.content.Len() > m.limit {
		return m.tooLarge()
	}
	body.ClearDeadline()
	// A batch would make any number of requests at once; the protocol has none since 2025-06-18.
	if text := jsontext.Value(m.content.Bytes()); text.Kind() != '{' {
		return problem.New(http.StatusBadRequest, problem.HTTP, "The body must be one JSON-RPC message, and no batch.")
	}
	return nil
}

// fault returns the problem for an error with which the reading of a body ended.
func (m *message) fault(err error) error {
	switch {
	case errors.Is(err, endpoint.ErrBodyTooLarge):
		return m.tooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return problem.New(http.StatusRequestTimeout, problem.HTTP, "The body came too slowly and was given up.").Because(err)
	case errors.Is(err, endpoint.ErrNotGzip):
		return problem.New(http.StatusBadRequest, problem.HTTP, "The body is no complete gzip, as its Content-Encoding says.")
	}
	return problem.New(http.StatusBadRequest, problem.HTTP, "The body was cut before its end, or could not be read.")
}

func (m *message) tooLarge() error {
	return problem.New(http.StatusRequestEntityTooLarge, problem.PayloadTooLarge,
		"The message is larger than %d bytes, the most that is taken. Send the file to /api/v1/biom/process, or use biom mcp.", m.limit)
}

// release gives the memory back.
func (m *message) release() { m.budget.Release(m.caller, m.held) }

// agentRequest is the key of a context's *http.Request by which an agent has called a tool.
type agentRequest struct{}

// internalTransport has a server handle the requests that a tool makes, in the name of the agent's request
// that called it.
type internalTransport struct{ s *Server }

var errNoResponse = errors.New("api: the response to a tool broke off")

// RoundTrip handles a request and returns the whole response.
func (t *internalTransport) RoundTrip(r *http.Request) (res *http.Response, err error) {
	from, ok := r.Context().Value(agentRequest{}).(*http.Request)
	if !ok {
		return nil, errors.New("api: a tool was called without a request")
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(from.Context(), cancel)() // older versions of the protocol do not end a tool with its request
	defer func() {
		if cause := recover(); cause != nil { // http.ErrAbortHandler; the responder answers for any other panic
			res, err = nil, errNoResponse
		}
	}()
	answer := newHeldResponse()
	t.s.handler.ServeHTTP(answer, inTheNameOf(from, r.Clone(ctx)))
	return answer.response(r), nil
}

// inTheNameOf gives a request what another one has of its caller: address and keys.
func inTheNameOf(from, r *http.Request) *http.Request {
	r.RemoteAddr = from.RemoteAddr
	for _, name := range []string{"Authorization", headerProviderKey, "X-Forwarded-For"} {
		if values := from.Header.Values(name); len(values) > 0 {
			r.Header[http.CanonicalHeaderKey(name)] = values
		}
	}
	query := r.URL.Query()
	if keys := from.URL.Query()[queryKey]; len(keys) > 0 {
		query[queryKey] = keys
	}
	r.URL.RawQuery = query.Encode()
	r.RequestURI = r.URL.RequestURI()
	if r.Body == nil {
		r.Body = http.NoBody
	}
	if r.ContentLength > 0 {
		r.Header.Set("Content-Length", strconv.FormatInt(r.ContentLength, 10))
	}
	return r
}

// heldResponse is a response that is held in memory until it is complete.
type heldResponse struct {
	header http.Header
	status int // 0: nothing is written
	body   bytes.Buffer
}

var _ http.Flusher = (*heldResponse)(nil)

func newHeldResponse() *heldResponse { return &heldResponse{header: http.Header{}} }

// Header returns the headers.
func (h *heldResponse) Header() http.Header { return h.header }

// WriteHeader sets the status.
func (h *heldResponse) WriteHeader(status int) {
	if h.status == 0 {
		h.status = status
	}
}

// Write adds to the body.
func (h *heldResponse) Write(p []byte) (int, error) {
	h.WriteHeader(http.StatusOK)
	return h.body.Write(p)
}

// Flush does nothing: the response is complete when its handler has returned.
func (h *heldResponse) Flush() {}

// response returns the response to a request.
func (h *heldResponse) response(r *http.Request) *http.Response {
	h.WriteHeader(http.StatusOK)
	return &http.Response{
		StatusCode: h.status, Status: strconv.Itoa(h.status) + " " + http.StatusText(h.status),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: h.header, Body: io.NopCloser(&h.body), ContentLength: int64(h.body.Len()), Request: r,
	}
}
