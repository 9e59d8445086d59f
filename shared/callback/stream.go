package callback

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/clock"
)

// Stream is the name of the stream with the events that are not delivered yet.
const Stream = "BIOM_CALLBACKS"

const (
	oldSubject = "biom.callbacks"  // of all events, in former versions
	subject    = "biom.callbacks." // <endpoint>
	consumer   = "deliver"

	streamBytes = 256 << 20 // some 400,000 events; when it is full, new ones are given up
	// perEndpoint is how many events may wait for one endpoint: a quarter of the stream, so that one
	// that is down leaves room for the others.
	perEndpoint = 100_000
	// duplicates is how long the server knows the ID of an event. An event that is queued
	// again after that is posted again.
	duplicates = 10 * time.Minute
	// ackWait is the time for one attempt. After it another api takes the event.
	ackWait = time.Minute
)

func streamConfig(cfg Config) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: Stream, Subjects: []string{oldSubject, subject + "*"}, Replicas: max(cfg.Replicas, 1),
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		MaxBytes: streamBytes, Discard: jetstream.DiscardNew, Duplicates: duplicates,
		MaxMsgsPerSubject: cfg.perEndpoint, DiscardNewPerSubject: true,
	}
}

func consumerConfig() jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: consumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: -1,
	}
}

// pending is the message of an event in the stream, sealed.
type pending struct {
	Event    Event
	Attempts int       // that failed
	First    time.Time // of the attempts; zero: none yet
	Next     time.Time // not before this time; zero: at once
}

// messageID identifies a message to the server. An attempt is published once, also if it was made twice.
func (p pending) messageID() string { return p.Event.ID + "." + strconv.Itoa(p.Attempts) }

// sealContext is the context of sealed events.
const sealContext = "event"

func (p pending) seal(s Sealer) ([]byte, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	return s.Seal(text, sealContext)
}

func openPending(s Sealer, sealed []byte) (p pending, err error) {
	text, err := s.Open(sealed, sealContext)
	if err != nil {
		return p, err
	}
	return p, json.Unmarshal(text, &p)
}

// errFull is returned by publish if too many events wait, of the endpoint or of all.
var errFull = errors.New("callback: too many callbacks wait")

// publish stores the message of an event. It tries again while the error is temporary.
func (d *Deliverer) publish(ctx context.Context, p pending) error {
	sealed, err := p.seal(d.cfg.Sealer)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, d.conn.RetryTime())
	defer cancel()
	for {
		err := d.conn.Once(ctx, func(ctx context.Context) error {
			_, err := d.conn.JS.Publish(ctx, subject+d.cfg.Sealer.Token(p.Event.User, p.Event.Endpoint), sealed,
				jetstream.WithMsgID(p.messageID()), jetstream.WithExpectStream(Stream), jetstream.WithRetryAttempts(0))
			return err
		})
		if api, ok := errors.AsType[*jetstream.APIError](err); ok && api.ErrorCode == broker.CodeStreamFull {
			return errFull
		}
		if err == nil || !broker.Temporary(err) {
			return err
		}
		if clock.Sleep(ctx, 200*time.Millisecond) != nil {
			return err
		}
	}
}
