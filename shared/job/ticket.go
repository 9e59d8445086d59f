package job

import (
	"context"
	"sync"
	"time"

	"biom/shared/clock"
)

// Ticket is one request's wait for its job.
type Ticket struct {
	Header   Header
	Progress <-chan Event  // what a slow reader does not take is dropped
	Result   <-chan Result // at most one

	client *Client
	events chan Event
	result chan Result
	once   sync.Once
	since  time.Time
}

func (c *Client) register(h Header) *Ticket {
	t := &Ticket{Header: h, client: c, events: make(chan Event, 16), result: make(chan Result, 1), since: time.Now()}
	t.Progress, t.Result = t.events, t.result
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[h.ID] = t
	return t
}

// Close ends the wait.
func (t *Ticket) Close() {
	t.client.mu.Lock()
	defer t.client.mu.Unlock()
	delete(t.client.waiting, t.Header.ID)
}

func (c *Client) lookup(id string) *Ticket {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.waiting[id]
}

func (t *Ticket) progress(e Event) {
	select {
	case t.events <- e:
	default:
	}
}

// finish delivers the result. It may come twice, on its way and from the stream.
func (t *Ticket) finish(r Result) { t.once.Do(func() { t.result <- r }) }

// sweep looks now and then for results whose message was lost on its way: the
// leader died between storing and republishing, or nobody noticed that the
// connection was gone.
func (c *Client) sweep(ctx context.Context) {
	for clock.Sleep(ctx, c.cfg.Sweep) == nil {
		c.collectSince(ctx, time.Now().Add(-c.cfg.Sweep))
	}
}

// collect asks the stream for the result of everyone who waits.
func (c *Client) collect(ctx context.Context) { c.collectSince(ctx, time.Now()) }

func (c *Client) collectSince(ctx context.Context, before time.Time) {
	for _, t := range c.waitingSince(before) {
		if ctx.Err() != nil {
			return
		}
		if r, err := c.Stored(ctx, t.Header); err == nil && r != nil {
			t.finish(*r)
		}
	}
}

func (c *Client) waitingSince(before time.Time) []*Ticket {
	c.mu.Lock()
	defer c.mu.Unlock()
	var ts []*Ticket
	for _, t := range c.waiting {
		if !t.since.After(before) {
			ts = append(ts, t)
		}
	}
	return ts
}
