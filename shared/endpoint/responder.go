package endpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"biom/shared/problem"
)

// ErrClientGone is returned by a handler whose client has left, so that nobody reads
// a response.
var ErrClientGone = errors.New("endpoint: the client is gone")

// Responder answers requests whose handler failed: it is the one place where an
// error or a panic becomes status, headers, body and a line in the log.
type Responder struct {
	Logger       *slog.Logger
	Now          func() time.Time
	WriteTimeout time.Duration // for each next 8 KiB of an error body

	// LogRoute adds method, route and status to every log line about a request.
	// Without it, the lines have the status only, and only if there is one.
	LogRoute bool

	// Served is called when a request has ended; nil: nothing is.
	Served func(method, route string, status int, took time.Duration)
}

// StatusClientGone stands for the status of a request whose client left before it was answered.
const StatusClientGone = 499

// Exchange is a request and the state of its response.
type Exchange struct {
	Writer  http.ResponseWriter // its headers have the request ID: see [SetHeaders]
	Request *http.Request
	Route   string // the pattern that matched, for the log; "" if none did

	// Stream sends a problem as an event on the open stream; nil if no stream is open.
	Stream func(*problem.Problem)
	// Status is the status of the response, if its handler succeeds.
	Status int
	// Attrs are added to the log lines about the request.
	Attrs []slog.Attr
	// Quiet means that success is logged at the level debug only.
	Quiet bool

	began time.Time
	// Begun reports that the response, if it is no stream, has begun, so that it
	// is too late for an error body.
	Begun bool
}

func (x Exchange) requestID() string { return x.Writer.Header().Get(RequestID) }

// Serve runs a handler and answers for it if it returns an error or panics.
// state is called at that moment.
//
// Thousands of streams wait inside handle, so Serve has no Exchange of its own on the stack.
func (r *Responder) Serve(state func() Exchange, handle func() error) {
	begun, failed := time.Now(), 0 // the status of a request that failed
	defer func() { r.served(state(), failed, time.Since(begun)) }()
	defer func() {
		if cause := recover(); cause != nil {
			failed = http.StatusInternalServerError
			r.panicked(state(), cause)
		}
	}()
	if err := handle(); err != nil {
		r.failed(state, err, begun, &failed)
		return
	}
	r.succeeded(state, begun)
}

// failed answers for a handler that returned an error. It stores the status first, because it may panic.
func (r *Responder) failed(state func() Exchange, err error, begun time.Time, status *int) {
	x := state()
	x.began, *status = begun, statusOf(x, err)
	r.Fail(x, err)
}

// succeeded logs a request whose handler has answered.
func (r *Responder) succeeded(state func() Exchange, begun time.Time) {
	x := state()
	x.began = begun
	r.Log(x, successLevel(x), "request served", x.Status, nil)
}

func (r *Responder) served(x Exchange, failed int, took time.Duration) {
	if r.Served != nil {
		r.Served(x.Request.Method, x.Route, cmp.Or(failed, x.Status), took)
	}
}

func successLevel(x Exchange) slog.Level {
	if x.Quiet {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// statusOf returns the status with which Fail answers an error.
func statusOf(x Exchange, err error) int {
	if clientGone(x, err) {
		return StatusClientGone
	}
	return problem.From(err).Status
}

func clientGone(x Exchange, err error) bool {
	return errors.Is(err, ErrClientGone) || errors.Is(err, context.Canceled) && x.Request.Context().Err() != nil
}

// panicked answers for a handler that panicked.
func (r *Responder) panicked(x Exchange, cause any) {
	if cause == any(http.ErrAbortHandler) {
		panic(cause)
	}
	err := r.Panicked(x.requestID(), x.Route, cause)
	if x.Begun {
		// The client sees a broken response rather than one that is well-formed and wrong.
		panic(http.ErrAbortHandler)
	}
	r.Fail(x, err)
}

// Panicked logs a panic that the caller has recovered from, and returns the error for the
// client. The log gets the panic's type and stack only, because its value may quote a
// document.
func (r *Responder) Panicked(requestID, route string, cause any) error {
	attrs := []slog.Attr{slog.String("request_id", requestID)}
	if r.LogRoute {
		attrs = append(attrs, slog.String("route", route))
	}
	kind := fmt.Sprintf("%T", cause)
	attrs = append(attrs, slog.String("type", kind), slog.String("stack", string(debug.Stack())))
	r.Logger.LogAttrs(context.Background(), slog.LevelError, "a handler panicked", attrs...)
	return errors.New("panic of type " + kind)
}

// Fail answers with the problem that err holds, or with a 500 if it holds none. It does
// so at once, and reads the rest of the request's body afterwards: a client that looks at
// the response while it sends may stop, and any other can read the response at the end.
//
// If the client is gone, Fail aborts the handler with [http.ErrAbortHandler]: if
// the handler returned instead, net/http would write an empty 200, and a client
// that only closed its own half of the connection, or a proxy that still reads,
// would take that for the response.
func (r *Responder) Fail(x Exchange, err error) {
	if clientGone(x, err) {
		r.Log(x, slog.LevelInfo, "the client left", 0, nil)
		panic(http.ErrAbortHandler)
	}
	p := problem.From(err)
	r.Log(x, level(p), "request refused: "+string(p.Code), p.Status, p.Unwrap()) // the cause, never the details
	if x.Stream != nil {
		x.Stream(p)
		return
	}
	control := http.NewResponseController(x.Writer)
	if hasBody(x.Request) {
		_ = control.EnableFullDuplex() // otherwise net/http reads from the body before it responds
	}
	if err := refuse(NewWriter(x.Writer, r.WriteTimeout), p, r.Now()); err != nil {
		r.Log(x, slog.LevelDebug, "the answer was not taken", p.Status, err)
		return
	}
	if p.Status != http.StatusRequestTimeout && hasBody(x.Request) { // after a timeout, the client is not waited for again
		_ = control.Flush()
		Drain(x.Writer, x.Request)
	}
}

// Log writes a log line about a request; status is 0 if there is none. The line
// never holds a query string, a share code, a key, a file name or a report's
// value.
func (r *Responder) Log(x Exchange, level slog.Level, message string, status int, err error) {
	if !r.Logger.Enabled(context.Background(), level) {
		return
	}
	attrs := []slog.Attr{slog.String("request_id", x.requestID())}
	if r.LogRoute {
		attrs = append(attrs, slog.String("method", x.Request.Method), slog.String("route", x.Route))
	}
	if r.LogRoute || status != 0 {
		attrs = append(attrs, slog.Int("status", status))
	}
	if !x.began.IsZero() {
		attrs = append(attrs, slog.Duration("duration", time.Since(x.began).Round(time.Microsecond)))
	}
	attrs = append(attrs, x.Attrs...)
	if err != nil {
		attrs = append(attrs, slog.Any("error", err))
	}
	r.Logger.LogAttrs(context.Background(), level, message, attrs...)
}
