package job

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrClaimed says that somebody else has the request, or has ended it.
var ErrClaimed = errors.New("job: another has claimed the request")

// Repeat is what is kept of a request that may come again, because it has an
// Idempotency-Key. Its life, for a day:
//
//	(nothing) ──Claim──▶ claimed ──Finish──▶ ended: the outcome is every repeat's answer
//	    ▲                  │  ▲ Take: who claimed it is gone
//	    └─────Release──────┘──┘
type Repeat struct {
	Content string    `json:"content"` // tells other content under the same key; nothing can be read from it
	Header  Header    `json:"header"`  // of the job; that of a request without one has no tier
	Owner   string    `json:"owner"`   // the api that has claimed it
	Kept    time.Time `json:"kept"`    // until then it is believed to be at work, unless it is gone

	Charge string `json:"charge,omitempty"` // the ID under which it was charged, as far as that is known
	Spent  bool   `json:"spent,omitempty"`  // a provider call was started for that: it stands

	Outcome *Outcome `json:"outcome,omitempty"`
}

// Outcome is how a request was answered, under which request ID.
type Outcome struct {
	ID       string          `json:"id"`
	Status   int             `json:"status"`
	Body     json.RawMessage `json:"body"`
	Withheld []string        `json:"withheld,omitempty"`
}

// Claim is the right to answer a request, until somebody takes it over.
type Claim struct {
	Repeat

	client   *Client
	name     string
	revision uint64
}

const (
	repeatsAge   = 24 * time.Hour // a repeat gets the first one's answer
	repeatsBytes = 1 << 30        // some 200,000 answers
	releasedAge  = time.Minute    // what is left of a request that was released
)

func repeatsBucket(o StreamOptions) jetstream.KeyValueConfig {
	return jetstream.KeyValueConfig{
		Bucket: BucketRepeats, TTL: repeatsAge, LimitMarkerTTL: releasedAge,
		Storage: jetstream.FileStorage, Replicas: max(o.Replicas, 1), MaxBytes: repeatsBytes,
	}
}

// Claim takes a request for the first time. name identifies caller and key,
// and tells nothing of either. ErrClaimed: see [Client.Repeat].
func (c *Client) Claim(ctx context.Context, name string, r Repeat) (*Claim, error) {
	r.Header.API = c.id
	return c.claim(ctx, name, r, 0)
}

// Take takes over a request from whoever claimed it and is gone. ErrClaimed:
// somebody else was faster.
func (c *Client) Take(ctx context.Context, was *Claim, r Repeat) (*Claim, error) {
	if r.Header.ID != was.Header.ID { // a new job, and not the rest of the old one
		r.Header.API = c.id
	}
	return c.claim(ctx, was.name, r, was.revision)
}

func (c *Client) claim(ctx context.Context, name string, r Repeat, after uint64) (*Claim, error) {
	r.Owner = c.id
	claim := &Claim{Repeat: r, client: c, name: name, revision: after}
	return claim, claim.write(ctx)
}

// Repeat returns the request of that name as it stands, nil if there is none.
// It can be taken over, and neither finished nor released.
func (c *Client) Repeat(ctx context.Context, name string) (*Claim, error) {
	var entry jetstream.KeyValueEntry
	err := once(ctx, func(ctx context.Context) (err error) {
		entry, err = c.repeats.Get(ctx, name)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	header, _, err := split(entry.Value())
	if err != nil || string(header) != string(repeatBinding(name)) {
		return nil, errors.New("job: the record is of another request")
	}
	body, _, err := c.cfg.Keys.open(entry.Value())
	if err != nil {
		return nil, err
	}
	claim := &Claim{client: c, name: name, revision: entry.Revision()}
	return claim, json.Unmarshal(body, &claim.Repeat)
}

// OwnerGone reports that the api which has claimed the request is certainly not
// there any more.
func (c *Claim) OwnerGone(ctx context.Context) bool {
	err := once(ctx, func(ctx context.Context) error {
		_, err := c.client.conn.NATS.RequestWithContext(ctx, subjectAlive+c.Owner, nil)
		return err
	})
	return errors.Is(err, nats.ErrNoResponders)
}

// Name is what the request was claimed by.
func (c *Claim) Name() string { return c.name }

// Charged notes the charge, so that whoever takes over makes no other.
func (c *Claim) Charged(ctx context.Context, id string) error {
	c.Charge = id
	return c.write(ctx)
}

// Finish stores the outcome. ErrClaimed: another has taken the request over,
// and its outcome counts.
func (c *Claim) Finish(ctx context.Context, o Outcome) error {
	c.Outcome = &o
	return c.write(ctx)
}

// Release forgets the request: its next repeat is a first one.
func (c *Claim) Release(ctx context.Context) error {
	return once(ctx, func(ctx context.Context) error {
		return claimed(c.client.repeats.Purge(ctx, c.name, jetstream.LastRevision(c.revision), jetstream.PurgeTTL(releasedAge)))
	})
}

// write stores the record if it is as it was seen last. After an error that is
// not ErrClaimed it may be stored all the same.
func (c *Claim) write(ctx context.Context) error {
	body, err := json.Marshal(c.Repeat)
	if err != nil {
		return err
	}
	sealed, err := c.client.cfg.Keys.seal(repeatBinding(c.name), body, nil)
	if err != nil {
		return err
	}
	return once(ctx, func(ctx context.Context) error {
		var revision uint64
		if c.revision == 0 {
			revision, err = c.client.repeats.Create(ctx, c.name, sealed)
		} else {
			revision, err = c.client.repeats.Update(ctx, c.name, sealed, c.revision)
		}
		if err == nil {
			c.revision = revision
		}
		return claimed(err)
	})
}

func claimed(err error) error {
	if errors.Is(err, jetstream.ErrKeyExists) || isWrongSequence(err) {
		return ErrClaimed
	}
	return err
}

// Name makes the name of a caller's request, which only holders of the job key
// can make. While keys rotate, a repeat may be taken for a first request.
func (c *Client) Name(subject, key string) string { return c.cfg.Keys.blind("repeat", subject, key) }

func repeatBinding(name string) []byte { return []byte("repeat " + name) }

// Follow returns the progress of a job that another request began, on whatever
// api. The channel is not closed; stop ends it.
func (c *Client) Follow(ctx context.Context, h Header) (progress <-chan Event, stop func(), err error) {
	events := make(chan Event, 16)
	sub, err := c.conn.NATS.Subscribe(subjectProgress+h.API+"."+h.ID, func(m *nats.Msg) {
		var e Event
		if json.Unmarshal(m.Data, &e) != nil {
			return
		}
		select {
		case events <- e:
		default: // a slow reader
		}
	})
	if err != nil {
		return nil, nil, err
	}
	if err := once(ctx, c.conn.NATS.FlushWithContext); err != nil { // nothing is missed from now on
		_ = sub.Unsubscribe()
		return nil, nil, err
	}
	return events, func() { _ = sub.Unsubscribe() }, nil
}

// Stored returns the result of a job of any api, nil when there is none yet.
func (c *Client) Stored(ctx context.Context, h Header) (*Result, error) {
	data, err := c.records.result(ctx, h.API, h.ID)
	if err != nil || data == nil {
		return nil, err
	}
	r, err := openResult(c.cfg.Keys, h.API, h.ID, data)
	if err != nil {
		return nil, err
	}
	return &r, nil
}
