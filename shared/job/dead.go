package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"regexp"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
)

// ErrNotDead is returned by [FindDead] if there is no dead record of the request.
var ErrNotDead = errors.New("job: there is no dead record of this request")

// DeadJobs yields the dead records of the last seven days, oldest first. It ends
// after the first error.
func DeadJobs(ctx context.Context, conn *broker.Conn) iter.Seq2[Dead, error] {
	return func(yield func(Dead, error) bool) {
		stream, err := deadStream(ctx, conn)
		if err != nil {
			yield(Dead{}, err)
			return
		}
		state := stream.CachedInfo().State
		for seq := max(state.FirstSeq, 1); seq <= state.LastSeq; seq++ { // both may be 0 if the stream is empty
			d, err := toDead(stream.GetMsg(ctx, seq))
			if errors.Is(err, ErrNotDead) {
				continue
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

// requestID matches what can be the ID of a request. It keeps wildcards out of subjects.
var requestID = regexp.MustCompile(`^[A-Za-z0-9-]+$`)

// FindDead returns the dead record of a request.
func FindDead(ctx context.Context, conn *broker.Conn, request string) (Dead, error) {
	if !requestID.MatchString(request) {
		return Dead{}, ErrNotDead
	}
	stream, err := deadStream(ctx, conn)
	if err != nil {
		return Dead{}, err
	}
	return toDead(stream.GetLastMsgForSubject(ctx, subjectDead+request))
}

// PurgeDead deletes a dead record, and the file that was set aside for a retry.
func PurgeDead(ctx context.Context, conn *broker.Conn, d Dead) error {
	if d.Upload != "" {
		aside, err := conn.JS.Stream(ctx, StreamAside)
		if err == nil {
			err = aside.Purge(ctx, jetstream.WithPurgeSubject(subjectAside+d.Upload))
		}
		if err != nil {
			return err
		}
	}
	return purgeRecord(ctx, conn, d.ID)
}

func purgeRecord(ctx context.Context, conn *broker.Conn, request string) error {
	stream, err := deadStream(ctx, conn)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subjectDead+request))
}

func deadStream(ctx context.Context, conn *broker.Conn) (jetstream.Stream, error) {
	stream, err := conn.JS.Stream(ctx, StreamDead)
	if err != nil {
		return nil, fmt.Errorf("job: the record of dead jobs cannot be read: %w", err)
	}
	return stream, nil
}

// toDead returns the dead record in a message that was asked for.
func toDead(msg *jetstream.RawStreamMsg, err error) (d Dead, _ error) {
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return d, ErrNotDead
	}
	if err != nil {
		return d, err
	}
	return d, json.Unmarshal(msg.Data, &d)
}
