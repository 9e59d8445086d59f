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

// Keys in Redis. The bucket's name contains no colon, so each pair of bucket and
// subject has a key of its own, although a subject may be any text.
const (
	redisLog    = "biom:quota:log:"    // + bucket + ":" + subject → list, see lua/shared.lua
	redisCharge = "biom:quota:charge:" // + charge ID → its entries, see lua/shared.lua
)

// Each operation is one script, so that it is atomic and takes one round trip.
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

// Redis is the store that several processes share. It uses the clock of the Redis
// server, so the clocks of the processes need not agree. Redis Cluster is not
// supported, because a charge uses several keys.
//
// The driver may send a command again if its reply was lost. That is safe, because
// a charge is known by its ID.
//
// A charge that reaches Redis late is not made. A command can lie in the connection
// of a paused server long after its caller gave up, and must not count when the
// server goes on. So each charge carries a deadline by Redis's clock. To compute
// it, the store measures the gap between both clocks with every reply.
type Redis struct {
	// Offset is added to Redis's clock; nil means 0. For tests.
	Offset func() time.Duration

	client redis.Scripter
	gap    atomic.Pointer[clockGap] // nil: not known yet
	late   time.Duration            // lateAfter; tests set another
	pinned func() time.Time         // replaces both clocks in tests that need exact times; else nil
}

var _ Store = (*Redis)(nil)

// NewRedis returns a store on a client, usually that of redisclient.Open.
func NewRedis(client redis.Scripter) *Redis { return &Redis{client: client, late: lateAfter} }

// Charge implements [Store].
func (r *Redis) Charge(ctx context.Context, id string, lines ...Line) (Verdict, error) {
	if err := check(id, lines); err != nil {
		return Verdict{}, err
	}
	v, err := r.charge(ctx, id, lines)
	if errors.Is(err, errLate) { // a clock was set; the reply has corrected the gap
		v, err = r.charge(ctx, id, lines)
	}
	if err != nil {
		return Verdict{}, fmt.Errorf("quota: charge: %w", err)
	}
	return v, nil
}

// charge runs the script once. It may return errLate.
func (r *Redis) charge(ctx context.Context, id string, lines []Line) (Verdict, error) {
	keys, args := []string{redisCharge + id}, append(r.times(), r.deadline())
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
	r.gap.Store(&clockGap{reply[0] - r.ownTime()})
	return verdict(reply[1:], lines)
}

// clockGap is the time by which Redis's clock is ahead of our own.
type clockGap struct{ ms int64 }

// lateAfter is the time after which Redis does not make a charge any more. It is
// longer than any caller waits, and longer than clocks drift between two charges.
const lateAfter = 2 * time.Second

// errLate is the error of a charge that was not made because it came too late. A
// caller gets it only if a clock was set between two charges or the server was
// paused.
var errLate = errors.New("it came to Redis too late")

// deadline returns the time, by Redis's clock in ms since 1970, after which a charge
// sent now must not be made. It is "" while the gap between the clocks is not known.
func (r *Redis) deadline() string {
	gap := r.gap.Load()
	if gap == nil {
		return ""
	}
	return strconv.FormatInt(r.ownTime()+gap.ms+r.late.Milliseconds(), 10)
}

// ownTime returns the time of this process in ms since 1970. Offset and pinned
// apply to it as they do to Redis's clock.
func (r *Redis) ownTime() int64 {
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

// verdict reads the reply of charge.lua, after its first element.
func verdict(reply []int64, lines []Line) (Verdict, error) {
	switch {
	case len(reply) == 1 && reply[0] == 1:
		return Verdict{Allowed: true}, nil
	case len(reply) == 1 && reply[0] == 2:
		return Verdict{}, ErrRefunded
	case len(reply) == 1 && reply[0] == 3:
		return Verdict{}, errLate
	case len(reply) == 3 && reply[1] >= 1 && int(reply[1]) <= len(lines):
		var r refusal
		r.add(lines[reply[1]-1].Bucket, reply[2], 0)
		return r.verdict, nil
	}
	return Verdict{}, fmt.Errorf("unexpected reply %v", reply)
}

// times returns the arguments that all scripts begin with.
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
