package analytics

import (
	"context"
	_ "embed"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
)

// redisReferences is the only key in Redis. lua/shared.lua describes its value.
const redisReferences = "biom:analytics:references"

// redisEpoch is the time from which the scripts count, so that a time and a state
// fit together into the 53 bits of a score.
var redisEpoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// Each operation is one script, so that it is atomic and takes one round trip.
var (
	//go:embed lua/shared.lua
	luaShared string
	//go:embed lua/add.lua
	luaAdd string
	//go:embed lua/claim.lua
	luaClaim string
	//go:embed lua/confirm.lua
	luaConfirm string

	addScript     = redis.NewScript(luaShared + luaAdd)
	claimScript   = redis.NewScript(luaShared + luaClaim)
	confirmScript = redis.NewScript(luaShared + luaConfirm)
)

// Redis keeps references that several processes share. It uses the clock of the
// Redis server, so the clocks of the processes need not agree.
type Redis struct {
	// Offset is added to Redis's clock; nil means 0. For tests.
	Offset func() time.Duration

	client redis.Scripter
	pinned func() time.Time // replaces Redis's clock in tests that need exact times; else nil
}

var _ References = (*Redis)(nil)

// NewRedis returns a store on a client, usually that of redisclient.Open.
func NewRedis(client redis.Scripter) *Redis { return &Redis{client: client} }

// Add implements [References].
func (r *Redis) Add(ctx context.Context, id string) error {
	if err := check(id, Accurate); err != nil {
		return err
	}
	if err := r.run(ctx, addScript, id, "").Err(); err != nil {
		return fmt.Errorf("analytics: add: %w", err)
	}
	return nil
}

// Claim implements [References].
func (r *Redis) Claim(ctx context.Context, id string, rating Rating) (done bool, err error) {
	if err := check(id, rating); err != nil {
		return false, err
	}
	reply, err := r.run(ctx, claimScript, id, rating).Int()
	switch {
	case err != nil:
		return false, fmt.Errorf("analytics: claim: %w", err)
	case reply == 0:
		return false, ErrUnknown
	case reply == 3:
		return false, ErrRated
	}
	return reply == 2, nil
}

// Confirm implements [References].
func (r *Redis) Confirm(ctx context.Context, id string, rating Rating) error {
	if err := check(id, rating); err != nil {
		return err
	}
	if err := r.run(ctx, confirmScript, id, rating).Err(); err != nil {
		return fmt.Errorf("analytics: confirm: %w", err)
	}
	return nil
}

// run runs a script with the arguments that lua/shared.lua describes.
func (r *Redis) run(ctx context.Context, script *redis.Script, id string, rating Rating) *redis.Cmd {
	offset, pinned := int64(0), ""
	if r.Offset != nil {
		offset = r.Offset().Microseconds()
	}
	if r.pinned != nil {
		pinned = strconv.FormatInt(r.pinned().Sub(redisEpoch).Microseconds(), 10)
	}
	ratingNumber := map[Rating]int{Accurate: 1, Inaccurate: 2}[rating]
	return script.Run(ctx, r.client, []string{redisReferences},
		id, ratingNumber, ReferenceTTL.Microseconds(), MaxReferences, offset, pinned)
}
