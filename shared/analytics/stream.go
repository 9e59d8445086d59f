package analytics

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

// Stream is the name of the stream that stores the events for 30 days, with the
// subjects biom.analytics.<kind>.
const Stream = "BIOM_ANALYTICS"

const subjectEvents = "biom.analytics." // <kind>

const (
	streamAge   = 30 * 24 * time.Hour
	streamBytes = 512 << 20 // over a million events; when it is full, the oldest are deleted
)

func streamConfig(replicas int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: Stream, Subjects: []string{subjectEvents + ">"}, Replicas: max(replicas, 1),
		Storage: jetstream.FileStorage, MaxAge: streamAge, MaxBytes: streamBytes, Discard: jetstream.DiscardOld,
		// A rating may be repeated for that long. The server keeps the message IDs of
		// that time in memory, so only ratings have one.
		Duplicates: ReferenceTTL,
	}
}

// keepStream creates the stream, and creates it again when a sender finds that it is
// missing. It closes tried after the first attempt.
func (p *Publisher) keepStream(ctx context.Context, tried chan<- struct{}) {
	p.createStream(ctx, tried)
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.missing:
			p.createStream(ctx, nil)
		}
		_ = clock.Sleep(ctx, time.Second) // do not create it too often
	}
}

// createStream tries until it succeeds or ctx ends. Unless tried is nil, it closes
// tried after the first attempt.
func (p *Publisher) createStream(ctx context.Context, tried chan<- struct{}) {
	for wait := time.Second; ; wait = min(2*wait, 10*time.Second) {
		err := p.conn.EnsureStreams(ctx, streamConfig(p.cfg.Replicas))
		if tried != nil {
			close(tried)
			tried = nil
		}
		if err == nil || ctx.Err() != nil {
			return
		}
		p.cfg.Log.Warn("the analytics stream cannot be made; it is tried again", "error", err)
		_ = clock.Sleep(ctx, wait)
	}
}

// requestStream makes keepStream create the stream.
func (p *Publisher) requestStream() {
	select {
	case p.missing <- struct{}{}:
	default:
	}
}
