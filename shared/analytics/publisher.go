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
	// publishTimeout bounds the wait until the stream has stored an event.
	publishTimeout = 2 * time.Second
	// bufferedEvents is how many events can wait while NATS is unavailable. It is
	// enough for a leader election of 9 s at 400 events a second.
	bufferedEvents = 4096
	// senders is how many events are sent at the same time.
	senders = 8
	// retryAfter is the pause before an event is sent again.
	retryAfter = 200 * time.Millisecond
)

// PublisherConfig configures a Publisher.
type PublisherConfig struct {
	Replicas int          // number of replicas of the stream; 0: 1
	Log      *slog.Logger // nil: discard
}

// Publisher publishes events to the stream. Only ratings wait until their event is
// stored (Send); all other events are published in the background (Emit).
type Publisher struct {
	conn           *broker.Conn
	cfg            PublisherConfig
	publishTimeout time.Duration // the constant; tests set another
	lost           losses
	missing        chan struct{} // has an element if the stream was found missing

	stop       context.CancelFunc
	background sync.WaitGroup
	senders    sync.WaitGroup

	mu     sync.RWMutex // read-locked while sending to events, locked to close it
	closed bool
	events chan Event
}

// NewPublisher returns a publisher and creates the stream if it does not exist. If
// that takes longer than three seconds, it goes on in the background: analytics
// must not delay the start of the service.
func NewPublisher(ctx context.Context, conn *broker.Conn, cfg PublisherConfig) (*Publisher, error) {
	if conn == nil {
		return nil, errors.New("analytics: a publisher needs a connection: broker.Connect")
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	background, stop := context.WithCancel(context.Background())
	p := &Publisher{
		conn: conn, cfg: cfg, publishTimeout: publishTimeout, stop: stop,
		missing: make(chan struct{}, 1), events: make(chan Event, bufferedEvents),
	}
	tried := make(chan struct{})
	p.background.Go(func() { p.keepStream(background, tried) })
	p.background.Go(func() { p.lost.reportEachMinute(background, cfg.Log) })
	for range senders {
		p.senders.Go(func() { p.drain(background) })
	}
	p.await(ctx, tried)
	return p, nil
}

// await waits for the first attempt to create the stream.
func (p *Publisher) await(ctx context.Context, tried <-chan struct{}) {
	timer := time.NewTimer(3 * time.Second)
	defer timer.Stop()
	select {
	case <-tried:
	case <-timer.C:
		p.cfg.Log.Warn("the analytics stream is not there yet")
	case <-ctx.Done():
	}
}

// Emit publishes an event in the background. It never waits. If the buffer is full
// or the event cannot be stored, it is lost, which is logged once a minute. If the
// stream's reply is lost, the event may be stored twice, with the same kind and
// request ID. A zero Time means now.
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

// Send publishes an event and waits until the stream has stored it, for at most two
// seconds. Within ReferenceTTL, events with the same message ID are stored once.
func (p *Publisher) Send(ctx context.Context, e Event, messageID string) error {
	ctx, cancel := context.WithTimeout(ctx, p.publishTimeout)
	defer cancel()
	return p.publish(ctx, e, jetstream.WithMsgID(messageID))
}

// Close publishes the events that wait, until ctx ends. The connection stays open.
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
	p.background.Wait()
	p.lost.report(p.cfg.Log)
}

// drain publishes the emitted events. It ends when Close has closed the buffer and the
// buffer is empty.
func (p *Publisher) drain(ctx context.Context) {
	for e := range p.events {
		if err := p.publish(ctx, e); err != nil {
			p.lost.add(err)
		}
	}
}

// publish tries until the stream has stored the event, ctx ends, or an error occurs
// that is not temporary.
func (p *Publisher) publish(ctx context.Context, e Event, opts ...jetstream.PublishOpt) error {
	e.Time = e.Time.UTC()
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	opts = append(opts, jetstream.WithExpectStream(Stream), jetstream.WithRetryAttempts(0))
	for {
		err := p.publishOnce(ctx, subjectEvents+string(e.Kind), data, opts)
		if err == nil || !broker.Temporary(err) {
			return err
		}
		if errors.Is(err, jetstream.ErrNoStreamResponse) {
			p.requestStream()
		}
		if clock.Sleep(ctx, retryAfter) != nil {
			return err
		}
	}
}

func (p *Publisher) publishOnce(ctx context.Context, subject string, data []byte, opts []jetstream.PublishOpt) error {
	ctx, cancel := context.WithTimeout(ctx, p.publishTimeout)
	defer cancel()
	_, err := p.conn.JS.Publish(ctx, subject, data, opts...)
	return err
}
