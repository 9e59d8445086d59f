package job

import "time"

// What the tests of sealing and of the backlog look at from outside.

func Seal(j *Job, k *Keyring) ([]byte, error)                   { return j.seal(k) }
func Open(k *Keyring, msg []byte) (Job, error)                  { return open(k, msg) }
func OpenHeader(msg []byte) (Header, error)                     { return openHeader(msg) }
func SealResult(k *Keyring, h Header, r Result) ([]byte, error) { return sealResult(k, h, r) }
func OpenResult(k *Keyring, api, id string, msg []byte) (Result, error) {
	return openResult(k, api, id, msg)
}

// Backlog is the estimate of one queue.
type Backlog struct{ backlog }

func (b *Backlog) Observe(now time.Time, waiting, taken uint64)         { b.observe(now, waiting, taken) }
func (b *Backlog) Overloaded(limit time.Duration) (time.Duration, bool) { return b.overloaded(limit) }
