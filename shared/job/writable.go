package job

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/clock"
)

// writable knows whether the queue stores jobs. nats-server does not report the
// write errors of a stream: it leaves a publish without an answer. So the queue
// counts as failed from a job that could not be published until a probe can be
// published. The server itself recovers when it is restarted, or when another replica
// becomes the leader of the stream.
type writable struct {
	log *slog.Logger

	mu      sync.Mutex
	failure error // why the latest job or probe was not stored; nil: it was
}

// state returns failure.
func (w *writable) state() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failure
}

// note records the outcome of a publish.
func (w *writable) note(err error) {
	if full(err) {
		err = nil // the server answers, and stores again when jobs have been taken
	}
	if err != nil {
		err = fmt.Errorf("NATS does not store jobs; look at the disk and the log of its servers: %w", err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil && w.failure == nil {
		w.log.Error("the queue takes no jobs", "error", err)
	}
	if err == nil && w.failure != nil {
		w.log.Info("the queue takes jobs again")
	}
	w.failure = err
}

// full reports whether the server refused a message because the stream has reached its
// size.
func full(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && api.ErrorCode == broker.CodeStreamFull
}

// Ready returns why the queue stores no jobs, or nil if it does.
func (c *Client) Ready() error { return c.writable.state() }

const (
	probeEvery = time.Second
	probeSize  = 64 << 10 // bytes
)

// probe publishes a probe each second while the queue counts as failed, until ctx ends.
func (c *Client) probe(ctx context.Context) {
	for clock.Sleep(ctx, probeEvery) == nil {
		if c.writable.state() == nil {
			continue
		}
		if err := c.conn.Once(ctx, c.publishProbe); ctx.Err() == nil {
			c.writable.note(err)
		}
	}
}

// publishProbe stores a message that no worker takes, and removes it.
func (c *Client) publishProbe(ctx context.Context) error {
	_, err := c.conn.JS.Publish(ctx, subjectProbe, make([]byte, probeSize),
		jetstream.WithExpectStream(StreamJobs), jetstream.WithRetryAttempts(0))
	if err != nil {
		return err
	}
	return c.jobs.Purge(ctx, jetstream.WithPurgeSubject(subjectProbe))
}
