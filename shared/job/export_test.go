package job

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The unexported parts that have tests of their own.

func Seal(j *Job, k *Keyring) ([]byte, error)                   { return j.seal(k) }
func Open(k *Keyring, msg []byte) (Job, error)                  { return open(k, msg) }
func OpenHeader(msg []byte) (Header, error)                     { return openHeader(msg) }
func SealResult(k *Keyring, h Header, r Result) ([]byte, error) { return sealResult(k, h, r) }
func OpenResult(k *Keyring, api, id string, msg []byte) (Result, error) {
	return openResult(k, api, id, msg)
}
func SealRaw(k *Keyring, header, first []byte) ([]byte, error) { return k.seal(header, first, nil) }

// WithCheckAfter returns cfg with another time after which a worker looks whether a job was given
// up while it waited.
func (cfg WorkerConfig) WithCheckAfter(d time.Duration) WorkerConfig {
	cfg.checkAfter = d
	return cfg
}

// WorkOn does everything for one message, in a worker without a connection.
// extend stands in for the renewal of the lease at the server.
func WorkOn(cfg WorkerConfig, msg jetstream.Msg, extend func(context.Context, jetstream.Msg) error) {
	w, err := newWorker(cfg, extend)
	if err != nil {
		panic(err)
	}
	w.work(msg)
}

// JobLock is the lock of a worker's jobs.
type JobLock struct{ *jobLock }

func NewJobLock() JobLock                               { return JobLock{newJobLock()} }
func (l JobLock) TryShared() bool                       { return l.tryShared() }
func (l JobLock) UnlockShared()                         { l.unlockShared() }
func (l JobLock) AwaitShared(ctx context.Context) error { return l.awaitShared(ctx) }
func (l JobLock) LockExclusive(ctx context.Context) (unlock func(), err error) {
	return l.lockExclusive(ctx)
}

// PublishFailed notes that a job could not be published.
func (c *Client) PublishFailed(err error) { c.writable.note(err) }

// EndUnstarted ends a job unless it was started, without looking first whether it was.
func (c *Client) EndUnstarted(ctx context.Context, id string) (wasStarted bool, err error) {
	return c.records.endUnstarted(ctx, id)
}

// ChangeAfter is Change, but calls before each time just before it writes. An error of before is that of the
// write.
func (c *Claim) ChangeAfter(ctx context.Context, before func() error, change func(*ClaimRecord)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.ClaimRecord)
	return c.replace(ctx, func(ctx context.Context) error {
		if err := before(); err != nil {
			return err
		}
		return c.writeRevision(ctx)
	})
}
