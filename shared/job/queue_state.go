package job

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
)

// QueueState is what NATS knows of the queue.
type QueueState struct {
	Tiers   []TierState `json:"tiers"`
	Oldest  float64     `json:"oldest_seconds"` // since the oldest job entered the queue; 0: it is empty
	Jobs    Room        `json:"jobs"`
	Uploads Room        `json:"uploads"` // the files of durable requests
	Dead    uint64      `json:"dead"`    // jobs that were given up in the last seven days
}

// TierState is the state of the queue of one tier.
type TierState struct {
	Tier    Tier   `json:"tier"`
	Waiting uint64 `json:"waiting"`
	Running int    `json:"running"`
}

// Room is how much of its room a stream takes up.
type Room struct {
	Bytes uint64 `json:"bytes"`
	Limit int64  `json:"limit_bytes"`
}

// ReadQueue returns the state of the queue.
func ReadQueue(ctx context.Context, conn *broker.Conn) (q QueueState, err error) {
	for _, tier := range tiers {
		t, err := readTier(ctx, conn, tier)
		if err != nil {
			return q, fmt.Errorf("job: the queue cannot be read: %w", err)
		}
		q.Tiers = append(q.Tiers, t)
	}
	for _, s := range []struct {
		name string
		note func(*jetstream.StreamInfo)
	}{
		{StreamJobs, func(i *jetstream.StreamInfo) { q.Jobs, q.Oldest = roomOf(i), oldest(i).Seconds() }},
		{StreamUploads, func(i *jetstream.StreamInfo) { q.Uploads = roomOf(i) }},
		{StreamDead, func(i *jetstream.StreamInfo) { q.Dead = i.State.Msgs }},
	} {
		info, err := readStream(ctx, conn, s.name)
		if err != nil {
			return q, fmt.Errorf("job: the queue cannot be read: %w", err)
		}
		s.note(info)
	}
	return q, nil
}

func readTier(ctx context.Context, conn *broker.Conn, tier Tier) (TierState, error) {
	consumer, err := conn.JS.Consumer(ctx, StreamJobs, consumerName(tier))
	if err != nil {
		return TierState{}, err
	}
	info := consumer.CachedInfo()
	return TierState{tier, info.NumPending, info.NumAckPending}, nil
}

func readStream(ctx context.Context, conn *broker.Conn, name string) (*jetstream.StreamInfo, error) {
	stream, err := conn.JS.Stream(ctx, name)
	if err != nil {
		return nil, err
	}
	return stream.CachedInfo(), nil
}

func roomOf(i *jetstream.StreamInfo) Room { return Room{i.State.Bytes, i.Config.MaxBytes} }

// oldest returns the age of the first message of a stream, by the clock of the server.
func oldest(info *jetstream.StreamInfo) time.Duration {
	if info.State.Msgs == 0 {
		return 0
	}
	return max(0, info.TimeStamp.Sub(info.State.FirstTime))
}
