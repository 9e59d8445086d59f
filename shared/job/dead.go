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

// DeadJobs yields the records of the jobs that were given up in the last seven
// days, oldest first.
func DeadJobs(ctx context.Context, conn *broker.Conn) iter.Seq2[Dead, error] {
	return func(yield func(Dead, error) bool) {
		stream, err := conn.JS.Stream(ctx, StreamDead)
		if err != nil {
			yield(Dead{}, fmt.Errorf("job: the record of dead jobs cannot be read: %w", err))
			return
		}
		kept := stream.CachedInfo().State
		for seq := max(kept.FirstSeq, 1); seq <= kept.LastSeq; seq++ { // of an empty stream both may be 0
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
