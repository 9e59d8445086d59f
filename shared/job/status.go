package job

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"biom/shared/broker"
)

// The roles of a [Part].
const (
	RoleAPI    = "api"
	RoleWorker = "worker"
)

// Part is what an api or a worker tells an operator of itself. It names jobs by their request IDs and callers
// by their kind, so that nothing in it leads to a document, a result or a caller.
type Part struct {
	Role    string `json:"role"`
	Process string `json:"process"` // host name and process ID
	Version string `json:"version"`

	// Awaited are the jobs that an api has accepted and that have not ended.
	Awaited []Awaited `json:"awaited,omitempty"`

	Model string `json:"model,omitempty"` // with which a worker reads
	Slots int    `json:"slots,omitempty"` // how many jobs a worker takes at once
	// Running are the jobs that a worker works on, the oldest first.
	Running []Running `json:"running,omitempty"`
}

// Awaited counts the jobs of one tier and one kind of caller.
type Awaited struct {
	Tier    Tier       `json:"tier"`
	Caller  CallerKind `json:"caller"`
	InLine  int        `json:"in_line"` // they wait in the api for their turn to enter the queue
	Queued  int        `json:"queued"`  // they wait for a worker
	Running int        `json:"running"`
	Oldest  float64    `json:"oldest_seconds"` // since the oldest of them was accepted
}

// Running is a job that a worker works on.
type Running struct {
	RequestID string     `json:"request_id"`
	Tier      Tier       `json:"tier"`
	Caller    CallerKind `json:"caller"`
	Stage     string     `json:"stage"`       // "": none was reached
	Age       float64    `json:"age_seconds"` // since it was accepted
	Delivery  uint64     `json:"delivery"`    // how often the queue has handed it out
	Attempt   int        `json:"attempt"`     // the number of this start of provider calls; 0: none has begun
}

// Parts asks all apis and workers what they do, and returns what those say that answer within a time.
func Parts(ctx context.Context, conn *broker.Conn, within time.Duration) ([]Part, error) {
	inbox := conn.NATS.NewInbox()
	replies, err := conn.NATS.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = replies.Unsubscribe() }()
	if err := conn.NATS.PublishRequest(subjectStatus, inbox, nil); err != nil {
		return nil, err
	}
	waiting, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var parts []Part
	for {
		m, err := replies.NextMsgWithContext(waiting)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrNoResponders):
			slices.SortFunc(parts, func(a, b Part) int { return cmp.Or(cmp.Compare(a.Role, b.Role), cmp.Compare(a.Process, b.Process)) })
			return parts, nil
		case err != nil:
			return nil, err
		}
		var p Part
		if err := json.Unmarshal(m.Data, &p); err != nil {
			return nil, fmt.Errorf("job: a part's state cannot be read: %w", err)
		}
		parts = append(parts, p)
	}
}

// answerStatus answers the operator's question what this process does.
func answerStatus(conn *broker.Conn, describe func(*Part)) (*nats.Subscription, error) {
	return conn.NATS.Subscribe(subjectStatus, func(m *nats.Msg) {
		p := Part{Process: thisProcess()}
		describe(&p)
		if data, err := json.Marshal(p); err == nil {
			_ = m.Respond(data)
		}
	})
}

// thisProcess returns what names this process among all of a cluster.
func thisProcess() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf("%s/%d", host, os.Getpid())
}

func (c *Client) describe(p *Part) {
	p.Role, p.Version = RoleAPI, c.cfg.Version
	for tier, line := range c.lines {
		for kind, n := range line.Counts() {
			p.Awaited = append(p.Awaited, Awaited{tier, CallerKind(kind), n.Waiting, n.Queued, n.Taken, n.Oldest.Seconds()})
		}
	}
	slices.SortFunc(p.Awaited, func(a, b Awaited) int { return cmp.Or(-cmp.Compare(a.Tier, b.Tier), cmp.Compare(a.Caller, b.Caller)) })
}

func (w *Worker) describe(p *Part) {
	p.Role, p.Version, p.Model, p.Slots = RoleWorker, w.cfg.Version, w.cfg.Model, w.cfg.Concurrency
	w.mu.Lock()
	defer w.mu.Unlock()
	for d := range w.running {
		p.Running = append(p.Running, Running{
			RequestID: d.ID, Tier: d.Tier, Caller: d.CallerKind, Stage: d.passage.current(), Age: time.Since(d.Accepted).Seconds(),
			Delivery: d.Deliveries, Attempt: int(d.attempt.Load()),
		})
	}
	slices.SortFunc(p.Running, func(a, b Running) int {
		return cmp.Or(-cmp.Compare(a.Age, b.Age), cmp.Compare(a.RequestID, b.RequestID))
	})
}
