package exporter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/endpoint"
	"biom/shared/problem"
	"biom/shared/telemetry"
)

// Config configures an Exporter. Every field has a default.
type Config struct {
	MaxBody      int // bytes of one request; 0: 10 MiB
	MaxResponses int // reports in one request; 0: 1000
	Memory       int // bytes of all requests in memory at once; 0: 8 × MaxBody

	ReadTimeout  time.Duration // how long a client may take to send each next 8 KiB; 0: 10 s
	WriteTimeout time.Duration // how long a client may take to receive each next 8 KiB; 0: 10 s

	Version string // of the program, for checks of a deployment: the header VersionHeader of a Server's responses

	Metrics prometheus.Registerer // nil: nothing is shown

	Log *slog.Logger     // nil: discard
	Now func() time.Time // nil: time.Now
}

func (c Config) withDefaults() Config {
	c.MaxBody = cmp.Or(c.MaxBody, 10<<20)
	c.MaxResponses = cmp.Or(c.MaxResponses, 1000)
	c.Memory = cmp.Or(c.Memory, 8*c.MaxBody)
	c.ReadTimeout = cmp.Or(c.ReadTimeout, 10*time.Second)
	c.WriteTimeout = cmp.Or(c.WriteTimeout, 10*time.Second)
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

// validate returns an error that names each invalid field and how to correct it.
func (c Config) validate() error {
	var memory error
	if c.Memory < c.MaxBody {
		memory = fmt.Errorf("exporter: Config.Memory is %d bytes and one request may take %d: raise it", c.Memory, c.MaxBody)
	}
	return errors.Join(
		positive("MaxBody (EXPORT_MAX_BODY_SIZE)", c.MaxBody),
		positive("MaxResponses (EXPORT_MAX_RESPONSES)", c.MaxResponses),
		positive("ReadTimeout", c.ReadTimeout),
		positive("WriteTimeout", c.WriteTimeout),
		memory,
	)
}

// positive returns an error if the value of a field is not above 0.
func positive[T int | time.Duration](field string, value T) error {
	if value > 0 {
		return nil
	}
	return fmt.Errorf("exporter: Config.%s is %v: it must be positive; leave it out for the default", field, value)
}

// Exporter answers requests to export with archives of reports. It is safe for concurrent use.
type Exporter struct {
	cfg    Config
	budget *endpoint.Budget

	counts   *prometheus.CounterVec // by outcome
	requests *telemetry.Requests
	making   chan struct{} // holds an element for each request that is being parsed or made into an archive
}

// New returns an Exporter, or an error that names each invalid field.
func New(cfg Config) (*Exporter, error) {
	cfg = cfg.withDefaults()
	if err := cfg.validate(); err != nil {
		return nil, err
	}
	requests, err := telemetry.NewRequests(cfg.Metrics)
	set := telemetry.NewSet(cfg.Metrics)
	return &Exporter{
		cfg: cfg, requests: requests,
		counts: set.Counters("exports_total", "Requests to export, by outcome.", []string{"outcome"}, complete, refused, cut),
		budget: endpoint.NewBudget(cfg.Memory),
		making: make(chan struct{}, runtime.GOMAXPROCS(0)), // more at once would cost memory and save no time
	}, errors.Join(err, set.Err())
}

// The outcomes of a request to export.
const (
	complete = "complete"
	refused  = "refused" // with an error, before anything was written
	cut      = "cut"     // by a failure or its client, after the archive had begun
)

// Export answers a request to export. If it fails before anything is written, it
// returns a *problem.Problem, the error of a client that left, or an internal
// error. After that, a failure cuts the connection with [http.ErrAbortHandler],
// because a short archive could be taken for a complete one.
//
// The caller must have set the headers of [endpoint.SetHeaders] on w.
func (e *Exporter) Export(w http.ResponseWriter, r *http.Request) (err error) {
	outcome := cut // if it panics
	defer func() { e.counts.WithLabelValues(outcome).Inc() }()
	if err = e.export(w, r); err != nil {
		outcome = refused
	} else {
		outcome = complete
	}
	return err
}

func (e *Exporter) export(w http.ResponseWriter, r *http.Request) error {
	body, release, err := e.receive(w, r)
	if err != nil {
		return err
	}
	defer release()
	a, err := e.make(r.Context(), body)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="`+a.name(".zip")+`"`)
	h.Add("Access-Control-Expose-Headers", "Content-Disposition")
	if err := a.stream(r.Context(), endpoint.NewWriter(w, e.cfg.WriteTimeout)); err != nil {
		e.cfg.Log.LogAttrs(context.Background(), cutLevel(r.Context()), "an export was cut",
			slog.String("request_id", h.Get(endpoint.RequestID)), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	return nil
}

// cutLevel returns the level at which a cut export is logged. It is lower if the
// client left, which is normal.
func cutLevel(ctx context.Context) slog.Level {
	if ctx.Err() != nil {
		return slog.LevelInfo
	}
	return slog.LevelWarn
}

// make parses a request and makes its archive. After it has returned, nothing can be
// refused any more.
func (e *Exporter) make(ctx context.Context, body []byte) (*archive, error) {
	select {
	case e.making <- struct{}{}:
		defer func() { <-e.making }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	req, err := parse(ctx, body, e.cfg.MaxResponses)
	if err != nil {
		return nil, err
	}
	a, err := newArchive(ctx, req, e.cfg.Now())
	if err != nil && ctx.Err() == nil {
		return nil, problem.New(http.StatusInternalServerError, problem.Internal,
			"The export could not be made. Try again; if it persists, report the request ID.").Because(err)
	}
	return a, err
}
