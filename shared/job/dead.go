package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
)

// DeadJobs yields the dead records of the last seven days, oldest first. It ends
// after the first error.
func DeadJobs(ctx context.Context, conn *broker.Conn) iter.Seq2[Dead, error] {
	return func(yield func(Dead, error) bool) {
		stream, err := conn.JS.Stream(ctx, StreamDead)
		if err != nil {
			yield(Dead{}, fmt.Errorf("job: the record of dead jobs cannot be read: %w", err))
			return
		}
		state := stream.CachedInfo().State
		for seq := max(state.FirstSeq, 1); seq <= state.LastSeq; seq++ { // both may be 0 if the stream is empty
			d, err := readDead(ctx, stream, seq)
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				continue
			}
			if !yield(d, err) || err != nil {
				return
			}
		}
	}
}

func readDead(ctx context.Context, stream jetstream.Stream, seq uint64) (d Dead, err error) {
	msg, err := stream.GetMsg(ctx, seq)
	if err != nil {
		return d, err
	}
	return d, json.Unmarshal(msg.Data, &d)
}
