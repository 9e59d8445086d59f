package job

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/clock"
)

// uploads stores the files of durable requests.
type uploads struct {
	conn   *broker.Conn
	keys   *Keyring
	stream jetstream.Stream
}

func newUploads(ctx context.Context, conn *broker.Conn, keys *Keyring, name string) (uploads, error) {
	stream, err := conn.AwaitStream(ctx, name)
	return uploads{conn, keys, stream}, err
}

func uploadBinding(name string) []byte { return []byte("upload " + name) }

// publish stores a message in place of an earlier one with the same subject, and returns its sequence
// number. After a temporary error it tries again until ctx ends.
func (u uploads) publish(parent context.Context, subject string, msg []byte, opts ...jetstream.PublishOpt) (sequence uint64, err error) {
	opts = append(opts, jetstream.WithExpectStream(StreamUploads), jetstream.WithRetryAttempts(0))
	ctx, cancel := context.WithTimeout(parent, u.conn.RetryTime())
	defer cancel()
	for {
		var ack *jetstream.PubAck
		err := u.conn.Once(ctx, func(ctx context.Context) (err error) {
			ack, err = u.conn.JS.Publish(ctx, subject, msg, opts...)
			return err
		})
		switch {
		case err == nil:
			return ack.Sequence, nil
		case full(err):
			return 0, fmt.Errorf("%w: %w", ErrNoRoom, err)
		case !broker.Temporary(err) || clock.Sleep(ctx, 200*time.Millisecond) != nil:
			return 0, err
		}
	}
}

// read returns the file of the request with that name, nil if it is not stored.
func (u uploads) read(ctx context.Context, name string) ([]byte, error) {
	msg, err := u.await(ctx, subjectUploads+name)
	if err != nil || msg == nil {
		return nil, err
	}
	return u.open(name, msg.Data)
}

// await returns the message of a subject, nil if there is none. A replica that lags behind may not have it
// yet, so await asks again for a moment.
func (u uploads) await(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	for try := 0; ; try++ {
		msg, err := u.last(ctx, subject)
		if err != nil || msg != nil || try == 10 {
			return msg, err
		}
		if err := clock.Sleep(ctx, 50*time.Millisecond); err != nil {
			return nil, err
		}
	}
}

func (u uploads) open(name string, sealed []byte) ([]byte, error) {
	header, _, err := split(sealed)
	if err != nil || string(header) != string(uploadBinding(name)) {
		return nil, errors.New("job: the upload is of another request")
	}
	_, file, err := u.keys.open(sealed)
	return file, err
}

func (u uploads) last(ctx context.Context, subject string) (msg *jetstream.RawStreamMsg, err error) {
	err = u.conn.Once(ctx, func(ctx context.Context) error {
		msg, err = u.stream.GetLastMsgForSubject(ctx, subject)
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return msg, err
}

// purge deletes the message of a subject, unless it is later than a sequence number; 0: in any case.
func (u uploads) purge(ctx context.Context, subject string, sequence uint64) error {
	which := []jetstream.StreamPurgeOpt{jetstream.WithPurgeSubject(subject)}
	if sequence > 0 {
		which = append(which, jetstream.WithPurgeSequence(sequence+1))
	}
	return u.conn.Once(ctx, func(ctx context.Context) error { return u.stream.Purge(ctx, which...) })
}

// list returns the last tokens of the subjects with a prefix that have a message.
func (u uploads) list(ctx context.Context, prefix string) (tokens []string, err error) {
	err = u.conn.Once(ctx, func(ctx context.Context) error {
		info, err := u.stream.Info(ctx, jetstream.WithSubjectFilter(prefix+"*"))
		if err != nil {
			return err
		}
		for subject := range info.State.Subjects {
			tokens = append(tokens, strings.TrimPrefix(subject, prefix))
		}
		return nil
	})
	return tokens, err
}

const positionSize = 4 // bytes

func encodePosition(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

func decodePosition(b []byte) int { return int(binary.BigEndian.Uint32(b)) }

// jetstreamSequence returns the sequence number of a message that a stream has published again.
func jetstreamSequence(m *nats.Msg) (uint64, error) {
	return strconv.ParseUint(m.Header.Get("Nats-Sequence"), 10, 64)
}

// Uploads returns how many uploads of durable requests are stored.
func (c *Client) Uploads(ctx context.Context) (int, error) {
	names, err := c.uploads.list(ctx, subjectUploads)
	return len(names), err
}
