package analytics

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

// Stream is where events are kept for 30 days, under biom.analytics.<kind>.
const Stream = "BIOM_ANALYTICS"

const subjectEvents = "biom.analytics." // <kind>

const (
	streamAge   = 30 * 24 * time.Hour
	streamBytes = 512 << 20 // over a million events; the oldest make room
)

func streamConfig(replicas int) jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: Stream, Subjects: []string{subjectEvents + ">"}, Replicas: max(replicas, 1),
		Storage: jetstream.FileStorage, MaxAge: streamAge, MaxBytes: streamBytes, Discard: jetstream.DiscardOld,
		// As long as a rating may be repeated. The server holds the message IDs
		// of that time in memory, so nothing but ratings has one.
		Duplicates: ReferenceTTL,
	}
}

// keepStream makes the stream, and makes it anew when somebody finds none. It
// closes tried after the first try.
func (p *Publisher) keepStream(ctx context.Context, tried chan<- struct{}) {
	p.makeStream(ctx, tried)
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.missing:
			p.makeStream(ctx, nil)
		}
		_ = clock.Sleep(ctx, time.Second) // who found none finds it now, or waits a little
	}
}

// makeStream tries until it has succeeded or ctx ends.
func (p *Publisher) makeStream(ctx context.Context, tried chan<- struct{}) {
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

// askForStream has the stream made soon.
func (p *Publisher) askForStream() {
	select {
	case p.missing <- struct{}{}:
	default:
	}
}
