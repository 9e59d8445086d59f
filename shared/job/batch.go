package job

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/clock"
)

// BatchEntry is what the list of a batch has of one durable request.
type BatchEntry struct {
	ID         string    `json:"id"`
	Filename   string    `json:"filename"`
	Status     string    `json:"status"` // as the request's client sees it
	HTTPStatus int       `json:"http_status,omitempty"`
	Created    time.Time `json:"created"`
	Ended      time.Time `json:"ended,omitzero"`
	Forget     time.Time `json:"forget"`

	Sequence uint64 `json:"-"` // of this version; a later one has a greater number
}

// batches keeps the entries of batches: one message for each request, under a subject of its batch.
type batches struct {
	conn   *broker.Conn
	keys   *Keyring
	stream jetstream.Stream
}

// batchSubject returns the subject of the entries of a user's batch. Neither can be read from it.
func (b batches) batchSubject(user, batch string) string {
	return subjectBatches + b.keys.mac("batch", user, batch)[:tokenSize] + "."
}

func batchBinding(subject string) []byte { return []byte("batch " + subject) }

// NoteInBatch stores the entry of a request, named name, in place of an earlier one.
func (c *Client) NoteInBatch(ctx context.Context, user, batch, name string, e BatchEntry) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	subject := c.batches.batchSubject(user, batch) + name
	sealed, err := c.cfg.Keys.seal(batchBinding(subject), body, nil)
	if err != nil {
		return err
	}
	return c.conn.Once(ctx, func(ctx context.Context) error {
		_, err := c.conn.JS.Publish(ctx, subject, sealed, jetstream.WithExpectStream(StreamBatches))
		return err
	})
}

// DropFromBatch deletes the entry of a request.
func (c *Client) DropFromBatch(ctx context.Context, user, batch, name string) error {
	return c.conn.Once(ctx, func(ctx context.Context) error {
		return c.batches.stream.Purge(ctx, jetstream.WithPurgeSubject(c.batches.batchSubject(user, batch)+name))
	})
}

// CountBatch returns how many requests a batch has. It returns ErrNoRoom if the lists of all batches take up
// 15 sixteenths of their room; the last one is for the ends of the requests that are in them.
func (c *Client) CountBatch(ctx context.Context, user, batch string) (n int, err error) {
	err = c.conn.Once(ctx, func(ctx context.Context) error {
		info, err := c.batches.stream.Info(ctx, jetstream.WithSubjectFilter(c.batches.batchSubject(user, batch)+"*"))
		if err != nil {
			return err
		}
		if info.State.Bytes > uint64(info.Config.MaxBytes)/16*15 {
			return ErrNoRoom
		}
		n = len(info.State.Subjects)
		return nil
	})
	return n, err
}

// ReadBatch returns the entries of a batch, in no order.
func (c *Client) ReadBatch(ctx context.Context, user, batch string) ([]BatchEntry, error) {
	entries := map[string]BatchEntry{} // by ID: a request may be written again meanwhile
	err := c.batches.read(ctx, c.batches.batchSubject(user, batch), 0, true, func(e BatchEntry) bool {
		entries[e.ID] = e
		return true
	})
	return slices.Collect(maps.Values(entries)), err
}

// FollowBatch calls see with the entries of a batch that were written after a sequence number (0: with
// all of them), and with those that are written from now on, until ctx ends or see returns false.
func (c *Client) FollowBatch(ctx context.Context, user, batch string, after uint64, see func(BatchEntry) bool) error {
	subject := c.batches.batchSubject(user, batch)
	for {
		err := c.batches.read(ctx, subject, after, false, func(e BatchEntry) bool {
			after = e.Sequence
			return see(e)
		})
		if err == nil || ctx.Err() != nil {
			return err
		}
		if err := clock.Sleep(ctx, time.Second); err != nil { // the server was away: go on where we were
			return err
		}
	}
}

// read calls see with the entries whose subjects begin with prefix, after a sequence number and in its order,
// until see returns false. If once is set, it does not wait for more than there are. An entry that does not open
// is left out.
func (b batches) read(ctx context.Context, prefix string, after uint64, once bool, see func(BatchEntry) bool) error {
	cfg := jetstream.OrderedConsumerConfig{FilterSubjects: []string{prefix + "*"}, DeliverPolicy: jetstream.DeliverAllPolicy}
	if after > 0 {
		cfg.DeliverPolicy, cfg.OptStartSeq = jetstream.DeliverByStartSequencePolicy, after+1
	}
	consumer, err := b.conn.JS.OrderedConsumer(ctx, StreamBatches, cfg)
	if err != nil {
		return err
	}
	defer b.remove(ctx, consumer)
	if once && consumer.CachedInfo().NumPending == 0 {
		return nil
	}
	messages, err := consumer.Messages()
	if err != nil {
		return err
	}
	defer messages.Stop()
	for {
		msg, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return err
		}
		meta, err := msg.Metadata()
		if err != nil {
			return err
		}
		if e, err := b.entry(msg.Subject(), msg.Data()); err == nil {
			if e.Sequence = meta.Sequence.Stream; !see(e) {
				return nil
			}
		}
		if once && meta.NumPending == 0 {
			return nil
		}
	}
}

// remove deletes a consumer that is not read any more. The server would keep it for five minutes.
func (b batches) remove(ctx context.Context, consumer jetstream.Consumer) {
	_ = b.conn.Once(context.WithoutCancel(ctx), func(ctx context.Context) error {
		return b.stream.DeleteConsumer(ctx, consumer.CachedInfo().Name)
	})
}

// entry returns the entry in a message.
func (b batches) entry(subject string, sealed []byte) (e BatchEntry, err error) {
	header, _, err := split(sealed)
	if err != nil || string(header) != string(batchBinding(subject)) {
		return e, errors.New("job: the entry is of another batch")
	}
	body, _, err := b.keys.open(sealed)
	if err != nil {
		return e, err
	}
	return e, json.Unmarshal(body, &e)
}
