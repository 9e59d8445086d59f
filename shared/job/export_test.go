package job

import (
	"context"
	"time"
)

// What the tests of sealing and of the backlog look at from outside.

func Seal(j *Job, k *Keyring) ([]byte, error)                   { return j.seal(k) }
func Open(k *Keyring, msg []byte) (Job, error)                  { return open(k, msg) }
func OpenHeader(msg []byte) (Header, error)                     { return openHeader(msg) }
func SealResult(k *Keyring, h Header, r Result) ([]byte, error) { return sealResult(k, h, r) }
func OpenResult(k *Keyring, api, id string, msg []byte) (Result, error) {
	return openResult(k, api, id, msg)
}
func SealRaw(k *Keyring, header, first []byte) ([]byte, error) { return k.seal(header, first, nil) }

// Backlog is the estimate of one queue.
type Backlog struct{ backlog }

func (b *Backlog) Observe(now time.Time, waiting, taken uint64)         { b.observe(now, waiting, taken) }
func (b *Backlog) Overloaded(limit time.Duration) (time.Duration, bool) { return b.overloaded(limit) }

// Room is where the jobs of a worker run.
type Room struct{ *room }

func NewRoom() Room                                                 { return Room{newRoom()} }
func (r Room) Enter() bool                                          { return r.enter() }
func (r Room) Leave()                                               { r.leave() }
func (r Room) Alone(ctx context.Context) (reopen func(), err error) { return r.alone(ctx) }
func (r Room) Open(ctx context.Context) error                       { return r.open(ctx) }
