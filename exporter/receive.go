package exporter

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"

	"biom/shared/biometry"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

// busyRetry is the Retry-After of a 503. An export takes about as long.
const busyRetry = 5 * time.Second

// receive checks the length of the body (411, 400, 413), its content type (422) and
// whether there is memory for it (503), and then reads and decodes it. The caller must
// call release when it no longer needs the body.
func (e *Exporter) receive(w http.ResponseWriter, r *http.Request) (body []byte, release func(), err error) {
	length, err := e.length(r)
	if err == nil && !endpoint.IsJSON(r.Header.Values("Content-Type")) {
		err = invalid(biometry.Faults{{Message: "must be sent with the content type application/json, in UTF-8"}})
	}
	if err == nil && !e.budget.Take(length) {
		err = busy()
	}
	if err != nil {
		return nil, nil, err
	}
	release = func() { e.budget.Return(length) }
	body = make([]byte, length)
	reader := endpoint.NewRawBody(w, r, int64(length), e.cfg.ReadTimeout)
	if _, err := io.ReadFull(reader, body); err != nil {
		release()
		return nil, nil, readProblem(err)
	}
	reader.ClearDeadline()
	if !endpoint.IsGzip(r.Header) {
		return body, release, nil
	}
	defer release()
	return e.decode(body)
}

// decode returns the content of a body in gzip, in memory of its own. It decodes the body
// twice, so that it need not copy the content while it grows.
func (e *Exporter) decode(body []byte) (content []byte, release func(), err error) {
	limit := int64(e.cfg.MaxBody)
	length, err := io.Copy(io.Discard, io.LimitReader(endpoint.Gunzip(bytes.NewReader(body), limit), limit+1))
	switch {
	case errors.Is(err, endpoint.ErrNotGzip):
		return nil, nil, invalid(biometry.Faults{{Message: "is no complete gzip, as its Content-Encoding says"}})
	case err != nil:
		return nil, nil, fmt.Errorf("exporter: decode: %w", err)
	case length > limit:
		return nil, nil, e.tooLarge()
	case !e.budget.Take(int(length)):
		return nil, nil, busy()
	}
	release = func() { e.budget.Return(int(length)) }
	content = make([]byte, length)
	if _, err := io.ReadFull(endpoint.Gunzip(bytes.NewReader(body), limit), content); err != nil {
		release()
		return nil, nil, fmt.Errorf("exporter: decode: %w", err)
	}
	return content, release, nil
}

func busy() error {
	return problem.Unavailable(busyRetry, "Too many exports are under way. Try again shortly.")
}

func (e *Exporter) tooLarge() error {
	return problem.New(http.StatusRequestEntityTooLarge, problem.PayloadTooLarge,
		"The body is larger than %d bytes, the most that is taken. Export in several parts.", e.cfg.MaxBody)
}

// length returns the length of the body that the header declares. It reads the
// header itself, because net/http sets a missing length to 0 and drops the header of
// a chunked body.
func (e *Exporter) length(r *http.Request) (int, error) {
	values := r.Header.Values("Content-Length")
	if len(values) == 0 || r.ContentLength < 0 {
		return 0, problem.New(http.StatusLengthRequired, problem.HTTP,
			"Content-Length is missing: send the body in one piece, with its length.")
	}
	n, err := strconv.ParseUint(values[0], 10, 63)
	if err != nil || len(values) > 1 {
		return 0, problem.New(http.StatusBadRequest, problem.HTTP, "Content-Length is invalid: it must be the number of bytes of the body.")
	}
	if n > uint64(e.cfg.MaxBody) {
		return 0, e.tooLarge()
	}
	return int(n), nil
}

// readProblem returns the problem of a body that did not arrive in full. The
// connection's error is not its cause, because that error would only add addresses
// to the log.
func readProblem(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return problem.New(http.StatusRequestTimeout, problem.HTTP, "The body came too slowly and was given up.")
	}
	return problem.New(http.StatusBadRequest, problem.HTTP,
		"Content-Length is invalid: the body ended before as many bytes had come.")
}
