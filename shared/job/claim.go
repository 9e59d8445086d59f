package job

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/clock"
)

// ErrClaimed is returned if another process holds the claim or has stored the
// outcome.
var ErrClaimed = errors.New("job: another has claimed the request")

// ClaimRecord is the stored record of a request that its client can come back to: an
// idempotent one (with an Idempotency-Key) by sending it again, a durable one (see [Durable])
// by its ID. [Claim] explains how it is used.
type ClaimRecord struct {
	// ContentHash is a hash of the request's content. A repeat with another hash
	// under the same key is refused.
	ContentHash string `json:"content"`
	// Header is that of the request's job. A request without a job has no tier.
	Header Header `json:"header"`
	// Owner is the ID of the api process that holds the claim. Claim and TakeOver set it.
	Owner string `json:"owner"`
	// ClaimID is the request ID with which the owner made the claim: see [Client.Leave]. Claim and
	// TakeOver set it.
	ClaimID string `json:"claim,omitempty"`
	// Expires is when the claim expires: from then on the owner is assumed to have
	// stopped working on the request.
	Expires time.Time `json:"kept"`

	// Charge is the ID of the charge for this request; "": none is known.
	Charge string `json:"charge,omitempty"`
	// ChargeStands reports whether a provider call was started for that charge, so that
	// it stands.
	ChargeStands bool `json:"spent,omitempty"`
	// FormerCharge is the ID of a former owner's charge that is refunded because this owner
	// charges anew; "": there is none. If this owner dies before it has refunded it, the next one does.
	FormerCharge string `json:"former_charge,omitempty"`

	// Outcome is nil until the request has ended.
	Outcome *Outcome `json:"outcome,omitempty"`

	// Durable is nil if only repeats can come back to the request.
	Durable *Durable `json:"durable,omitempty"`
}

// MaxOutcome is the greatest size in bytes of [Outcome].Body. The longest response
// fits.
const MaxOutcome = 64 << 10

// ErrTooLarge is returned by [Claim.Finish] for an outcome of more than MaxOutcome.
var ErrTooLarge = fmt.Errorf("job: an outcome of more than %d bytes is not stored", MaxOutcome)

// Outcome is the stored response to a request. Every repeat gets it.
type Outcome struct {
	ID     string          `json:"id"` // the ID of the request that did the work
	Status int             `json:"status"`
	Body   json.RawMessage `json:"body"`
	// RetryAfter is when a client may try again, in seconds; 0: the response does not say so.
	RetryAfter int `json:"retry_after,omitempty"`
	// Uncharged says that nothing was charged in the end. Only a durable request has such
	// an outcome; a repeat with the same Idempotency-Key does the work again.
	Uncharged bool     `json:"uncharged,omitempty"`
	Withheld  []string `json:"withheld,omitempty"` // see [Result.Withheld]
	Ignored   []string `json:"ignored,omitempty"`  // the list metadata.extraction.ignored of Body
}

// Claim is the record that one process, its owner, works on an idempotent
// request. Repeats of the request, which may reach other processes, follow the
// owner's job and respond with its outcome.
//
//	             Claim               Finish
//	(no record) ───────▶ claimed ─────────────▶ outcome stored
//	     ▲               │  │  ▲                (the response to every repeat)
//	     │    Release    │  │  │ TakeOver
//	     └───────────────┘  └──┘
//
// The steps:
//
//   - Claim: the first process that receives the request claims it and does the
//     work.
//   - NoteCharge: the owner notes its charge in the record, so that a process which
//     takes over the request does not charge again.
//   - Finish: the owner stores the outcome. It is kept for a day.
//   - Release: the request cost nothing, so its outcome need not be kept. The
//     next repeat does the work again.
//   - TakeOver: the owner no longer runs or has left the request, or its claim has
//     expired. A process that has received a repeat becomes the new owner.
//
// A process that claims a request, or takes it over, works on it until it calls Leave. If
// a step was not confirmed, the record may name an owner that has left.
//
// Each step except the first names the revision of the record that it replaces.
// The server refuses it if the record has changed since, and the step returns
// ErrClaimed. So if two processes take over a request, one of them fails; and an
// owner whose request was taken over cannot store a second outcome.
//
// A Claim returned by [Client.ReadClaim] shows the record as it was then. It can be passed to
// TakeOver and Forget, but must not be finished. It is released only if its client has deleted the
// request.
type Claim struct {
	ClaimRecord

	client   *Client
	name     string
	mu       sync.Mutex // held while the record is changed and written
	written  string     // the request ID in the record that this claim has written last; "": none
	revision uint64     // of the record in the bucket; 0: there is none yet
}

const (
	requestsAge   = 24 * time.Hour // how long repeats get the stored outcome
	requestsBytes = 1 << 30        // room for about 200,000 ordinary outcomes, 16,000 of MaxOutcome
	releasedAge   = time.Minute    // how long the server keeps the marker of a released record
)

func requestsBucket(o StreamOptions) jetstream.KeyValueConfig {
	return jetstream.KeyValueConfig{
		Bucket: BucketRequests, TTL: requestsAge, LimitMarkerTTL: releasedAge,
		Storage: jetstream.FileStorage, Replicas: max(o.Replicas, 1), MaxBytes: requestsBytes,
		RePublish: &jetstream.RePublish{Source: subjectRequests + "*", Destination: subjectChanged + "{{wildcard(1)}}"},
	}
}

// newStoredRequests returns what reads the records of requests from the stream of their bucket. The leader
// answers, and never a replica that lags behind, as the bucket's own reads allow: a client must find its job
// after the 202, and an owner must see that its request was deleted.
func newStoredRequests(ctx context.Context, conn *broker.Conn) (records, error) {
	stream, err := conn.AwaitStream(ctx, "KV_"+BucketRequests)
	if err == nil {
		stream.CachedInfo().Config.AllowDirect = false // of this handle: it decides where its reads go
	}
	return records{conn, stream}, err
}

// Claim claims a request that has no record. name is from [Client.RequestName]. It
// returns ErrClaimed if there is a record; [Client.ReadClaim] reads it.
func (c *Client) Claim(ctx context.Context, name string, r ClaimRecord) (*Claim, error) {
	r.Header.API = c.id
	return c.claim(ctx, name, r, 0)
}

// TakeOver takes over a request whose owner no longer runs or has left it, or whose claim
// has expired. It returns ErrClaimed if the record is not as in existing any more:
// another process was faster. r keeps the request ID of existing if only the
// result of its job is still to be sent, and has a new one if there is a new job.
func (c *Client) TakeOver(ctx context.Context, existing *Claim, r ClaimRecord) (*Claim, error) {
	if r.Header.ID != existing.Header.ID {
		r.Header.API = c.id
	}
	return c.claim(ctx, existing.name, r, existing.revision)
}

func (c *Client) claim(ctx context.Context, name string, r ClaimRecord, replaced uint64) (*Claim, error) {
	r.Owner, r.ClaimID = c.id, r.Header.ID
	c.mu.Lock()
	c.claimed[r.Header.ID]++ // before any other process can read the record
	c.mu.Unlock()
	claim := &Claim{ClaimRecord: r, client: c, name: name, revision: replaced}
	return claim, claim.write(ctx)
}

// ReadClaim reads the record of the request with that name. It returns nil if there
// is none.
func (c *Client) ReadClaim(ctx context.Context, name string) (*Claim, error) {
	msg, err := c.stored.lastMessage(ctx, subjectRequests+name)
	if err != nil || msg == nil || len(msg.Data) == 0 { // a marker of a deletion has no data
		return nil, err
	}
	return c.openClaim(name, msg.Data, msg.Sequence)
}

// openClaim verifies and decrypts the record of a request.
func (c *Client) openClaim(name string, sealed []byte, revision uint64) (*Claim, error) {
	header, _, err := split(sealed)
	if err != nil || string(header) != string(requestBinding(name)) {
		return nil, errors.New("job: the record is of another request")
	}
	body, _, err := c.cfg.Keys.open(sealed)
	if err != nil {
		return nil, err
	}
	claim := &Claim{client: c, name: name, revision: revision}
	return claim, json.Unmarshal(body, &claim.ClaimRecord)
}

// Leave ends what Claim or TakeOver has begun: this process does not work on the request with
// that ID any longer. It is called once for each of them, also after an error, because the
// record may have been stored nevertheless.
func (c *Client) Leave(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.claimed[id]--; c.claimed[id] <= 0 {
		delete(c.claimed, id)
	}
}

func (c *Client) worksOn(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.claimed[id] > 0
}

// hasLeft is what an api answers that does not work on a request.
var hasLeft = []byte("left")

// OwnerState is what is known of the process that holds a claim.
type OwnerState int

// The states of an owner.
const (
	OwnerWorks OwnerState = iota // on the request, or nothing is known
	OwnerLeft                    // it runs, but does not work on the request any longer: see [Client.Leave]
	OwnerGone                    // it certainly no longer runs
)

// OwnerState asks the owner of the claim whether it works on the request.
func (c *Claim) OwnerState(ctx context.Context) OwnerState {
	var reply *nats.Msg
	err := c.client.conn.Once(ctx, func(ctx context.Context) (err error) {
		reply, err = c.client.conn.NATS.RequestWithContext(ctx, subjectAlive+c.Owner, []byte(cmp.Or(c.ClaimID, c.Header.ID)))
		return err
	})
	switch {
	case errors.Is(err, nats.ErrNoResponders):
		return OwnerGone
	case err == nil && bytes.Equal(reply.Data, hasLeft):
		return OwnerLeft
	}
	return OwnerWorks
}

// Name returns the name of the request: see [Client.RequestName].
func (c *Claim) Name() string { return c.name }

// Revision returns the number of the version of the record. A later version has a greater one.
func (c *Claim) Revision() uint64 { return c.revision }

// Change changes the record and stores it.
func (c *Claim) Change(ctx context.Context, change func(*ClaimRecord)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	change(&c.ClaimRecord)
	return c.write(ctx)
}

// Copy returns a copy of the record as it was changed last.
func (c *Claim) Copy() ClaimRecord {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.ClaimRecord
	if r.Durable != nil {
		durable := *r.Durable
		r.Durable = &durable
	}
	return r
}

// NoteCharge notes the ID of the charge in the record, so that a process which takes
// over the request does not charge again.
func (c *Claim) NoteCharge(ctx context.Context, id string) error {
	return c.Change(ctx, func(r *ClaimRecord) { r.Charge = id })
}

// Renew gives the request a new job with that ID, of this process. chargeStands says that a
// provider call was started for a former one.
func (c *Claim) Renew(ctx context.Context, id string, chargeStands bool) error {
	return c.Change(ctx, func(r *ClaimRecord) { r.Header.ID, r.Header.API, r.ChargeStands = id, c.client.id, chargeStands })
}

// Finish stores the outcome. It returns ErrClaimed if another process has taken
// over the request: then the outcome of that process counts. It returns ErrTooLarge
// if the outcome is too large to be kept.
func (c *Claim) Finish(ctx context.Context, o Outcome) error {
	if len(o.Body) > MaxOutcome {
		return ErrTooLarge
	}
	return c.Change(ctx, func(r *ClaimRecord) { r.Outcome = &o })
}

// Release deletes the record: the next repeat is treated as a first request.
func (c *Claim) Release(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.replace(ctx, func(ctx context.Context) error {
		return c.client.conn.Once(ctx, func(ctx context.Context) error {
			return toErrClaimed(c.client.requests.Purge(ctx, c.name, jetstream.LastRevision(c.revision), jetstream.PurgeTTL(releasedAge)))
		})
	})
}

// write stores the record if it has not changed since c was read or written last.
func (c *Claim) write(ctx context.Context) error { return c.replace(ctx, c.writeRevision) }

// replace calls step, which replaces the revision that is known. After an error other than
// ErrClaimed, a step may have been taken nevertheless, also later, when NATS has another leader: then the
// next step finds a revision that is newer than the one it knows, and that is its own. replace returns
// ErrClaimed only if it has read that the record is not its own.
func (c *Claim) replace(ctx context.Context, step func(context.Context) error) error {
	for {
		err := step(ctx)
		if !errors.Is(err, ErrClaimed) || c.revision == 0 {
			return err
		}
		stored, readErr := c.client.ReadClaim(ctx, c.name)
		switch {
		case readErr != nil:
			return readErr // whose it is, is not known
		case stored == nil || !c.wrote(&stored.ClaimRecord):
			return err
		case stored.revision == c.revision: // a write that is under way, which the leader knows, cannot be read yet
			if err := clock.Sleep(ctx, 50*time.Millisecond); err != nil {
				return err
			}
		}
		c.revision = stored.revision
	}
}

// wrote reports whether a stored record is one that this claim has written, and not one of another
// owner, nor with an outcome or a deletion that this claim does not know of.
func (c *Claim) wrote(stored *ClaimRecord) bool {
	return stored.Owner == c.Owner && (stored.Header.ID == c.Header.ID || stored.Header.ID == c.written) &&
		(stored.Outcome == nil || c.Outcome != nil && bytes.Equal(stored.Outcome.Body, c.Outcome.Body)) &&
		(!stored.forgotten() || c.forgotten())
}

// writeRevision stores the record in place of the revision that is known.
func (c *Claim) writeRevision(ctx context.Context) error {
	body, err := json.Marshal(c.ClaimRecord)
	if err != nil {
		return err
	}
	sealed, err := c.client.cfg.Keys.seal(requestBinding(c.name), body, nil)
	if err != nil {
		return err
	}
	return c.client.conn.Once(ctx, func(ctx context.Context) error {
		var revision uint64
		if c.revision == 0 {
			revision, err = c.client.requests.Create(ctx, c.name, sealed)
		} else {
			revision, err = c.update(ctx, sealed)
		}
		if err == nil {
			c.revision, c.written = revision, c.Header.ID
		}
		return toErrClaimed(err)
	})
}

// update stores the record in place of the known revision. The outcome of a durable request is deleted by
// the server when the request is forgotten, unless its repeats get it: those of an uncharged one never do, and
// kept for a day, requests that cost nothing would fill the bucket.
func (c *Claim) update(ctx context.Context, sealed []byte) (revision uint64, err error) {
	d := c.Durable
	if c.Outcome == nil || d == nil || d.Repeatable && !c.Outcome.Uncharged {
		return c.client.requests.Update(ctx, c.name, sealed, c.revision)
	}
	ttl := max(time.Until(d.Forget), time.Second).Round(time.Second)
	ack, err := c.client.conn.JS.Publish(ctx, subjectRequests+c.name, sealed,
		jetstream.WithExpectLastSequencePerSubject(c.revision), jetstream.WithMsgTTL(ttl))
	if err != nil {
		return 0, err
	}
	return ack.Sequence, nil
}

// toErrClaimed returns ErrClaimed if err means that the record has changed, else err.
func toErrClaimed(err error) error {
	if errors.Is(err, jetstream.ErrKeyExists) || isWrongSequence(err) {
		return ErrClaimed
	}
	return err
}

func requestBinding(name string) []byte { return []byte("request " + name) }

// Follow returns the progress of a job that any api process has submitted, from
// now on. Events that the reader does not receive in time are dropped. stop ends
// it; the channel is never closed.
func (c *Client) Follow(ctx context.Context, h Header) (progress <-chan *Event, stop func(), err error) {
	events := make(chan *Event, 16)
	sub, err := c.conn.NATS.Subscribe(subjectProgress+h.API+"."+h.ID, func(m *nats.Msg) {
		e := new(Event)
		if json.Unmarshal(m.Data, e) != nil {
			return
		}
		select {
		case events <- e:
		default:
		}
	})
	if err != nil {
		return nil, nil, err
	}
	if err := c.conn.Once(ctx, c.conn.NATS.FlushWithContext); err != nil { // until the server has the subscription
		_ = sub.Unsubscribe()
		return nil, nil, err
	}
	return events, func() { _ = sub.Unsubscribe() }, nil
}
