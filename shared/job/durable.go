package job

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"biom/shared/broker"
	"biom/shared/clock"
)

// Durable is the part of a record that makes a request durable: its client may leave, and
// come back to any api for its progress and its outcome. It holds what another api needs to go
// on with the request when the owner dies; the file is kept as an upload of the same name
// until the request has ended.
//
//	               KeepUpload, Kept             Finish
//	claimed ────────────────────────▶ kept ───────────────▶ ended ──▶ forgotten at Forget
//	   │                               │ ▲                    │
//	   └─Release: refused              └─┘ TakeOver by        │
//	                                   │   another api        │
//	                                   └──────────────────────┴─────▶ forgotten: deleted by its client
//
// If its job died, an operator can have it kept once more: see [Retry].
//
// Before it is kept, the request was not accepted, and its client knows nothing of it.
type Durable struct {
	ID      string    `json:"id"` // of the request, for its client: see [Client.NewRequestID]
	Kept    bool      `json:"kept,omitempty"`
	Created time.Time `json:"created"`
	Ended   time.Time `json:"ended,omitzero"`
	Forget  time.Time `json:"forget"` // when it is forgotten
	// Forgotten says that the client has deleted the request. Its owner ends it and
	// deletes the record.
	Forgotten bool `json:"forgotten,omitempty"`
	// Events are the progress so far, in the order in which its clients see it.
	Events []Event `json:"events,omitempty"`

	User    string `json:"user,omitempty"` // of the service key with which it was made: it belongs to that user
	Subject string `json:"subject"`        // whose quota was charged
	// Repeatable says that the request has an Idempotency-Key, so that its outcome is kept for
	// repeats.
	Repeatable bool `json:"repeatable,omitempty"`
	// Waits says that the client does not wait: the time limit counts from the job's turn.
	Waits bool `json:"waits,omitempty"`
	// Died says that the job died: the file is set aside for a retry. See [Client.SetAside].
	Died bool `json:"died,omitempty"`
	// Retried is when an operator last had a dead job read once more; zero: never.
	Retried time.Time `json:"retried,omitzero"`

	Upload      uint64 `json:"upload,omitempty"` // the number of the stored file: see [Client.KeepUpload]
	Kind        string `json:"kind"`
	Filename    string `json:"filename"`
	ProviderKey string `json:"provider_key,omitempty"`
	Slow        bool   `json:"slow,omitempty"`
	Biompin     bool   `json:"biompin,omitempty"`
	Evidence    bool   `json:"evidence,omitempty"`
	Batch       string `json:"batch,omitempty"`
	Callback    string `json:"callback,omitempty"`
}

// Began returns when the request began to wait for its job: at its creation, or when it was retried.
func (d *Durable) Began() time.Time {
	if d.Retried.IsZero() {
		return d.Created
	}
	return d.Retried
}

// forgotten reports whether the client has deleted the request.
func (r *ClaimRecord) forgotten() bool { return r.Durable != nil && r.Durable.Forgotten }

// NewRequestID returns the ID of a request that its client can come back to: 128 random bits.
// Who has the ID of a request without a user can read its outcome.
func (c *Client) NewRequestID() string {
	id := make([]byte, 16)
	rand.Read(id)
	return hex.EncodeToString(id)
}

// RepeatedID returns the ID of a request with an Idempotency-Key. It is made of the caller's
// subject and the key, and reveals neither: only with the job key can it be computed.
func (c *Client) RepeatedID(subject, key string) string {
	return c.cfg.Keys.mac("request ID", subject, key)[:32]
}

// RequestName returns the name under which the request with an ID is stored. The ID cannot be
// read from it, so it may stand in subjects. After a change of the job key, a repeat is treated
// as a first request, and older requests are unknown.
func (c *Client) RequestName(id string) string { return c.cfg.Keys.mac("request", id) }

// KeepUpload stores the file of a durable request. It overwrites the file if that has SealRoom bytes of
// spare capacity. If an upload of that name is stored already, it is replaced. A later upload has a
// greater number.
func (c *Client) KeepUpload(ctx context.Context, name string, file []byte) (number uint64, err error) {
	msg, err := c.cfg.Keys.seal(uploadBinding(name), nil, file)
	if err != nil {
		return 0, err
	}
	size := min(int64(len(msg)), maxWriting)
	if err := c.writing.Acquire(ctx, size); err != nil {
		return 0, err
	}
	defer c.writing.Release(size)
	return c.uploads.publish(ctx, subjectUploads+name, msg)
}

// ReadUpload returns the file of a durable request, nil if it is not stored.
func (c *Client) ReadUpload(ctx context.Context, name string) ([]byte, error) {
	return c.uploads.read(ctx, name)
}

// DropUpload deletes the file with a number, but not that of a later request of the same name. With 0
// it deletes any file of that name.
func (c *Client) DropUpload(ctx context.Context, name string, number uint64) error {
	return c.uploads.purge(ctx, subjectUploads+name, number)
}

// Forget asks for the end of a durable request whose client has deleted it. A request that has
// ended is deleted at once. It returns ErrClaimed if the record has changed since it was read.
func (c *Client) Forget(ctx context.Context, claim *Claim) error {
	if claim.Outcome != nil {
		err := errors.Join(c.DropUpload(ctx, claim.name, claim.Durable.Upload), c.dropAside(ctx, claim))
		if err != nil {
			return err
		}
		err = claim.Release(ctx)
		_ = c.dropAside(ctx, claim) // once more: its owner may have set it aside meanwhile
		return err
	}
	if err := claim.Change(ctx, func(r *ClaimRecord) { r.Durable.Forgotten = true }); err != nil {
		return err
	}
	// If the owner does not answer, it finds out when it next writes the record, or the request
	// is taken over.
	_ = c.conn.Once(ctx, func(ctx context.Context) error {
		_, err := c.conn.NATS.RequestWithContext(ctx, subjectForget+claim.Owner, []byte(claim.name))
		return err
	})
	return nil
}

// positionTimeout is how long the api that owns a request may take to tell its position.
const positionTimeout = 300 * time.Millisecond

// Position returns the place of a durable request's job among the jobs of its caller that wait in
// the same api, 1 for the next one; 0: it does not wait, or its place is not known.
func (c *Client) Position(ctx context.Context, claim *Claim) int {
	ctx, cancel := context.WithTimeout(ctx, positionTimeout)
	defer cancel()
	reply, err := c.conn.NATS.RequestWithContext(ctx, subjectPosition+claim.Owner, []byte(claim.name))
	if err != nil || len(reply.Data) != positionSize {
		return 0
	}
	return decodePosition(reply.Data)
}

// ServeOwned answers the questions of other apis about the requests that this process owns:
// position returns the place of a job as in [Client.Position]; forget ends a request whose record
// says that it is forgotten.
func (c *Client) ServeOwned(position func(name string) int, forget func(name string)) error {
	for subject, answer := range map[string]nats.MsgHandler{
		subjectPosition: func(m *nats.Msg) { _ = m.Respond(encodePosition(position(string(m.Data)))) },
		subjectForget:   func(m *nats.Msg) { forget(string(m.Data)); _ = m.Respond(nil) },
	} {
		sub, err := c.conn.NATS.Subscribe(subject+c.id, answer)
		if err != nil {
			return err
		}
		c.subs = append(c.subs, sub)
	}
	return nil
}

// Watch returns the record of a request whenever it is written, from now on. A record that was
// deleted comes as nil. Only the latest is kept for a slow reader, and a record may be lost, so the
// reader must also read the record from time to time. stop ends it; the channel is never closed.
func (c *Client) Watch(ctx context.Context, name string) (changes <-chan *Claim, stop func(), err error) {
	latest := make(chan *Claim, 1)
	sub, err := c.conn.NATS.ChanSubscribe(subjectChanged+name, c.changed) // one goroutine for all: there may be thousands
	if err != nil {
		return nil, nil, err
	}
	c.mu.Lock()
	c.watching[sub] = latest
	c.mu.Unlock()
	stop = func() {
		_ = sub.Unsubscribe()
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.watching, sub)
	}
	if err := c.conn.Once(ctx, c.conn.NATS.FlushWithContext); err != nil { // until the server has the subscription
		stop()
		return nil, nil, err
	}
	return latest, stop, nil
}

// dispatchChanges passes the records that are published to those who watch them, until ctx ends.
func (c *Client) dispatchChanges(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-c.changed:
			c.onChange(m)
		}
	}
}

// onChange passes a record to the one who watches it through the message's subscription.
func (c *Client) onChange(m *nats.Msg) {
	c.mu.Lock()
	latest := c.watching[m.Sub]
	c.mu.Unlock()
	if latest == nil {
		return
	}
	var claim *Claim
	if len(m.Data) > 0 {
		revision, err := jetstreamSequence(m)
		if err != nil {
			return
		}
		if claim, err = c.openClaim(strings.TrimPrefix(m.Subject, subjectChanged), m.Data, revision); err != nil {
			return
		}
	}
	select {
	case <-latest:
	default:
	}
	latest <- claim // there is room: nobody else writes
}

// Orphans returns the durable requests whose owner does not run any more.
func (c *Client) Orphans(ctx context.Context) ([]*Claim, error) {
	gone, err := c.goneOwners(ctx)
	if err != nil || len(gone) == 0 {
		return nil, err
	}
	names, err := c.uploads.list(ctx, subjectUploads)
	if err != nil {
		return nil, err
	}
	var orphans []*Claim
	var unreadable error
	for _, name := range names {
		claim, err := c.ReadClaim(ctx, name)
		if broker.Temporary(err) {
			return orphans, err
		}
		if err != nil { // it does not keep the others from being adopted
			unreadable = err
		}
		if claim != nil && claim.Durable != nil && gone[claim.Owner] {
			orphans = append(orphans, claim)
		}
	}
	if len(orphans) > 0 || unreadable != nil {
		return orphans, unreadable
	}
	for owner := range gone {
		if err := c.uploads.purge(ctx, subjectOwners+owner, 0); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// goneOwners returns the owners of durable requests that do not run any more. All others that lost
// their connection together with this process may still be reconnecting, so it asks twice.
func (c *Client) goneOwners(ctx context.Context) (map[string]bool, error) {
	owners, err := c.uploads.list(ctx, subjectOwners)
	if err != nil {
		return nil, err
	}
	if c.owner.Load() && !slices.Contains(owners, c.id) { // another api believed that this one was gone
		if err := c.BeOwner(ctx); err != nil {
			return nil, err
		}
	}
	gone := map[string]bool{}
	for _, owner := range owners {
		if owner != c.id && c.isGone(ctx, owner) {
			gone[owner] = true
		}
	}
	if len(gone) == 0 {
		return nil, nil
	}
	if err := clock.Sleep(ctx, reconnectTime); err != nil {
		return nil, err
	}
	maps.DeleteFunc(gone, func(owner string, _ bool) bool { return !c.isGone(ctx, owner) })
	return gone, nil
}

// reconnectTime is how long after its server has come back an api is connected again.
const reconnectTime = time.Second

// BeOwner makes other apis look whether this process still runs. It must be called before the
// process owns a durable request, and again within a day.
func (c *Client) BeOwner(ctx context.Context) error {
	_, err := c.uploads.publish(ctx, subjectOwners+c.id, nil)
	if err == nil {
		c.owner.Store(true)
	}
	return err
}

// isGone reports whether an api certainly does not run any more.
func (c *Client) isGone(ctx context.Context, api string) bool {
	err := c.conn.Once(ctx, func(ctx context.Context) error {
		_, err := c.conn.NATS.RequestWithContext(ctx, subjectAlive+api, nil)
		return err
	})
	return errors.Is(err, nats.ErrNoResponders)
}

// ErrNoRoom is returned by [Client.KeepUpload] if the uploads of all durable requests take up
// their room, and by [Client.CountBatch] if the lists of batches do.
var ErrNoRoom = errors.New("job: no room for another request")
