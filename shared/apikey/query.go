package apikey

import (
	"context"
	"errors"
	"time"
)

var errClosed = errors.New("the cache is closed")

// query is one query to the store about a key. All callers who look the same key up
// at the same time wait for the same query.
type query struct {
	done    chan struct{} // closed when verdict is set
	verdict verdict
}

// wait waits for the verdict until ctx ends. The verdict comes within
// CacheConfig.Timeout, because the methods of a store end with their context.
func (q *query) wait(ctx context.Context) verdict {
	select {
	case <-q.done:
		return q.verdict
	case <-ctx.Done():
		return unavailable(ctx.Err())
	}
}

// queryLocked returns the running query about a key, or starts one. It returns nil
// if the store must not be asked now; c.storeErr is the reason.
func (c *Cache) queryLocked(h Hash, now time.Time) *query {
	if q := c.queries[h]; q != nil {
		return q
	}
	if c.closed {
		return nil
	}
	if c.storeErr != nil {
		if now.Before(c.retryAt) {
			return nil
		}
		c.retryAt = now.Add(c.cfg.Pause) // one query finds out whether the store answers again
	}
	q := &query{done: make(chan struct{})}
	c.queries[h] = q
	c.running.Go(func() { c.runQuery(q, h, now) })
	return q
}

// runQuery asks the store and sets the query's verdict.
func (c *Cache) runQuery(q *query, h Hash, now time.Time) {
	ctx, cancel := context.WithTimeout(c.ctx, c.cfg.Timeout)
	defer cancel()
	r, err := c.cfg.Store.Find(ctx, h)
	c.mu.Lock()
	defer c.mu.Unlock()
	defer close(q.done)
	delete(c.queries, h)
	if err != nil && !errors.Is(err, ErrInvalid) {
		q.verdict = unavailable(err)
		c.storeFailedLocked(err)
		return
	}
	q.verdict = verdict{record: r, err: err, asked: now}
	c.rememberLocked(h, q.verdict)
	c.storeAnsweredLocked()
}

// storeAnsweredLocked notes that the store answered.
func (c *Cache) storeAnsweredLocked() {
	if c.storeErr != nil && !c.closed {
		c.cfg.Log.Info("the store of service keys answers again")
		c.storeErr = nil
	}
}

// storeFailedLocked notes that the store did not answer.
func (c *Cache) storeFailedLocked(err error) {
	if c.storeErr == nil {
		c.cfg.Log.Warn("the store of service keys does not answer; keys in use stay valid for a while, others are not known", "error", err)
	}
	c.storeErr, c.retryAt = err, c.cfg.Now().Add(c.cfg.Pause)
}
