package analytics

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/clock"
)

const (
	// answerWithin is how long an event may take until it is stored.
	answerWithin = 2 * time.Second
	// buffered is how many events wait while NATS is away; a leader election of
	// 9 s at 400 a second.
	buffered = 4096
	// senders is how many events are on their way at once.
	senders = 8
	// retryAfter is the pause before an event is sent again.
	retryAfter = 200 * time.Millisecond
)

// PublisherConfig configures a Publisher.
type PublisherConfig struct {
	Replicas int          // of the stream; 0: 1
	Log      *slog.Logger // nil: discard
}

// Publisher publishes events to the stream. No request waits for one, but for
// a rating.
type Publisher struct {
	conn    *broker.Conn
	cfg     PublisherConfig
	lost    losses
	missing chan struct{} // holds one: somebody found no stream

	stop    context.CancelFunc
	keepers sync.WaitGroup
	senders sync.WaitGroup

	mu     sync.RWMutex // held to read by who sends to events
	closed bool
	events chan Event
}

// NewPublisher makes sure that the stream is there. If it cannot be made within
// three seconds, that goes on in the background: analytics hold up nothing.
func NewPublisher(ctx context.Context, conn *broker.Conn, cfg PublisherConfig) (*Publisher, error) {
	if conn == nil {
		return nil, errors.New("analytics: a publisher needs a connection: broker.Connect")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	background, stop := context.WithCancel(context.Background())
	p := &Publisher{conn: conn, cfg: cfg, stop: stop, missing: make(chan struct{}, 1), events: make(chan Event, buffered)}
	tried := make(chan struct{})
	p.keepers.Go(func() { p.keepStream(background, tried) })
	p.keepers.Go(func() { p.lost.tellEachMinute(background, cfg.Log) })
	for range senders {
		p.senders.Go(func() { p.drain(background) })
	}
	p.await(ctx, tried)
	return p, nil
}

func (p *Publisher) await(ctx context.Context, tried <-chan struct{}) {
	late := time.NewTimer(3 * time.Second)
	defer late.Stop()
	select {
	case <-tried:
	case <-late.C:
		p.cfg.Log.Warn("the analytics stream is not there yet")
	case <-ctx.Done():
	}
}

// Emit publishes an event soon. It never waits: what finds no room, or cannot
// be stored, is lost, which the log says once a minute. An event whose answer
// was lost may be stored again; kind and request ID are the same. A zero Time
// means now.
func (p *Publisher) Emit(e Event) {
	if e.Time.IsZero() {
		e.Time = time.Now()
	}
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		p.lost.add(errClosed)
		return
	}
	select {
	case p.events <- e:
	default:
		p.lost.add(errFull)
	}
}

// Send publishes an event and returns nil once the stream has it, within two
// seconds. Events with the same message ID within ReferenceTTL are one.
func (p *Publisher) Send(ctx context.Context, e Event, messageID string) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	return p.publish(ctx, e, jetstream.WithMsgID(messageID))
}

// Close publishes what waits, until ctx ends. The connection stays open.
func (p *Publisher) Close(ctx context.Context) {
	p.mu.Lock()
	if !p.closed {
		p.closed = true
		close(p.events)
	}
	p.mu.Unlock()
	defer context.AfterFunc(ctx, p.stop)()
	p.senders.Wait()
	p.stop()
	p.keepers.Wait()
	p.lost.tell(p.cfg.Log)
}

func (p *Publisher) drain(ctx context.Context) {
	for e := range p.events {
		if err := p.publish(ctx, e); err != nil {
			p.lost.add(err)
		}
	}
}

// publish tries until the stream has the event, ctx ends, or the server says
// what time does not mend.
func (p *Publisher) publish(ctx context.Context, e Event, opts ...jetstream.PublishOpt) error {
	e.Time = e.Time.UTC()
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	opts = append(opts, jetstream.WithExpectStream(Stream), jetstream.WithRetryAttempts(0))
	for {
		err := p.once(ctx, subjectEvents+string(e.Kind), data, opts)
		if err == nil || !broker.Passing(err) {
			return err
		}
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			p.askForStream()
		}
		if clock.Sleep(ctx, retryAfter) != nil {
			return err
		}
	}
}

func (p *Publisher) once(ctx context.Context, subject string, data []byte, opts []jetstream.PublishOpt) error {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	_, err := p.conn.JS.Publish(ctx, subject, data, opts...)
	return err
}
