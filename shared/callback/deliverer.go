package callback

import (
	"context"
	"crypto/x509"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/broker"
	"biom/shared/clock"
	"biom/shared/outage"
)

// Config configures a Deliverer. Store and Sealer are required.
type Config struct {
	Store  Store
	Sealer Sealer
	// Allow are the networks that endpoints may be in although their addresses are not public.
	Allow    []netip.Prefix
	Replicas int                   // of the stream; 0: 1
	Metrics  prometheus.Registerer // nil: attempts are not counted
	Log      *slog.Logger          // nil: discard
	Now      func() time.Time      // nil: time.Now

	// Tests set these.
	roots         *x509.CertPool // nil: those of the system
	resolver      *net.Resolver  // nil: that of the system
	random        func() float64 // nil: rand.Float64
	answerTimeout time.Duration  // 0: the constant
	// longestNap is how long a waiting event stays with the queue before its time is looked at
	// again, because clocks are set; 0: 15 min.
	longestNap  time.Duration
	perEndpoint int64                                // events that may wait for one endpoint; 0: the constant
	pullWait    time.Duration                        // how long one request to the queue waits for an event; 0: 1 s
	noted       func(outcome string, next time.Time) // called with each outcome, and the time of the next attempt; nil: nothing is
}

func (cfg Config) withDefaults() (Config, error) {
	if cfg.Store == nil || cfg.Sealer == nil {
		return cfg, errors.New("callback: a deliverer needs a Store and a Sealer")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.random == nil {
		cfg.random = rand.Float64
	}
	if cfg.answerTimeout == 0 {
		cfg.answerTimeout = answerTimeout
	}
	if cfg.longestNap == 0 {
		cfg.longestNap = 15 * time.Minute
	}
	if cfg.perEndpoint == 0 {
		cfg.perEndpoint = perEndpoint
	}
	if cfg.pullWait == 0 {
		cfg.pullWait = time.Second
	}
	if cfg.noted == nil {
		cfg.noted = func(string, time.Time) {}
	}
	return cfg, nil
}

// Deliverer queues events and delivers them. Any number of processes may share a queue.
type Deliverer struct {
	conn   *broker.Conn
	cfg    Config
	client *http.Client
	places *places
	counts *prometheus.CounterVec // by outcome

	outage     outage.Log
	unreadable sync.Once // the first message that opens with none of the keys is logged
}

// New returns a deliverer and makes its stream. [Deliverer.Run] delivers.
func New(ctx context.Context, conn *broker.Conn, cfg Config) (*Deliverer, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	counts, err := newCounts(cfg.Metrics)
	if err != nil {
		return nil, err
	}
	d := &Deliverer{
		conn: conn, cfg: cfg, client: newClient(cfg), places: newPlaces(cfg.Now), counts: counts,
		outage: outage.Log{To: cfg.Log, Fails: "the queue of callbacks cannot be read; trying again", Works: "the queue of callbacks can be read again"},
	}
	return d, conn.EnsureStreams(ctx, streamConfig(cfg))
}

// Allowed reports whether the user has an endpoint of this name.
func (d *Deliverer) Allowed(ctx context.Context, user, name string) (bool, error) {
	_, err := d.cfg.Store.Find(ctx, user, name)
	if errors.Is(err, ErrNoEndpoint) {
		return false, nil
	}
	return err == nil, err
}

// Queue stores an event for delivery. To queue an event again is harmless: within ten minutes
// it is stored once, and later its receiver knows it by its ID. If too many events wait, it is given
// up at once: the end of a job, and the room for its upload, must not wait for endpoints that are down.
func (d *Deliverer) Queue(ctx context.Context, e Event) error {
	if err := e.check(); err != nil {
		return err
	}
	err := d.publish(ctx, pending{Event: e})
	if errors.Is(err, errFull) {
		return d.keepFailure(ctx, pending{Event: e}, reasonFull)
	}
	return err
}

// Run delivers events until ctx ends. Then it breaks off the posts that are under way; these
// events are delivered by another process, or at the next start.
func (d *Deliverer) Run(ctx context.Context) {
	var all sync.WaitGroup
	all.Go(func() { d.keepStore(ctx) })
	for ctx.Err() == nil {
		if err := d.deliverAll(ctx); err != nil && ctx.Err() == nil {
			_ = clock.Sleep(ctx, d.outage.Note(err))
		}
	}
	all.Wait()
}

// atOnce is how many events a process handles at a time. Most of them only wait for an answer.
const atOnce = 256

// deliverAll handles messages until ctx ends or the queue fails.
func (d *Deliverer) deliverAll(ctx context.Context) error {
	if err := d.conn.EnsureStreams(ctx, streamConfig(d.cfg)); err != nil {
		return err
	}
	queue, err := d.conn.EnsureConsumer(ctx, Stream, consumerConfig())
	if err != nil {
		return err
	}
	var running sync.WaitGroup
	defer running.Wait()
	slots := make(chan struct{}, atOnce)
	for ctx.Err() == nil {
		slots <- struct{}{}
		// Only the server ends the wait for a message, not ctx: a message that is on its way at that
		// moment would be lost until its time has run out. handle gives it back.
		batch, err := queue.Fetch(1, jetstream.FetchMaxWait(d.cfg.pullWait))
		if err != nil {
			return err
		}
		msg, found := <-batch.Messages()
		if err := batch.Error(); !found && err != nil && !errors.Is(err, jetstream.ErrNoMessages) {
			return err
		}
		d.outage.Note(nil)
		if !found {
			<-slots
			continue
		}
		running.Go(func() { d.handle(ctx, msg); <-slots })
	}
	return nil
}

// keepStore forgets old failures every hour until ctx ends. At first it seals secrets with the
// current key, before their key is taken out of BIOM_JOB_KEY.
func (d *Deliverer) keepStore(ctx context.Context) {
	if err := d.reseal(ctx); err != nil && ctx.Err() == nil {
		d.cfg.Log.Warn("a secret of a callback is not sealed with the first key of BIOM_JOB_KEY yet", "error", err)
	}
	for {
		if err := d.cfg.Store.Forget(ctx, d.cfg.Now().Add(-failuresKept)); err != nil && ctx.Err() == nil {
			d.cfg.Log.Warn("old failures of callbacks are not removed yet", "error", err)
		}
		if clock.Sleep(ctx, time.Hour) != nil {
			return
		}
	}
}

// reseal seals the secrets of all endpoints with the current key.
func (d *Deliverer) reseal(ctx context.Context) error {
	all, err := d.cfg.Store.List(ctx)
	for _, e := range all {
		next, openErr := resealed(d.cfg.Sealer, e, d.cfg.Now())
		if openErr == nil && string(next.Secret)+string(next.Previous) != string(e.Secret)+string(e.Previous) {
			openErr = d.cfg.Store.Replace(ctx, e, next)
		}
		err = errors.Join(err, openErr)
	}
	return err
}
