package apikey

import (
	"context"
	"errors"
	"time"
)

var errClosed = errors.New("the cache is closed")

// ask is one question to the store, for everyone who has it at the moment.
type ask struct {
	done    chan struct{} // closed when verdict is there
	verdict verdict
}

// wait waits for the verdict, which comes within Patience: stores end with their
// context.
func (a *ask) wait(ctx context.Context) verdict {
	select {
	case <-a.done:
		return a.verdict
	case <-ctx.Done():
		return unavailable(ctx.Err())
	}
}

// askLocked has the store asked, unless it is being left alone: then nil, and
// fault says why.
func (c *Cache) askLocked(h Hash, now time.Time) *ask {
	if a := c.asks[h]; a != nil {
		return a
	}
	if c.closed {
		return nil
	}
	if c.fault != nil {
		if now.Before(c.retry) {
			return nil
		}
		c.retry = now.Add(c.cfg.Pause) // this one tries; the others wait for it, or its time
	}
	a := &ask{done: make(chan struct{})}
	c.asks[h] = a
	c.asking.Go(func() { c.ask(a, h, now) })
	return a
}

func (c *Cache) ask(a *ask, h Hash, now time.Time) {
	ctx, cancel := context.WithTimeout(c.ctx, c.cfg.Patience)
	defer cancel()
	r, err := c.cfg.Store.Find(ctx, h)
	c.mu.Lock()
	defer c.mu.Unlock()
	defer close(a.done)
	delete(c.asks, h)
	if err != nil && !errors.Is(err, ErrInvalid) {
		a.verdict = unavailable(err)
		c.failedLocked(err)
		return
	}
	a.verdict = verdict{record: r, err: err, asked: now}
	c.rememberLocked(h, a.verdict)
	c.answeredLocked()
}

func (c *Cache) answeredLocked() {
	if c.fault != nil && !c.closed {
		c.cfg.Log.Info("the store of service keys answers again")
		c.fault = nil
	}
}

func (c *Cache) failedLocked(err error) {
	if c.fault == nil {
		c.cfg.Log.Warn("the store of service keys does not answer; keys in use stay valid for a while, others are not known", "error", err)
	}
	c.fault, c.retry = err, c.cfg.Now().Add(c.cfg.Pause)
}
