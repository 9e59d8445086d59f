package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"biom/shared/broker"
	"biom/shared/clock"
)

// ProviderState is the result of a provider check.
type ProviderState struct {
	// Valid reports whether the provider accepts the key. For the deployment's
	// own key: whether it is set, the provider is available and accepts it.
	Valid bool `json:"valid"`
}

// ErrNotChecked is returned if no worker could find out whether the provider
// accepts a key.
var ErrNotChecked = errors.New("job: the provider could not be checked")

// A Checker asks the provider whether it accepts a key; "" stands for the
// deployment's own key. An error means that this could not be found out.
type Checker func(ctx context.Context, key string) (ProviderState, error)

// maxChecks is how many keys a worker checks at the same time; it refuses more.
// The limit keeps biom from being used to test many stolen keys.
const maxChecks = 4

const defaultCheckTimeout = 5 * time.Second

// checkHeader is sent with the sealed key. After the deadline, workers ignore a
// copy of the message.
type checkHeader struct {
	Check    string    `json:"check"` // the ID of this check; the reply is bound to it
	Deadline time.Time `json:"deadline"`
}

// checkReply is a worker's reply to a check.
type checkReply struct {
	ProviderState
	Fault string `json:"fault,omitempty"` // why the key could not be checked; never quotes the key

	Version string    `json:"version,omitempty"` // of the worker
	Now     time.Time `json:"now,omitzero"`      // by the worker's clock
}

// ErrNoWorker means that no worker listens.
var ErrNoWorker = errors.New("job: no worker answers")

// Answer is what a worker says to a check. That it is there shows that the worker and this process open what
// the other has sealed.
type Answer struct {
	State   ProviderState
	Fault   string        // why the key could not be checked
	Version string        // of the worker; "": it does not say
	Gap     time.Duration // by which the worker's clock is ahead of this machine's, if it says its version
	Around  time.Duration // the gap is exact to this duration
}

// AskWorker has a worker check the deployment's key. The error is [ErrNoWorker] if none listens, and
// context.DeadlineExceeded if one that listens does not answer, for example because it has another job
// key. now is this machine's clock.
func AskWorker(ctx context.Context, conn *broker.Conn, keys *Keyring, now func() time.Time) (Answer, error) {
	asked := now()
	r, err := ask(ctx, conn, keys, "")
	if err != nil {
		return Answer{}, err
	}
	gap, around := clock.Gap(r.Now, asked, now)
	return Answer{State: r.ProviderState, Fault: r.Fault, Version: r.Version, Gap: gap, Around: around}, nil
}

// CheckProvider has a worker ask the provider whether it accepts key; "" stands
// for the deployment's own key. Errors wrap [ErrNotChecked].
func (c *Client) CheckProvider(ctx context.Context, key string) (ProviderState, error) {
	state, err := c.checkProvider(ctx, key)
	if err != nil {
		return ProviderState{}, fmt.Errorf("%w: %w", ErrNotChecked, err)
	}
	return state, nil
}

func (c *Client) checkProvider(ctx context.Context, key string) (ProviderState, error) {
	ctx, cancel := context.WithTimeout(ctx, c.cfg.CheckTimeout)
	defer cancel()
	r, err := ask(ctx, c.conn, c.cfg.Keys, key)
	if err == nil && r.Fault != "" {
		err = errors.New(r.Fault)
	}
	return r.ProviderState, err
}

// ask has a worker check key. ctx has a deadline.
func ask(ctx context.Context, conn *broker.Conn, keys *Keyring, key string) (r checkReply, err error) {
	deadline, _ := ctx.Deadline()
	id := nuid.Next()
	header, err := json.Marshal(checkHeader{id, deadline.UTC()})
	if err != nil {
		return r, err
	}
	msg, err := keys.seal(header, []byte(key), nil)
	if err != nil {
		return r, err
	}
	reply, err := conn.NATS.RequestWithContext(ctx, subjectCheck, msg)
	if errors.Is(err, nats.ErrNoResponders) {
		err = fmt.Errorf("%w: %w", ErrNoWorker, err)
	}
	if err != nil {
		return r, err
	}
	return openReply(keys, id, reply.Data)
}

// openReply verifies and decrypts the reply to the check with that ID.
func openReply(keys *Keyring, id string, msg []byte) (r checkReply, err error) {
	header, _, err := split(msg)
	if err != nil {
		return r, err
	}
	if string(header) != string(checkBinding(id)) {
		return r, errors.New("the answer is to another check")
	}
	body, _, err := keys.open(msg)
	if err != nil {
		return r, err
	}
	return r, json.Unmarshal(body, &r)
}

func checkBinding(id string) []byte { return []byte("checked " + id) }

// checkServer replies to provider checks in a worker.
type checkServer struct {
	keys    *Keyring
	version string
	check   Checker
	timeout time.Duration
	slots   chan struct{} // holds one value for each running check

	mu      sync.Mutex
	stopped bool           // no check is started any more
	running sync.WaitGroup // the running checks
}

// answerChecks replies to provider checks until ctx ends. wait waits until the
// last one has ended.
func (w *Worker) answerChecks(ctx context.Context) (wait func(), err error) {
	if w.cfg.Check == nil {
		return func() {}, nil
	}
	c := &checkServer{keys: w.cfg.Keys, version: w.cfg.Version, check: w.cfg.Check, timeout: w.cfg.CheckTimeout, slots: make(chan struct{}, maxChecks)}
	sub, err := w.conn.NATS.QueueSubscribe(subjectCheck, queueCheck, c.receive)
	if err != nil {
		return nil, err
	}
	// The worker unsubscribes at once and not after its last job, so that other workers
	// get the next checks.
	context.AfterFunc(ctx, func() { _ = sub.Unsubscribe() })
	return c.wait, nil
}

func (c *checkServer) wait() {
	c.mu.Lock()
	c.stopped = true
	c.mu.Unlock()
	c.running.Wait()
}

// receive starts a check. It does not wait for the end of the check, because NATS
// calls receive for one message after the other.
func (c *checkServer) receive(m *nats.Msg) {
	h, key, err := c.open(m.Data)
	if err != nil {
		return // either no api with our key sent it, or it came too late: no api waits for a reply
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return
	}
	select {
	case c.slots <- struct{}{}:
		c.running.Go(func() {
			defer func() { <-c.slots }()
			c.reply(m, h.Check, c.run(h, key))
		})
	default:
		c.reply(m, h.Check, checkReply{Fault: "too many keys are being checked"})
	}
}

// open verifies and decrypts the message of a check.
func (c *checkServer) open(msg []byte) (h checkHeader, key string, err error) {
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
	providerKey, _, err := c.keys.open(msg)
	return h, string(providerKey), err
}

// run checks the key. It turns a panic into a fault, so that a strange key in the
// SDK of a provider cannot end the worker.
func (c *checkServer) run(h checkHeader, key string) (r checkReply) {
	defer func() {
		if p := recover(); p != nil {
			r = checkReply{Fault: fmt.Sprintf("the check panicked with a %T", p)}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), min(time.Until(h.Deadline), c.timeout))
	defer cancel()
	state, err := c.check(ctx, key)
	if err != nil {
		return checkReply{Fault: "the provider did not answer the check"}
	}
	return checkReply{ProviderState: state}
}

func (c *checkServer) reply(m *nats.Msg, id string, r checkReply) {
	r.Version, r.Now = c.version, time.Now().UTC()
	body, err := json.Marshal(r)
	if err != nil {
		return
	}
	if msg, err := c.keys.seal(checkBinding(id), body, nil); err == nil {
		_ = m.Respond(msg) // if it is lost, the api's time limit ends its wait
	}
}

// LatestResultOpens reports whether the latest result in the queue opens with keys. none is true if there is no
// result.
func LatestResultOpens(ctx context.Context, conn *broker.Conn, keys *Keyring) (opens, none bool, err error) {
	err = conn.Once(ctx, func(ctx context.Context) error {
		stream, err := conn.JS.Stream(ctx, StreamResults)
		if err != nil {
			return err
		}
		msg, err := stream.GetLastMsgForSubject(ctx, subjectResults+"*.*")
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			none = true
			return nil
		}
		if err != nil {
			return err
		}
		_, _, sealed := keys.open(msg.Data)
		opens = sealed == nil
		return nil
	})
	return opens, none, err
}
