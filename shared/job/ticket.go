package job

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"biom/shared/admission"
	"biom/shared/clock"
)

// Ticket receives the progress and the result of one job.
type Ticket struct {
	Header   Header
	Progress <-chan *Event  // events that the reader does not receive in time are dropped
	Result   <-chan *Result // receives at most one result; never closed

	client     *Client
	place      *admission.Place // nil: none
	sequence   uint64           // of the job's message; 0: not known
	taken      atomic.Bool      // a worker has sent progress
	events     chan *Event
	result     chan *Result
	once       sync.Once // for the result
	registered time.Time
}

func (c *Client) register(j Job) *Ticket {
	t := &Ticket{Header: j.Header, client: c, place: j.Place, events: make(chan *Event, 16), result: make(chan *Result, 1), registered: time.Now()}
	t.Progress, t.Result = t.events, t.result
	c.mu.Lock()
	defer c.mu.Unlock()
	c.waiting[j.ID] = t
	return t
}

// Close ends the ticket: it receives nothing more.
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

// advance tells the line that the job has reached a stage.
func (t *Ticket) advance(stage string) {
	if !t.taken.Swap(true) && stage == StagePreparing {
		t.client.queueWait.WithLabelValues(string(t.Header.Tier)).Observe(time.Since(t.registered).Seconds())
	}
	switch {
	case t.place == nil:
	case stage == StagePreparing:
		t.place.Taken()
	case stage == StageExtracting:
		t.place.Started()
	}
}

func (t *Ticket) deliverProgress(e *Event) {
	select {
	case t.events <- e:
	default:
	}
}

// deliverResult passes the result to the reader. It may be called twice: for the
// message with the result, and for the same result read from the stream.
func (t *Ticket) deliverResult(r Result) {
	t.once.Do(func() {
		t.taken.Store(true)
		t.endPlace(r)
		t.result <- &r
	})
}

// endPlace tells the line that the job has ended.
func (t *Ticket) endPlace(r Result) {
	if t.place == nil {
		return
	}
	if r.Started {
		t.place.Started()
	}
	if r.Problem != nil && r.Problem.Details["reason"] == ReasonTooComplex {
		t.place.HitLimit()
	}
	t.place.Ended()
}

// sweep reads the results of waiting tickets from the stream at every interval.
// This finds results whose message was lost: the leader died after it stored the
// result and before it published the copy, or the connection was down.
func (c *Client) sweep(ctx context.Context) {
	for clock.Sleep(ctx, c.cfg.Sweep) == nil {
		c.collectFor(ctx, c.registeredBefore(time.Now().Add(-c.cfg.Sweep)))
	}
}

// collect reads the results of all waiting tickets from the stream.
func (c *Client) collect(ctx context.Context) { c.collectFor(ctx, c.registeredBefore(time.Now())) }

func (c *Client) collectFor(ctx context.Context, tickets []*Ticket) {
	for _, t := range tickets {
		if ctx.Err() != nil {
			return
		}
		if r, err := c.StoredResult(ctx, t.Header); err == nil && r != nil {
			t.deliverResult(*r)
		}
	}
}

// registeredBefore returns the waiting tickets that were registered at or before
// a time.
func (c *Client) registeredBefore(at time.Time) []*Ticket {
	c.mu.Lock()
	defer c.mu.Unlock()
	var tickets []*Ticket
	for _, t := range c.waiting {
		if !t.registered.After(at) {
			tickets = append(tickets, t)
		}
	}
	return tickets
}
