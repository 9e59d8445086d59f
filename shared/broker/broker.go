// Package broker holds the connection to NATS, the streams on it, and the
// server that one machine embeds.
package broker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

// Config says how to connect.
type Config struct {
	URL        string        // comma separated nats:// URLs; ignored with Embedded
	Embedded   *Embedded     // connect in process
	Name       string        // shown in the server's monitoring
	MinPayload int           // the largest message that will be sent; 0: no check
	Wait       time.Duration // how long to wait for the first connection; 0: 30 s
	Log        *slog.Logger  // nil: discard
}

// Conn is a connection that finds its way back by itself. Publishing while it
// is away fails at once instead of being kept for later: whoever publishes has
// a deadline of its own and must know.
type Conn struct {
	NATS *nats.Conn
	JS   jetstream.JetStream

	mu          sync.Mutex
	onReconnect []func()
}

// Connect returns a connection whose server accepts messages of MinPayload.
func Connect(ctx context.Context, cfg Config) (*Conn, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Wait == 0 {
		cfg.Wait = 30 * time.Second
	}
	c := &Conn{}
	nc, err := nats.Connect(cfg.URL, c.options(cfg)...)
	if bad, ok := errors.AsType[*url.Error](err); ok {
		err = fmt.Errorf("BIOM_NATS_URL is no URL: %w", bad.Err) // without the URL: it may hold a password
	}
	if err != nil {
		return nil, fmt.Errorf("broker: %w", err)
	}
	c.NATS = nc
	if err := c.await(ctx, cfg); err != nil {
		nc.Close()
		return nil, err
	}
	// The time-out of each JetStream request; who needs longer retries.
	if c.JS, err = jetstream.New(nc, jetstream.WithDefaultTimeout(requestTimeout)); err != nil {
		nc.Close()
		return nil, fmt.Errorf("broker: %w", err)
	}
	return c, nil
}

const requestTimeout = 3 * time.Second

// writeTimeout bounds a write to a server that does not read: large messages
// are written under the connection's lock, and everything else waits for it.
const writeTimeout = 3 * time.Second

func (c *Conn) options(cfg Config) []nats.Option {
	opts := []nats.Option{
		nats.Name(cfg.Name),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectBufSize(-1),
		nats.PingInterval(5 * time.Second), // a half-open server is noticed within 10 s
		nats.MaxPingsOutstanding(2),
		nats.FlusherTimeout(writeTimeout),
		nats.IgnoreAuthErrorAbort(), // credentials may come a moment after the server
		nats.ReconnectHandler(func(*nats.Conn) {
			cfg.Log.Info("NATS is back")
			c.reconnected()
		}),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				cfg.Log.Warn("NATS is away", "error", err)
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			cfg.Log.Warn("NATS", "error", err)
		}),
	}
	if cfg.Embedded != nil {
		opts = append(opts, nats.InProcessServer(cfg.Embedded.server))
	}
	return opts
}

func (c *Conn) await(ctx context.Context, cfg Config) error {
	ctx, cancel := context.WithTimeout(ctx, cfg.Wait)
	defer cancel()
	// Flush only comes back from a server that answers.
	for c.NATS.FlushWithContext(ctx) != nil {
		if clock.Sleep(ctx, 50*time.Millisecond) != nil {
			return errors.New("broker: no NATS server answered within " + cfg.Wait.String() +
				"; check BIOM_NATS_URL and that the server runs")
		}
	}
	if most := c.NATS.MaxPayload(); most < int64(cfg.MinPayload) {
		return fmt.Errorf("broker: the NATS server takes messages of at most %d bytes, but uploads need %d; "+
			"raise max_payload in its configuration or lower BIOM_MAX_UPLOAD", most, cfg.MinPayload)
	}
	return nil
}

// OnReconnect adds f to what runs each time the connection is back. What
// travelled over plain NATS meanwhile is lost.
func (c *Conn) OnReconnect(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onReconnect = append(c.onReconnect, f)
}

func (c *Conn) reconnected() {
	c.mu.Lock()
	fs := slices.Clone(c.onReconnect)
	c.mu.Unlock()
	for _, f := range fs {
		f()
	}
}

// Close closes the connection at once.
func (c *Conn) Close() { c.NATS.Close() }

// EnsureStreams creates the streams or brings them to this configuration, but
// never lowers their replicas or size: one process that was started without
// the cluster's settings must not thin out everyone's. Several processes may do
// so at once; it tries again until ctx ends, since a starting cluster has no
// leader yet.
func (c *Conn) EnsureStreams(ctx context.Context, streams ...jetstream.StreamConfig) error {
	for _, s := range streams {
		err := retry(ctx, func() error { return c.ensureStream(ctx, s) })
		if err != nil {
			return fmt.Errorf("broker: stream %s: %w", s.Name, err)
		}
	}
	return nil
}

func (c *Conn) ensureStream(ctx context.Context, s jetstream.StreamConfig) error {
	have, err := c.JS.Stream(ctx, s.Name)
	switch {
	case err == nil:
		is := have.CachedInfo().Config
		s.Replicas, s.MaxBytes = max(s.Replicas, is.Replicas), max(s.MaxBytes, is.MaxBytes)
	case !errors.Is(err, jetstream.ErrStreamNotFound):
		return err
	}
	_, err = c.JS.CreateOrUpdateStream(ctx, s)
	return err
}

// EnsureBucket does the same for a key-value bucket.
func (c *Conn) EnsureBucket(ctx context.Context, cfg jetstream.KeyValueConfig) (bucket jetstream.KeyValue, err error) {
	err = retry(ctx, func() error {
		have, err := c.JS.Stream(ctx, "KV_"+cfg.Bucket)
		switch {
		case err == nil:
			is := have.CachedInfo().Config
			cfg.Replicas, cfg.MaxBytes = max(cfg.Replicas, is.Replicas), max(cfg.MaxBytes, is.MaxBytes)
		case !errors.Is(err, jetstream.ErrStreamNotFound):
			return err
		}
		bucket, err = c.JS.CreateOrUpdateKeyValue(ctx, cfg)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("broker: bucket %s: %w", cfg.Bucket, err)
	}
	return bucket, nil
}

// EnsureConsumer does the same for a durable consumer.
func (c *Conn) EnsureConsumer(ctx context.Context, stream string, cfg jetstream.ConsumerConfig) (cons jetstream.Consumer, err error) {
	err = retry(ctx, func() error {
		cons, err = c.JS.CreateOrUpdateConsumer(ctx, stream, cfg)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("broker: consumer %s: %w", cfg.Durable, err)
	}
	return cons, nil
}

// retry tries f up to thirty seconds while the error is one that time mends.
func retry(ctx context.Context, f func() error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		err := f()
		if err == nil || !Passing(err) {
			return err
		}
		if clock.Sleep(ctx, 200*time.Millisecond) != nil {
			return err
		}
	}
}

// The server's codes that nats.go does not name.
const (
	codeStoreFailed   jetstream.ErrorCode = 10077 // "maximum bytes exceeded": the stream is full
	codeNoResources   jetstream.ErrorCode = 10023 // "insufficient resources"
	codeNoStorage     jetstream.ErrorCode = 10047 // "insufficient storage resources available"
	codeDuplicateOpen jetstream.ErrorCode = 10158 // the same message ID is on its way already
)

// Passing reports whether err is a state of the connection or the cluster that
// ends by itself: no connection, no leader, no answer.
func Passing(err error) bool {
	for _, e := range []error{
		nats.ErrNoResponders, nats.ErrTimeout, nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrStaleConnection,
		nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse, context.DeadlineExceeded, io.EOF,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	if api, ok := errors.AsType[*jetstream.APIError](err); ok {
		return passingCode(api)
	}
	_, broken := errors.AsType[net.Error](err) // a write that nats.go passes on as it is
	return broken
}

// passingCode: 503 is no leader or not enough peers, but also a stream or a
// disk that is full; 429 is the server's inbound buffer.
func passingCode(e *jetstream.APIError) bool {
	switch e.ErrorCode {
	case codeStoreFailed, codeNoResources, codeNoStorage:
		return false
	case codeDuplicateOpen:
		return true
	}
	return e.Code == 503 || e.Code == 429
}
