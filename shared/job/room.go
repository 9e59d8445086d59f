package job

import (
	"context"
	"sync"
	"time"
)

// aloneWithin is how long a job that must run alone waits for the others to
// finish. Running beside a few is better than holding up everything.
const aloneWithin = 3 * time.Second

// room keeps a job that must run alone apart from the other jobs of its worker.
type room struct {
	mu      sync.Mutex
	inside  int
	closed  bool          // somebody is alone, or waits to be
	changed chan struct{} // closed at every change
}

func newRoom() *room { return &room{changed: make(chan struct{})} }

func (r *room) changeLocked() {
	close(r.changed)
	r.changed = make(chan struct{})
}

// enter takes a place beside the others; false while somebody is alone.
func (r *room) enter() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return false
	}
	r.inside++
	return true
}

func (r *room) leave() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.inside--
	r.changeLocked()
}

// alone closes the room, once nobody else has closed it, and waits for those
// inside, aloneWithin at most. The room stays closed until reopen is called.
func (r *room) alone(ctx context.Context) (reopen func(), err error) {
	if err := r.await(ctx, func() bool { return !r.closed }, func() { r.closed = true }); err != nil {
		return nil, err
	}
	patience, cancel := context.WithTimeout(ctx, aloneWithin)
	defer cancel()
	_ = r.await(patience, func() bool { return r.inside == 0 }, func() {})
	return r.reopen, nil
}

func (r *room) reopen() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = false
	r.changeLocked()
}

// open waits until nobody is alone.
func (r *room) open(ctx context.Context) error {
	return r.await(ctx, func() bool { return !r.closed }, func() {})
}

// await waits until ready and then calls then, both under the lock.
func (r *room) await(ctx context.Context, ready func() bool, then func()) error {
	for {
		r.mu.Lock()
		if ready() {
			then()
			r.mu.Unlock()
			return nil
		}
		changed := r.changed
		r.mu.Unlock()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}
