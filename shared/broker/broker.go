// Package broker opens the connection to NATS, creates streams, buckets and
// consumers on it, and runs the NATS server that biom embeds on a single machine.
package broker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

// Config configures a connection. Either URL or Embedded is required.
type Config struct {
	URL        string        // comma separated nats:// URLs; ignored if Embedded is set
	Embedded   *Embedded     // the server in this process to connect to
	Name       string        // the connection's name in the server's monitoring
	MinPayload int           // the size in bytes of the largest message that will be sent; 0: not checked
	Wait       time.Duration // how long to wait for the first connection; 0: 30 s
	// RequestTimeout limits one request to the server: see [Conn.Once]; 0: 3 s.
	RequestTimeout time.Duration
	Log            *slog.Logger // nil: discard
}

// Conn is a connection to NATS that reconnects by itself. While it is
// disconnected, a publish fails at once and is not buffered: every publisher
// has a deadline and must learn in time that its message was not sent.
type Conn struct {
	NATS *nats.Conn
	JS   jetstream.JetStream

	requestTimeout time.Duration
	log            *slog.Logger

	mu          sync.Mutex
	onReconnect []func()
}

// Connect connects to a NATS server. It returns an error if no server answers
// within cfg.Wait, or if the server does not accept messages of cfg.MinPayload bytes.
func Connect(ctx context.Context, cfg Config) (*Conn, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Wait == 0 {
		cfg.Wait = 30 * time.Second
	}
	c := &Conn{requestTimeout: cmp.Or(cfg.RequestTimeout, defaultRequestTimeout), log: cfg.Log}
	nc, err := nats.Connect(cfg.URL, c.options(cfg)...)
	if invalid, ok := errors.AsType[*url.Error](err); ok {
		err = fmt.Errorf("BIOM_NATS_URL is no URL: %w", invalid.Err) // does not quote the URL: it may hold a password
	}
	if err != nil {
		return nil, fmt.Errorf("broker: %w", err)
	}
	c.NATS = nc
	if err := c.awaitServer(ctx, cfg); err != nil {
		nc.Close()
		return nil, err
	}
	if c.JS, err = jetstream.New(nc, jetstream.WithDefaultTimeout(c.requestTimeout)); err != nil {
		nc.Close()
		return nil, fmt.Errorf("broker: %w", err)
	}
	return c, nil
}

// Once calls request with a context that ends after the request timeout. The
// caller's own deadline may be much later; a lost request must be given up, so that
// it can be sent again, well before that deadline.
func (c *Conn) Once(ctx context.Context, request func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.requestTimeout)
	defer cancel()
	return request(ctx)
}

// RetryTime is how long a write is sent again while the server does not store it: as long as three requests
// may take. By default that is 9 s; the election of a new leader takes 4 to 9 s.
func (c *Conn) RetryTime() time.Duration { return 3 * c.requestTimeout }

const (
	defaultRequestTimeout = 3 * time.Second
	// writeTimeout limits a write to a server that has stopped reading. Large
	// messages are written while the connection is locked, so everything else
	// on the connection waits for such a write.
	writeTimeout = 3 * time.Second
)

func (c *Conn) options(cfg Config) []nats.Option {
	opts := []nats.Option{
		nats.Name(cfg.Name),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(250 * time.Millisecond),
		nats.ReconnectBufSize(-1),
		nats.PingInterval(5 * time.Second), // with two outstanding pings: a half-open connection is noticed after 10 s
		nats.MaxPingsOutstanding(2),
		nats.FlusherTimeout(writeTimeout),
		nats.IgnoreAuthErrorAbort(), // a server may load its credentials a moment after it starts
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
		return append(opts, nats.InProcessServer(cfg.Embedded))
	}
	return append(opts, nats.CustomInboxPrefix(inboxPrefix(cfg.URL)))
}

// inboxPrefix returns the subject under which this process gets the replies to its requests. It holds
// the user's name, so that the servers can let each user subscribe to its own replies alone.
func inboxPrefix(urls string) string {
	first, _, _ := strings.Cut(urls, ",")
	u, err := url.Parse(strings.TrimSpace(first))
	if err != nil || u.User == nil || !token.MatchString(u.User.Username()) {
		return "_INBOX"
	}
	return "_INBOX." + u.User.Username()
}

// token matches the names that may stand in a subject as they are.
var token = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// awaitServer waits until a server answers and checks its largest message.
func (c *Conn) awaitServer(ctx context.Context, cfg Config) error {
	ctx, cancel := context.WithTimeout(ctx, cfg.Wait)
	defer cancel()
	// Flush succeeds only if a server answers.
	for c.NATS.FlushWithContext(ctx) != nil {
		if clock.Sleep(ctx, 50*time.Millisecond) != nil {
			return errors.New("broker: no NATS server answered within " + cfg.Wait.String() +
				"; check BIOM_NATS_URL and that the server runs")
		}
	}
	if maxPayload := c.NATS.MaxPayload(); maxPayload < int64(cfg.MinPayload) {
		return fmt.Errorf("broker: the NATS server takes messages of at most %d bytes, but uploads need %d; "+
			"raise max_payload in its configuration or lower BIOM_MAX_UPLOAD", maxPayload, cfg.MinPayload)
	}
	return nil
}

// OnReconnect registers f to be called after every reconnect. Messages that other
// clients published on plain NATS (not on a stream) in the meantime are lost.
func (c *Conn) OnReconnect(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.onReconnect = append(c.onReconnect, f)
}

func (c *Conn) reconnected() {
	c.mu.Lock()
	callbacks := slices.Clone(c.onReconnect)
	c.mu.Unlock()
	for _, f := range callbacks {
		f()
	}
}

// Close closes the connection at once.
func (c *Conn) Close() { c.NATS.Close() }

// EnsureStreams creates the streams, or updates them to the given
// configuration. It never lowers the replicas or the size of a stream: a process
// that was started without the cluster's settings must not change the stream of
// all others. Several processes may call it at the same time. It retries for up
// to 30 s, because a cluster that is starting has no leader yet.
func (c *Conn) EnsureStreams(ctx context.Context, streams ...jetstream.StreamConfig) error {
	for _, s := range streams {
		err := retry(ctx, func() error { return spreading(c.ensureStream(ctx, s)) })
		if err != nil {
			return fmt.Errorf("broker: stream %s: %w", s.Name, err)
		}
	}
	return nil
}

func (c *Conn) ensureStream(ctx context.Context, s jetstream.StreamConfig) error {
	if err := c.keepSize(ctx, s.Name, &s.Replicas, &s.MaxBytes); err != nil {
		return err
	}
	// A stream that is already so is left alone: an update would make the servers write and
	// agree on what they have.
	_, err := c.JS.CreateStream(ctx, s)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
		_, err = c.JS.UpdateStream(ctx, s)
	}
	return err
}

// keepSize raises replicas and maxBytes to those of the stream, if it exists.
func (c *Conn) keepSize(ctx context.Context, stream string, replicas *int, maxBytes *int64) error {
	existing, err := c.JS.Stream(ctx, stream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	cfg := existing.CachedInfo().Config
	*replicas, *maxBytes = max(*replicas, cfg.Replicas), max(*maxBytes, cfg.MaxBytes)
	return nil
}

// EnsureBucket creates or updates a key-value bucket. It follows the rules of
// [Conn.EnsureStreams].
func (c *Conn) EnsureBucket(ctx context.Context, cfg jetstream.KeyValueConfig) (bucket jetstream.KeyValue, err error) {
	err = retry(ctx, func() error {
		// JetStream stores a bucket in a stream of this name.
		if err := c.keepSize(ctx, "KV_"+cfg.Bucket, &cfg.Replicas, &cfg.MaxBytes); err != nil {
			return err
		}
		bucket, err = c.JS.CreateKeyValue(ctx, cfg)
		if errors.Is(err, jetstream.ErrBucketExists) {
			bucket, err = c.JS.UpdateKeyValue(ctx, cfg)
		}
		return spreading(err)
	})
	if err != nil {
		return nil, fmt.Errorf("broker: bucket %s: %w", cfg.Bucket, err)
	}
	return bucket, nil
}

// EnsureConsumer creates or updates a durable consumer of a stream. It retries
// like [Conn.EnsureStreams].
func (c *Conn) EnsureConsumer(ctx context.Context, stream string, cfg jetstream.ConsumerConfig) (cons jetstream.Consumer, err error) {
	err = retry(ctx, func() error {
		cons, err = c.JS.CreateOrUpdateConsumer(ctx, stream, cfg)
		return spreading(err)
	})
	if err != nil {
		return nil, fmt.Errorf("broker: consumer %s: %w", cfg.Durable, err)
	}
	return cons, nil
}

// AwaitStream waits until a stream exists, without a limit: another process makes it.
func (c *Conn) AwaitStream(ctx context.Context, name string) (s jetstream.Stream, err error) {
	err = c.await(ctx, "stream "+name, func() error {
		s, err = c.JS.Stream(ctx, name)
		return err
	})
	return s, err
}

// AwaitConsumer waits like [Conn.AwaitStream] until a durable consumer exists.
func (c *Conn) AwaitConsumer(ctx context.Context, stream, name string) (cons jetstream.Consumer, err error) {
	err = c.await(ctx, "consumer "+name, func() error {
		cons, err = c.JS.Consumer(ctx, stream, name)
		return err
	})
	return cons, err
}

// awaitEvery is the time between two looks whether something exists.
const awaitEvery = 500 * time.Millisecond

func (c *Conn) await(ctx context.Context, what string, look func() error) error {
	for logged := false; ; logged = true {
		err := retry(ctx, look)
		if !errors.Is(err, jetstream.ErrStreamNotFound) && !errors.Is(err, jetstream.ErrConsumerNotFound) {
			if err != nil {
				err = fmt.Errorf("broker: %s: %w", what, err)
			}
			return err
		}
		if !logged {
			c.log.Info("waiting for an api to make the queue", "missing", what)
		}
		if err := clock.Sleep(ctx, awaitEvery); err != nil {
			return err
		}
	}
}

// spreading makes an error temporary that says that a stream does not exist, which this process or another
// one has just made: not every server of a cluster knows it at once.
func spreading(err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return fmt.Errorf("%w (%w)", err, errSpreading)
	}
	return err
}

var errSpreading = errors.New("not every server knows it yet")

// retry calls f until it succeeds, for up to 30 s. It returns the error at once
// if waiting does not help: see [Temporary].
func retry(ctx context.Context, f func() error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		err := f()
		if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.ErrorCode == codeNoStorage {
			return fmt.Errorf("%w; raise max_file_store of the NATS servers, or lower BIOM_QUEUE_BYTES", err)
		}
		if err == nil || !Temporary(err) {
			return err
		}
		if clock.Sleep(ctx, 200*time.Millisecond) != nil {
			return err
		}
	}
}

// Error codes of the NATS server for which nats.go has no constants.
const (
	// CodeStreamFull refuses a message: the stream has reached its size.
	CodeStreamFull    jetstream.ErrorCode = 10077 // "maximum bytes exceeded"
	codeNoResources   jetstream.ErrorCode = 10023 // "insufficient resources"
	codeNoStorage     jetstream.ErrorCode = 10047 // "insufficient storage resources available"
	codeDuplicateOpen jetstream.ErrorCode = 10158 // a message with the same ID is being stored
)

// Temporary reports whether err is temporary, so that the same request may succeed
// later: there is no connection, no leader or no answer.
func Temporary(err error) bool {
	for _, temporary := range []error{
		nats.ErrNoResponders, nats.ErrTimeout, nats.ErrConnectionReconnecting, nats.ErrDisconnected, nats.ErrStaleConnection,
		nats.ErrReconnectBufExceeded, jetstream.ErrNoStreamResponse, context.DeadlineExceeded, io.EOF, errSpreading,
	} {
		if errors.Is(err, temporary) {
			return true
		}
	}
	if api, ok := errors.AsType[*jetstream.APIError](err); ok {
		return temporaryCode(api)
	}
	_, network := errors.AsType[net.Error](err) // nats.go does not wrap the error of a failed write
	return network
}

// temporaryCode reports whether a JetStream error is temporary. Status 503 means
// that a leader or peers are missing, but also that a stream or a disk is full,
// which is not temporary. Status 429 means that the server's inbound buffer is full.
func temporaryCode(e *jetstream.APIError) bool {
	switch e.ErrorCode {
	case CodeStreamFull, codeNoResources, codeNoStorage:
		return false
	case codeDuplicateOpen:
		return true
	}
	return e.Code == 503 || e.Code == 429
}
