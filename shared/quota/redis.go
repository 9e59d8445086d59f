package quota

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"
)

// Keys in Redis. A bucket's name has no colon, so that no two pairs of bucket
// and subject share a key, whatever the subject.
const (
	redisLog    = "biom:quota:log:"    // + bucket + ":" + subject → list, see lua/shared.lua
	redisCharge = "biom:quota:charge:" // + charge ID → what it consumed
)

// One script an operation, so that each is atomic and one round trip.
var (
	//go:embed lua/shared.lua
	luaShared string
	//go:embed lua/charge.lua
	luaCharge string
	//go:embed lua/refund.lua
	luaRefund string
	//go:embed lua/usage.lua
	luaUsage string

	chargeScript = redis.NewScript(luaShared + luaCharge)
	refundScript = redis.NewScript(luaShared + luaRefund)
	usageScript  = redis.NewScript(luaShared + luaUsage)
)

// Redis is the store that several processes share. The clock is Redis's own,
// so that theirs need not agree. (Redis Cluster is not supported: a charge
// touches several keys.)
//
// The client may send a command again whose reply was lost: charges are known
// by their IDs, so that the driver's retries are safe.
type Redis struct {
	// Offset is added to Redis's clock; nil means 0. For tests.
	Offset func() time.Duration

	client redis.Scripter
	clock  atomic.Pointer[clockGap] // nil: not known yet
	late   time.Duration
	pinned func() time.Time // replaces the clock in the conformance suite, which needs it exact
}

var _ Store = (*Redis)(nil)

// NewRedis makes a store on a client, usually redisclient.Open's.
func NewRedis(client redis.Scripter) *Redis { return &Redis{client: client, late: lateAfter} }

// Charge implements [Store].
func (r *Redis) Charge(ctx context.Context, id string, lines ...Line) (Verdict, error) {
	if err := check(id, lines); err != nil {
		return Verdict{}, err
	}
	v, err := r.charge(ctx, id, lines)
	if errors.Is(err, errLate) { // its clock was set; now we know
		v, err = r.charge(ctx, id, lines)
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("quota: charge: %w", err)
	}
	return v, nil
}

func (r *Redis) charge(ctx context.Context, id string, lines []Line) (Verdict, error) {
	keys, args := []string{redisCharge + id}, append(r.times(), r.tooLate())
	for _, l := range lines {
		keys = append(keys, logKey(l.Bucket, l.Subject))
		args = append(args, int64(l.Cost), int64(l.Limit))
	}
	reply, err := chargeScript.Run(ctx, r.client, keys, args...).Int64Slice()
	if err != nil {
		return Verdict{}, err
	}
	if len(reply) < 2 {
		return Verdict{}, fmt.Errorf("unexpected reply %v", reply)
	}
	r.clock.Store(&clockGap{reply[0] - r.ours()})
	return verdict(reply[1:], lines)
}

// clockGap is how far Redis's clock is ahead of ours.
type clockGap struct{ ms int64 }

// lateAfter is when Redis does not make a charge any more: long after its
// caller gave up, and more than a clock drifts between two charges.
const lateAfter = 2 * time.Second

// errLate is of a charge that was not made. Only clocks that were set between
// two charges, or a server that was paused, bring one to its caller.
var errLate = errors.New("it came to Redis too late")

// tooLate is when a charge made now is too late, by Redis's clock; "" while
// that is not known.
func (r *Redis) tooLate() string {
	gap := r.clock.Load()
	if gap == nil {
		return ""
	}
	return strconv.FormatInt(r.ours()+gap.ms+r.late.Milliseconds(), 10)
}

// ours is our clock, set as Redis's is in tests.
func (r *Redis) ours() int64 {
	switch {
	case r.pinned != nil:
		return r.pinned().UnixMilli()
	case r.Offset != nil:
		return time.Now().Add(r.Offset()).UnixMilli()
	}
	return time.Now().UnixMilli()
}

// Refund implements [Store].
func (r *Redis) Refund(ctx context.Context, id string) error {
	err := refundScript.Run(ctx, r.client, []string{redisCharge + id}, r.times()...).Err()
	if err != nil {
		return fmt.Errorf("quota: refund: %w", err)
	}
	return nil
}

// Usage implements [Store].
func (r *Redis) Usage(ctx context.Context, bucket Bucket, subject Subject) (Usage, error) {
	if err := checkName(bucket, subject); err != nil {
		return Usage{}, err
	}
	reply, err := usageScript.Run(ctx, r.client, []string{logKey(bucket, subject)}, r.times()...).Int64Slice()
	if err == nil && len(reply) != 2 {
		err = fmt.Errorf("unexpected reply %v", reply)
	}
	if err != nil {
		return Usage{}, fmt.Errorf("quota: usage: %w", err)
	}
	return Usage{Used: Credits(reply[0]), ResetsIn: time.Duration(reply[1]) * time.Millisecond}, nil
}

// verdict reads charge.lua's reply.
func verdict(reply []int64, lines []Line) (Verdict, error) {
	switch {
	case len(reply) == 1 && reply[0] == 1:
		return Verdict{Allowed: true}, nil
	case len(reply) == 1 && reply[0] == 2:
		return Verdict{}, ErrRefunded
	case len(reply) == 1 && reply[0] == 3:
		return Verdict{}, errLate
	case len(reply) == 3 && reply[1] >= 1 && int(reply[1]) <= len(lines):
		var full refusal
		full.add(lines[reply[1]-1].Bucket, reply[2], 0)
		return full.verdict, nil
	}
	return Verdict{}, fmt.Errorf("unexpected reply %v", reply)
}

// times makes the arguments that all scripts begin with.
func (r *Redis) times() []any {
	offset, pinned := int64(0), ""
	if r.Offset != nil {
		offset = r.Offset().Milliseconds()
	}
	if r.pinned != nil {
		pinned = strconv.FormatInt(r.pinned().UnixMilli(), 10)
	}
	return []any{windowMS, memoryMS, offset, pinned}
}

func logKey(b Bucket, s Subject) string { return redisLog + string(b) + ":" + string(s) }
