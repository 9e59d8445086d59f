package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
)

// ProviderState is what a worker says of a provider and a key.
type ProviderState struct {
	// Valid: the provider accepts the key. Of the deployment's own: it is set,
	// accepted, and the provider can be reached.
	Valid bool `json:"valid"`
}

// ErrNotChecked says that nobody could tell whether a key is accepted.
var ErrNotChecked = errors.New("job: the provider could not be checked")

// A Checker asks the provider whether it accepts a key; "" is the
// deployment's own. An error is no verdict.
type Checker func(ctx context.Context, key string) (ProviderState, error)

// checksAtOnce is how many keys a worker checks at a time. It is no oracle for
// stolen keys: more are not checked.
const checksAtOnce = 4

// checkTimeout is the longest that a check takes, whatever its caller allows.
const checkTimeout = 5 * time.Second

// checkHeader goes with the sealed key. A copy of the message is worth nothing
// after the deadline.
type checkHeader struct {
	Check    string    `json:"check"` // the request's own ID, which its answer is bound to
	Deadline time.Time `json:"deadline"`
}

type checkAnswer struct {
	ProviderState
	Fault string `json:"fault,omitempty"` // why there is no verdict; nothing of the key
}

// CheckProvider has a worker ask the provider whether it accepts key; "" is
// the deployment's own. Errors wrap [ErrNotChecked].
func (c *Client) CheckProvider(ctx context.Context, key string) (ProviderState, error) {
	state, err := c.checkProvider(ctx, key)
	if err != nil {
		return ProviderState{}, fmt.Errorf("%w: %w", ErrNotChecked, err)
	}
	return state, nil
}

func (c *Client) checkProvider(ctx context.Context, key string) (ProviderState, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	deadline, _ := ctx.Deadline()
	id := nuid.Next()
	header, err := json.Marshal(checkHeader{id, deadline.UTC()})
	if err != nil {
		return ProviderState{}, err
	}
	msg, err := c.cfg.Keys.seal(header, []byte(key), nil)
	if err != nil {
		return ProviderState{}, err
	}
	reply, err := c.conn.NATS.RequestWithContext(ctx, subjectCheck, msg)
	if err != nil {
		return ProviderState{}, err
	}
	return openChecked(c.cfg.Keys, id, reply.Data)
}

func openChecked(keys *Keyring, id string, msg []byte) (ProviderState, error) {
	header, _, err := split(msg)
	if err != nil {
		return ProviderState{}, err
	}
	if string(header) != string(checkBinding(id)) {
		return ProviderState{}, errors.New("the answer is to another check")
	}
	body, _, err := keys.open(msg)
	if err != nil {
		return ProviderState{}, err
	}
	var a checkAnswer
	if err := json.Unmarshal(body, &a); err != nil {
		return ProviderState{}, err
	}
	if a.Fault != "" {
		return ProviderState{}, errors.New(a.Fault)
	}
	return a.ProviderState, nil
}

func checkBinding(id string) []byte { return []byte("checked " + id) }

// checks answers provider checks. One of all workers gets each.
type checks struct {
	keys  *Keyring
	check Checker
	slots chan struct{}

	mu    sync.Mutex
	ended bool           // no check is begun any more
	under sync.WaitGroup // the checks that run
}

// answerChecks takes checks until ctx ends; wait ends with the last of them.
func (w *Worker) answerChecks(ctx context.Context) (wait func(), err error) {
	if w.cfg.Check == nil {
		return func() {}, nil
	}
	c := &checks{keys: w.cfg.Keys, check: w.cfg.Check, slots: make(chan struct{}, checksAtOnce)}
	sub, err := w.conn.NATS.QueueSubscribe(subjectCheck, queueCheck, c.receive)
	if err != nil {
		return nil, err
	}
	// At once, not when the last job has ended: others answer meanwhile.
	context.AfterFunc(ctx, func() { _ = sub.Unsubscribe() })
	return c.wait, nil
}

func (c *checks) wait() {
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
	c.under.Wait()
}

// receive never waits: NATS hands over one message after the other.
func (c *checks) receive(m *nats.Msg) {
	h, key, err := c.open(m.Data)
	if err != nil {
		return // not sealed by an api of ours: nobody waits for an answer
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	select {
	case c.slots <- struct{}{}:
		c.under.Go(func() {
			defer func() { <-c.slots }()
			c.answer(m, h.Check, c.ask(h, key))
		})
	default:
		c.answer(m, h.Check, checkAnswer{Fault: "too many keys are being checked"})
	}
}

func (c *checks) open(msg []byte) (h checkHeader, key string, err error) {
	raw, _, err := split(msg)
	if err != nil {
		return h, "", err
	}
	if err := json.Unmarshal(raw, &h); err != nil {
		return h, "", err
	}
	if h.Check == "" || time.Until(h.Deadline) <= 0 {
		return h, "", errors.New("no check, or one of the past")
	}
	first, _, err := c.keys.open(msg)
	return h, string(first), err
}

// ask turns a panic into "no verdict": what a vendor's SDK does with a strange
// key must not end the worker.
func (c *checks) ask(h checkHeader, key string) (a checkAnswer) {
	defer func() {
		if p := recover(); p != nil {
			a = checkAnswer{Fault: fmt.Sprintf("the check panicked with a %T", p)}
		}
	}()
	until := h.Deadline
	if most := time.Now().Add(checkTimeout); until.After(most) {
		until = most
	}
	ctx, cancel := context.WithDeadline(context.Background(), until)
	defer cancel()
	state, err := c.check(ctx, key)
	if err != nil {
		return checkAnswer{Fault: "the provider did not answer the check"}
	}
	return checkAnswer{ProviderState: state}
}

func (c *checks) answer(m *nats.Msg, id string, a checkAnswer) {
	body, err := json.Marshal(a)
	if err != nil {
		return
	}
	if msg, err := c.keys.seal(checkBinding(id), body, nil); err == nil {
		_ = m.Respond(msg) // who asked has a time limit
	}
}
