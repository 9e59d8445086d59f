package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"biom/shared/broker"
	"biom/shared/clock"
)

// ErrNotQueued says that a job is certainly not in the queue.
var ErrNotQueued = errors.New("job: not queued")

// ErrUncertain says that a job may be in the queue although no answer came.
var ErrUncertain = errors.New("job: queue did not answer")

// ClientConfig configures a Client. Keys is required.
type ClientConfig struct {
	Keys    *Keyring
	Streams StreamOptions
	// Sweep is how often the stored results are asked for requests that have
	// heard nothing, because a message on its way was lost; 0: 3 s.
	Sweep time.Duration
	Log   *slog.Logger // nil: discard
}

// Client is the api's side of the queue: it submits jobs and hands what
// workers say to whoever waits for it. One subscription for progress and one
// for results serve all requests.
type Client struct {
	id      string
	cfg     ClientConfig
	conn    *broker.Conn
	records records
	repeats jetstream.KeyValue
	backlog map[Tier]*backlog

	subs     []*nats.Subscription
	incoming chan *nats.Msg // progress and results, in the order of their arrival
	stop     context.CancelFunc
	done     sync.WaitGroup

	mu      sync.Mutex
	waiting map[string]*Ticket // request ID → who waits
}

// incomingBuffer is how many messages may wait to be dispatched. Of more, NATS
// drops the newest; a result among them is found by the sweep.
const incomingBuffer = 16 << 10

// NewClient creates the streams where they are missing, subscribes, and
// returns once the subscriptions stand.
func NewClient(ctx context.Context, conn *broker.Conn, cfg ClientConfig) (*Client, error) {
	if cfg.Keys == nil {
		return nil, errors.New("job: ClientConfig.Keys is required: BIOM_JOB_KEY")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Sweep == 0 {
		cfg.Sweep = 3 * time.Second
	}
	c := &Client{
		id: nuid.Next(), cfg: cfg, conn: conn, waiting: map[string]*Ticket{},
		incoming: make(chan *nats.Msg, incomingBuffer),
	}
	if err := c.setUp(ctx); err != nil {
		return nil, err
	}
	background, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.done.Go(func() { c.dispatch(background) })
	c.done.Go(func() { c.sweep(background) })
	for _, b := range c.backlog {
		c.done.Go(func() { b.watch(background) })
	}
	conn.OnReconnect(func() { c.collect(background) })
	return c, nil
}

func (c *Client) setUp(ctx context.Context) (err error) {
	if err := c.conn.EnsureStreams(ctx, streams(c.cfg.Streams)...); err != nil {
		return err
	}
	if c.records, err = newRecords(ctx, c.conn); err != nil {
		return err
	}
	if c.repeats, err = c.conn.EnsureBucket(ctx, repeatsBucket(c.cfg.Streams)); err != nil {
		return err
	}
	c.backlog = map[Tier]*backlog{}
	for _, tier := range []Tier{Standard, Slow} {
		cons, err := c.conn.EnsureConsumer(ctx, StreamJobs, consumer(tier))
		if err != nil {
			return err
		}
		c.backlog[tier] = &backlog{consumer: cons}
	}
	if err := c.subscribe(); err != nil {
		return err
	}
	return once(ctx, c.conn.NATS.FlushWithContext)
}

func newRecords(ctx context.Context, conn *broker.Conn) (records, error) {
	stream, err := conn.JS.Stream(ctx, StreamResults)
	return records{conn.JS, stream}, err
}

// subscribe has both subjects delivered into one channel: a result must not
// overtake the progress that was published before it.
func (c *Client) subscribe() error {
	for _, prefix := range []string{subjectProgress, subjectDone} {
		sub, err := c.conn.NATS.ChanSubscribe(prefix+c.id+".*", c.incoming)
		if err != nil {
			return err
		}
		c.subs = append(c.subs, sub)
	}
	sub, err := c.conn.NATS.Subscribe(subjectAlive+c.id, func(m *nats.Msg) { _ = m.Respond(nil) })
	c.subs = append(c.subs, sub)
	return err
}

// dispatch hands what comes in to whoever waits for it, until ctx ends. It
// never waits for a reader.
func (c *Client) dispatch(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-c.incoming:
			id := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
			if strings.HasPrefix(m.Subject, subjectProgress) {
				c.onProgress(id, m.Data)
			} else {
				c.onResult(id, m.Data)
			}
		}
	}
}

// Close ends the subscriptions. Tickets that are still open get no more.
func (c *Client) Close() {
	c.stop()
	for _, s := range c.subs {
		_ = s.Unsubscribe() // the connection may be gone already
	}
	c.done.Wait()
}

// Submit queues a job and returns where its progress and result arrive. It
// sets j.API. On an error wrapping ErrUncertain the job may run all the same:
// only Abandon tells.
func (c *Client) Submit(ctx context.Context, j Job) (*Ticket, error) {
	j.API = c.id
	msg, err := j.seal(c.cfg.Keys)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotQueued, err)
	}
	t := c.register(j.Header)
	if err := c.publish(ctx, j.Header, msg); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// publishFor is how long a publish is tried again: a leader election takes 4
// to 9 s.
const publishFor = 9 * time.Second

func (c *Client) publish(ctx context.Context, h Header, msg []byte) error {
	ctx, cancel := context.WithTimeout(ctx, publishFor)
	defer cancel()
	sent := false // whether a try may have reached the server
	for wait := 200 * time.Millisecond; ; wait *= 2 {
		err := once(ctx, func(ctx context.Context) error {
			_, err := c.conn.JS.Publish(ctx, subjectJobs+string(h.Tier), msg,
				jetstream.WithMsgID(h.ID), jetstream.WithExpectStream(StreamJobs), jetstream.WithRetryAttempts(0))
			return err
		})
		if err == nil {
			return nil
		}
		sent = sent || !refused(err)
		if !broker.Passing(err) || clock.Sleep(ctx, wait) != nil {
			if sent {
				return fmt.Errorf("%w: %w", ErrUncertain, err)
			}
			return fmt.Errorf("%w: %w", ErrNotQueued, err)
		}
	}
}

// refused reports whether err means that the server stored nothing: it said
// so, nobody listened, or nothing was sent.
func refused(err error) bool {
	_, said := errors.AsType[*jetstream.APIError](err)
	return said || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, nats.ErrConnectionReconnecting) || errors.Is(err, nats.ErrReconnectBufExceeded) ||
		errors.Is(err, nats.ErrMaxPayload)
}

// Fate is how a job stood when it was abandoned.
type Fate struct {
	Result  *Result // it has ended in time after all
	Started bool    // a provider call was started: the charge stands
}

// Abandon ends a job, of this api if its header names none, for its caller.
// Afterwards no provider call is started,
// and one that runs is aborted. An error leaves the job's fate open: try again.
func (c *Client) Abandon(ctx context.Context, h Header) (Fate, error) {
	if h.API == "" {
		h.API = c.id
	}
	r, err := c.Stored(ctx, h)
	if err != nil {
		return Fate{}, err
	}
	if r != nil {
		return Fate{Result: r, Started: r.Started}, nil
	}
	wasStarted, err := c.records.end(ctx, h.ID)
	if err != nil {
		return Fate{}, err
	}
	_ = c.conn.NATS.Publish(subjectCancel+h.ID, nil) // if it is lost, the deadline ends the call
	return Fate{Started: wasStarted}, nil
}

// Overloaded reports whether what already waits in tier's queue would take
// longer than limit, and when it is worth coming back.
func (c *Client) Overloaded(tier Tier, limit time.Duration) (time.Duration, bool) {
	return c.backlog[tier].overloaded(limit)
}

func (c *Client) onProgress(id string, data []byte) {
	var e Event
	if t := c.lookup(id); t != nil && json.Unmarshal(data, &e) == nil {
		t.progress(e)
	}
}

func (c *Client) onResult(id string, data []byte) {
	t := c.lookup(id)
	if t == nil {
		return
	}
	r, err := openResult(c.cfg.Keys, c.id, id, data)
	if err != nil {
		c.cfg.Log.Error("a result cannot be read", "request_id", id, "error", err)
		return
	}
	t.finish(r)
}
