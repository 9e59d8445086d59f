package doctor

import (
	"context"
	"time"

	"github.com/google/uuid"

	"biom/shared/quota"
	"biom/shared/redisclient"
)

// Redis 5.0 is the first version in which a script may write after it has asked for the time.
const redisMajor, redisMinor = 5, 0

// Redis checks the Redis server at url. now is this machine's clock.
func (r *Report) Redis(ctx context.Context, url string, now func() time.Time) {
	client, err := redisclient.Open(url, nil)
	if err != nil {
		r.Problem("Redis", "Correct BIOM_REDIS_URL.", "%v", err)
		return
	}
	defer client.Close()
	s, err := redisclient.Inspect(ctx, client, now)
	if err != nil {
		r.Problem("Redis", "Start Redis, or correct BIOM_REDIS_URL.", "%s: %v", client.Options().Addr, err)
		return
	}
	r.redisServer(client.Options().Addr, s)
	r.redisEviction(s)
	r.redisPersistence(s)
	r.redisRights(ctx, quota.NewRedis(client))
	r.clock("Redis clock", "the server's clock", s.Gap, s.Around)
}

func (r *Report) redisServer(address string, s redisclient.State) {
	switch {
	case !atLeast(s.Version, redisMajor, redisMinor):
		r.Problem("Redis", "Use Redis 5.0 or later.", "%s has version %s", address, s.Version)
	case s.Mode == "cluster":
		r.Problem("Redis", "Use one Redis, with a replica if you like: a charge uses several keys.", "%s belongs to a Redis Cluster", address)
	case s.Role == "slave":
		r.Problem("Redis", "Name the primary in BIOM_REDIS_URL.", "%s is a replica, which cannot be written", address)
	case !s.Password:
		r.Warn("Redis", "Set requirepass in Redis, and give the password in BIOM_REDIS_URL.", "version %s answers at %s without a password", s.Version, address)
	default:
		r.OK("Redis", "version %s answers at %s", s.Version, address)
	}
}

func (r *Report) redisEviction(s redisclient.State) {
	const remedy = "Set maxmemory-policy noeviction: see deploy/redis.conf."
	switch {
	case s.Eviction != "noeviction" && s.MaxMemory > 0:
		r.Problem("Redis eviction", remedy, "maxmemory-policy is %s: at %s Redis forgets charges, and their callers get more than their quota", s.Eviction, bytes(s.MaxMemory))
	case s.Eviction != "noeviction":
		r.Warn("Redis eviction", remedy, "maxmemory-policy is %s: once maxmemory is set, Redis forgets charges", s.Eviction)
	case s.MaxMemory > 0 && s.UsedMemory > s.MaxMemory/10*9:
		r.Warn("Redis eviction", "Raise maxmemory: a full Redis takes no charges, and extraction gets 503.", "%s of %s are used", bytes(s.UsedMemory), bytes(s.MaxMemory))
	default:
		r.OK("Redis eviction", "maxmemory-policy is noeviction, %s are used", bytes(s.UsedMemory))
	}
}

func (r *Report) redisPersistence(s redisclient.State) {
	const remedy = "Set appendonly yes and appendfsync always: see deploy/redis.conf."
	switch {
	case !s.AppendOnly:
		r.Problem("Redis persistence", remedy, "appendonly is no: a restart forgets all charges")
	case s.Fsync == "":
		r.NotChecked("Redis persistence", "Look whether appendfsync is always.", "appendonly is yes; this user may not read appendfsync")
	case s.Fsync != "always":
		r.Warn("Redis persistence", remedy, "appendfsync is %s: a crash forgets the latest charges", s.Fsync)
	default:
		r.OK("Redis persistence", "appendonly is yes, appendfsync is always")
	}
}

// redisRights makes a charge that is no caller's, and refunds it.
func (r *Report) redisRights(ctx context.Context, store quota.Store) {
	id := "doctor-" + uuid.NewString()
	_, err := store.Charge(ctx, id, quota.Line{Bucket: "doctor", Subject: "doctor", Cost: 1, Limit: quota.MaxCost})
	if err == nil {
		err = store.Refund(ctx, id)
	}
	if err != nil {
		r.Problem("Redis rights", "Allow the user of BIOM_REDIS_URL to read and write keys biom:* and to run scripts: ACL SETUSER … ~biom:* +@all -@dangerous +info +config|get.", "a charge could not be made and refunded: %v", err)
		return
	}
	r.OK("Redis rights", "a charge was made and refunded")
}
