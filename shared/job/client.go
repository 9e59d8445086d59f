package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/semaphore"

	"biom/shared/admission"
	"biom/shared/broker"
	"biom/shared/clock"
)

// ErrNotQueued is returned by [Client.Submit] if the job is certainly not in the
// queue.
var ErrNotQueued = errors.New("job: not queued")

// ErrUncertain is returned by [Client.Submit] if the job may be in the queue, but
// the server did not confirm it.
var ErrUncertain = errors.New("job: queue did not answer")

// ClientConfig configures a Client. Keys is required.
type ClientConfig struct {
	Keys    *Keyring
	Streams StreamOptions
	// Sweep is how often the client looks in the stream for results whose
	// message was lost; 0: 3 s.
	Sweep time.Duration
	// CheckTimeout is the longest time for one provider check; 0: 5 s.
	CheckTimeout time.Duration
	Version      string                // of the program, for operators
	Metrics      prometheus.Registerer // nil: nothing is shown
	Log          *slog.Logger          // nil: discard
}

// Client is the api's side of the queue. It submits jobs and passes progress and
// results to the tickets of the waiting requests. All requests share one
// subscription for progress and one for results.
type Client struct {
	id       string // identifies this process: the API of its jobs, the owner of its claims
	cfg      ClientConfig
	conn     *broker.Conn
	records  records
	requests jetstream.KeyValue
	stored   records // the same requests, to be read
	uploads  uploads
	aside    uploads // of requests whose jobs died
	batches  batches
	jobs     jetstream.Stream
	lines    map[Tier]*admission.Line
	writing  *semaphore.Weighted // bytes of the jobs that are being published

	writable  writable
	queueWait *prometheus.HistogramVec // tier
	owner     atomic.Bool              // this process has said that it owns durable requests

	subs     []*nats.Subscription
	incoming chan *nats.Msg // progress and results, in the order in which they arrived
	changed  chan *nats.Msg // records of requests that are watched
	stop     context.CancelFunc
	done     sync.WaitGroup

	mu       sync.Mutex
	waiting  map[string]*Ticket                 // request ID → the ticket of the waiting request
	claimed  map[string]int                     // request ID → how often this process has claimed the request without leaving it
	watching map[*nats.Subscription]chan *Claim // → where the records go that the subscription gets
}

// incomingBuffer is how many messages may wait for dispatch. If it is full, NATS
// drops further messages; the sweep finds the results among them, and who watches a record reads it now and then.
const incomingBuffer = 16 << 10

// NewClient returns a Client whose subscriptions are active. It creates the
// streams, the consumers and the bucket that do not exist.
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
	if cfg.CheckTimeout == 0 {
		cfg.CheckTimeout = defaultCheckTimeout
	}
	c := &Client{
		id: nuid.Next(), cfg: cfg, conn: conn, waiting: map[string]*Ticket{}, claimed: map[string]int{}, watching: map[*nats.Subscription]chan *Claim{},
		incoming: make(chan *nats.Msg, incomingBuffer), changed: make(chan *nats.Msg, incomingBuffer),
		writing: semaphore.NewWeighted(maxWriting), writable: writable{log: cfg.Log},
	}
	if err := c.setUp(ctx); err != nil {
		return nil, err
	}
	background, stop := context.WithCancel(context.Background())
	c.stop = stop
	c.done.Go(func() { c.dispatch(background) })
	c.done.Go(func() { c.dispatchChanges(background) })
	c.done.Go(func() { c.sweep(background) })
	c.done.Go(func() { c.watchQueue(background) })
	c.done.Go(func() { c.probe(background) })
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
	if c.uploads, err = newUploads(ctx, c.conn, c.cfg.Keys, StreamUploads); err != nil {
		return err
	}
	if c.aside, err = newUploads(ctx, c.conn, c.cfg.Keys, StreamAside); err != nil {
		return err
	}
	batches, err := c.conn.AwaitStream(ctx, StreamBatches)
	if err != nil {
		return err
	}
	c.batches.conn, c.batches.keys, c.batches.stream = c.conn, c.cfg.Keys, batches
	if c.requests, err = c.conn.EnsureBucket(ctx, requestsBucket(c.cfg.Streams)); err != nil {
		return err
	}
	if c.stored, err = newStoredRequests(ctx, c.conn); err != nil {
		return err
	}
	if c.jobs, err = c.conn.AwaitStream(ctx, StreamJobs); err != nil {
		return err
	}
	c.lines = map[Tier]*admission.Line{}
	for _, tier := range tiers {
		if _, err := c.conn.EnsureConsumer(ctx, StreamJobs, consumer(tier, c.cfg.Streams)); err != nil {
			return err
		}
		c.lines[tier] = admission.New()
	}
	if err := c.registerMetrics(c.cfg.Metrics); err != nil {
		return err
	}
	if err := c.subscribe(); err != nil {
		return err
	}
	return c.conn.Once(ctx, c.conn.NATS.FlushWithContext)
}

func newRecords(ctx context.Context, conn *broker.Conn) (records, error) {
	stream, err := conn.AwaitStream(ctx, StreamResults)
	return records{conn, stream}, err
}

// subscribe subscribes to progress and results, into one channel: so a result
// cannot overtake progress that was published before it.
func (c *Client) subscribe() error {
	for _, prefix := range []string{subjectProgress, subjectDone} {
		sub, err := c.conn.NATS.ChanSubscribe(prefix+c.id+".*", c.incoming)
		if err != nil {
			return err
		}
		c.subs = append(c.subs, sub)
	}
	alive, err := c.conn.NATS.Subscribe(subjectAlive+c.id, func(m *nats.Msg) {
		if c.worksOn(string(m.Data)) {
			_ = m.Respond(nil)
		} else {
			_ = m.Respond(hasLeft)
		}
	})
	if err != nil {
		return err
	}
	status, err := answerStatus(c.conn, c.describe)
	c.subs = append(c.subs, alive, status)
	return err
}

// dispatch passes incoming messages to the tickets until ctx ends. It never waits
// for the reader of a ticket.
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

// Close ends the subscriptions. Open tickets receive nothing more.
func (c *Client) Close() {
	c.stop()
	for _, s := range c.subs {
		_ = s.Unsubscribe() // fails only if the connection is closed, and then there is nothing to end
	}
	c.done.Wait()
}

// watchEvery is the time between two looks whether the queue answers, and how long each look waits.
const watchEvery = time.Second

// watchQueue suspends the lines while the queue does not answer. It asks only while jobs wait for
// their turn.
func (c *Client) watchQueue(ctx context.Context) {
	suspended := false
	for clock.Sleep(ctx, watchEvery) == nil {
		waiting := 0
		for _, l := range c.lines {
			waiting += l.Waiting()
		}
		if waiting == 0 && !suspended {
			continue
		}
		suspended = !c.queueAnswers(ctx)
		for _, l := range c.lines {
			l.Suspend(suspended)
		}
	}
}

func (c *Client) queueAnswers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, watchEvery)
	defer cancel()
	_, err := c.jobs.Info(ctx)
	return err == nil
}

// Join puts a job that will be submitted into the line of its caller's jobs. The api waits for
// the place's turn, submits the job with it, and leaves the place in the end.
func (c *Client) Join(caller string, h Header) *admission.Place {
	return c.lines[h.Tier].Join(caller, string(h.CallerKind), h.Work, h.Deadline.Sub(h.Accepted))
}

// Submit puts a job into the queue and returns the ticket that receives its
// progress and result. It sets j.API and j.Caller. Its errors wrap ErrNotQueued or
// ErrUncertain. After ErrUncertain the job may run nevertheless; [Client.Abandon]
// ends it and tells whether it was started.
func (c *Client) Submit(ctx context.Context, j Job) (*Ticket, error) {
	j.API = c.id
	if j.Place != nil {
		j.Caller = c.cfg.Keys.mac("caller", j.Place.Caller())[:callerTokenSize]
	}
	msg, err := j.seal(c.cfg.Keys)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotQueued, err)
	}
	t := c.register(j)
	if t.sequence, err = c.publish(ctx, j.Header, msg); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

// callerTokenSize is the number of hexadecimal digits of [Header.Caller]: enough that no two of
// the callers of a day share one.
const callerTokenSize = 24

// maxWriting is how many bytes of jobs are published at once. All jobs go through one
// connection, and the server holds each job several times until it is stored, so more
// would only take memory, and the last ones would time out behind the others.
const maxWriting = 32 << 20

// publish stores the message of a job and returns its sequence number in the stream.
func (c *Client) publish(parent context.Context, h Header, msg []byte) (sequence uint64, err error) {
	size := min(int64(len(msg)), maxWriting)
	if err := c.writing.Acquire(parent, size); err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNotQueued, err)
	}
	defer c.writing.Release(size)
	ctx, cancel := context.WithTimeout(parent, c.conn.RetryTime())
	defer cancel()
	maybeStored := false // a try may have reached the server
	for wait := 200 * time.Millisecond; ; wait *= 2 {
		err := c.conn.Once(ctx, func(ctx context.Context) error {
			ack, err := c.conn.JS.PublishMsg(ctx, &nats.Msg{Subject: subjectJobs + string(h.Tier), Header: headersOf(parent), Data: msg},
				jetstream.WithMsgID(h.ID), jetstream.WithExpectStream(StreamJobs), jetstream.WithRetryAttempts(0))
			if err == nil {
				sequence = ack.Sequence
			}
			return err
		})
		if err == nil {
			c.writable.note(nil)
			return sequence, nil
		}
		maybeStored = maybeStored || !Refused(err)
		if !broker.Temporary(err) || clock.Sleep(ctx, wait) != nil {
			if parent.Err() == nil { // else it was the caller who gave up
				c.writable.note(err)
			}
			if maybeStored {
				return 0, fmt.Errorf("%w: %w", ErrUncertain, err)
			}
			return 0, fmt.Errorf("%w: %w", ErrNotQueued, err)
		}
	}
}

// Refused reports whether err means that the server certainly stored nothing: it
// refused the message, no server had the stream, or nothing was sent.
func Refused(err error) bool {
	_, refusal := errors.AsType[*jetstream.APIError](err)
	return refusal || errors.Is(err, nats.ErrNoResponders) || errors.Is(err, jetstream.ErrNoStreamResponse) ||
		errors.Is(err, nats.ErrConnectionReconnecting) || errors.Is(err, nats.ErrReconnectBufExceeded) ||
		errors.Is(err, nats.ErrMaxPayload)
}

// Fate is what [Client.Fate], [Client.Abandon] and [Client.Withdraw] find out about a job.
type Fate struct {
	Result  *Result // nil: the job has not ended with a result
	Started bool    // a provider call was started: the charge stands
}

// Fate returns what is known of a job of any api process, and changes nothing. The job may
// still be started, and may still end with a result.
func (c *Client) Fate(ctx context.Context, h Header) (Fate, error) {
	result, err := c.StoredResult(ctx, h)
	if err != nil {
		return Fate{}, err
	}
	if result != nil {
		return Fate{Result: result, Started: result.Started}, nil
	}
	started, _, err := c.records.readStarted(ctx, h.ID)
	return Fate{Started: started.Started}, err
}

// Abandon ends a job whose caller does not wait any more. After it returns nil, no
// provider call of the job is started any more, and a running one is cancelled.
// After an error the fate of the job is unknown: try again. If h.API is empty,
// the job is one of this client.
func (c *Client) Abandon(ctx context.Context, h Header) (Fate, error) {
	if h.API == "" {
		h.API = c.id
	}
	result, err := c.StoredResult(ctx, h)
	if err != nil {
		return Fate{}, err
	}
	if result != nil {
		return Fate{Result: result, Started: result.Started}, nil
	}
	wasStarted, err := c.records.end(ctx, h.ID)
	if err != nil {
		return Fate{}, err
	}
	_ = c.conn.NATS.Publish(subjectCancel+h.ID, nil) // if this message is lost, the deadline ends the provider call
	c.unqueue(ctx, h.ID)
	return Fate{Started: wasStarted}, nil
}

// Withdraw ends a job of any api process unless a provider call was started: then, or if it has a
// result, the job is left as it is. After an error it may have been ended.
func (c *Client) Withdraw(ctx context.Context, h Header) (Fate, error) {
	fate, err := c.Fate(ctx, h)
	if err != nil || fate.Result != nil || fate.Started {
		return fate, err
	}
	fate.Started, err = c.records.endUnstarted(ctx, h.ID)
	return fate, err
}

// unqueue deletes the message of a job that was given up while it waited in the queue. If that
// fails, the worker that takes the job finds out that it has ended.
func (c *Client) unqueue(ctx context.Context, id string) {
	t := c.lookup(id)
	if t == nil || t.sequence == 0 || t.taken.Load() {
		return
	}
	_ = c.conn.Once(ctx, func(ctx context.Context) error { return c.jobs.DeleteMsg(ctx, t.sequence) })
}

// Forecast reports whether a new job of a caller with the header h would wait so long that it
// could not end before its deadline, and if so after which time the caller should try again.
func (c *Client) Forecast(caller string, h Header) (retryAfter time.Duration, overloaded bool) {
	return c.lines[h.Tier].Forecast(caller, h.Work, h.Deadline.Sub(h.Accepted))
}

// StoredResult returns the stored result of a job of any api process, or nil if there
// is none yet.
func (c *Client) StoredResult(ctx context.Context, h Header) (*Result, error) {
	data, err := c.records.readResult(ctx, h.API, h.ID)
	if err != nil || data == nil {
		return nil, err
	}
	r, err := openResult(c.cfg.Keys, h.API, h.ID, data)
	if err != nil {
		return nil, err
	}
	return &r, nil
}

func (c *Client) onProgress(id string, data []byte) {
	e := new(Event)
	if t := c.lookup(id); t != nil && json.Unmarshal(data, e) == nil {
		t.advance(e.Stage)
		t.deliverProgress(e)
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
	t.deliverResult(r)
}
