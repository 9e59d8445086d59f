package quota_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"biom/shared/quota"
	"biom/shared/quota/quotatest"
	"biom/shared/redisclient"
	"biom/shared/testenv"
)

// connect returns a client with time limits that no test reaches on a slow machine.
// params are further URL parameters, like "&max_retries=-1".
func connect(t testing.TB, url string, params ...string) *redis.Client {
	t.Helper()
	client, err := redisclient.Open(url+testenv.RedisTimeouts+strings.Join(params, ""), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// ai returns a line of the bucket biomai.
func ai(subject quota.Subject, cost, limit quota.Credits) quota.Line {
	return quota.Line{Bucket: quota.BiomAI, Subject: subject, Cost: cost, Limit: limit}
}

func newRedis(t testing.TB, now func() time.Time) quotatest.Fixture {
	client := connect(t, testenv.Redis(t), "&min_retry_backoff=1us&max_retry_backoff=1us")
	wire := &lossyWire{}
	client.AddHook(wire)
	store := quota.NewRedis(client)
	store.Pin(now)
	return quotatest.Fixture{Store: store, LoseReplies: func(n int) { wire.lose.Store(int64(n)) }}
}

func TestRedis(t *testing.T) {
	t.Parallel()
	quotatest.Exercise(t, newRedis)
}

func TestLongRedis(t *testing.T) {
	t.Parallel()
	quotatest.ExerciseLong(t, newRedis)
}

// filled returns a store with a log of n entries, spread evenly over one window, and
// its clock.
func filled(t testing.TB, client *redis.Client, n int) (*quota.Redis, *testenv.Clock) {
	t.Helper()
	clock, store := testenv.NewClock(), quota.NewRedis(client)
	store.Pin(clock.Now)
	fill(t, store, clock, n)
	return store, clock
}

// fill charges n times, at even intervals over one window.
func fill(t testing.TB, store quota.Store, clock *testenv.Clock, n int) {
	t.Helper()
	for i := range n {
		v, err := store.Charge(t.Context(), fmt.Sprint("fill-", i), ai("user:ada", 1, quota.Credits(n)))
		if err != nil || !v.Allowed {
			t.Fatal(v, err)
		}
		clock.Advance(quota.Window / time.Duration(n))
	}
}

// A log of 10,000 entries takes at most 12 bytes of Redis's memory for each.
func TestRedisMemory(t *testing.T) {
	t.Parallel()
	const entries = 10_000
	client := connect(t, testenv.Redis(t))
	filled(t, client, entries)
	bytes := client.MemoryUsage(t.Context(), "biom:quota:log:biomai:user:ada", 0).Val()
	t.Logf("%d entries: %d bytes, %.2f an entry", entries, bytes, float64(bytes)/entries)
	if bytes == 0 || bytes > 12*entries {
		t.Errorf("%d bytes, want at most %d", bytes, 12*entries)
	}
}

// A charge that lies in the connection of a paused Redis must not count when Redis
// goes on: its caller has given up.
func TestRedisDropsLateCharges(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{})
	store := quota.NewRedis(connect(t, server.URL(), "&max_retries=-1"))
	charge := func(ctx context.Context, id string) error {
		_, err := store.Charge(ctx, id, ai("user:ada", 2, 100))
		return err
	}
	if err := charge(t.Context(), "in time"); err != nil { // makes a connection and learns the clock gap
		t.Fatal(err)
	}
	server.Pause(t)
	store.LateAfter(time.Millisecond) // so each charge is late when its caller gives up
	for i := range 8 {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		if charge(ctx, fmt.Sprint("late ", i)) == nil {
			t.Error("charged by a paused server")
		}
		cancel()
	}
	server.Resume(t)
	u, err := store.Usage(t.Context(), quota.BiomAI, "user:ada")
	if err != nil || u.Used != 2 {
		t.Errorf("%v credits used, %v", u.Used, err)
	}
}

// A charge succeeds although a clock was set.
func TestRedisChargesAfterClockChange(t *testing.T) {
	t.Parallel()
	store := quota.NewRedis(connect(t, testenv.Redis(t)))
	for i, behind := range []time.Duration{time.Hour, -time.Hour, 10 * time.Second} {
		store.SetClockGap(behind)
		if v, err := store.Charge(t.Context(), fmt.Sprint(i), ai("user:ada", 1, 10)); err != nil || !v.Allowed {
			t.Errorf("%v behind: %v, %v", behind, v, err)
		}
	}
}

// A charge takes one round trip, and the same commands for a log of any length.
func TestRedisCostDoesNotGrow(t *testing.T) {
	t.Parallel()
	var calls [2][]string
	for i, entries := range []int{30, 3000} {
		server := testenv.StartRedis(t, testenv.RedisOptions{}) // no other test changes its command counts
		client := connect(t, server.URL())
		store, clock := filled(t, client, entries)
		counter := &commandCounter{}
		client.AddHook(counter)
		for _, cost := range []quota.Credits{1, 1, 2} { // the first replaces the oldest entry, the others are refused
			client.ConfigResetStat(t.Context())
			counter.n.Store(0)
			if _, err := store.Charge(t.Context(), fmt.Sprint("c", clock.Now().UnixMilli(), cost), ai("user:ada", cost, quota.Credits(entries))); err != nil {
				t.Fatal(err)
			}
			if n := counter.n.Load(); n != 1 {
				t.Errorf("%d commands for one charge", n)
			}
			calls[i] = append(calls[i], commandCounts(t, client))
			clock.Advance(time.Millisecond)
		}
	}
	if a, b := fmt.Sprint(calls[0]), fmt.Sprint(calls[1]); a != b {
		t.Errorf("calls at 30 entries:\n%s\nat 3000:\n%s", a, b)
	}
}

// commandCounts returns how often each command ran since the last CONFIG RESETSTAT.
func commandCounts(t testing.TB, client *redis.Client) string {
	t.Helper()
	info, err := client.Info(t.Context(), "commandstats").Result()
	if err != nil {
		t.Fatal(err)
	}
	var counts []string
	for line := range strings.Lines(info) {
		if name, rest, ok := strings.Cut(line, ":calls="); ok {
			n, _, _ := strings.Cut(rest, ",")
			counts = append(counts, strings.TrimPrefix(name, "cmdstat_")+"="+n)
		}
	}
	slices.Sort(counts) // their order is random
	return strings.Join(counts, " ")
}

// An unpinned store uses Redis's own clock, and Offset moves it.
func TestRedisClockAndExpiry(t *testing.T) {
	t.Parallel()
	client := connect(t, testenv.Redis(t))
	store := quota.NewRedis(client)
	var offset atomic.Int64
	store.Offset = func() time.Duration { return time.Duration(offset.Load()) }
	if v, err := store.Charge(t.Context(), "one", ai("user:ada", 2, 50)); err != nil || !v.Allowed {
		t.Fatal(v, err)
	}
	u, err := store.Usage(t.Context(), quota.BiomAI, "user:ada")
	if err != nil || u.Used != 2 || u.ResetsIn > quota.Window || u.ResetsIn < quota.Window-time.Minute {
		t.Errorf("usage %+v, %v", u, err)
	}
	for key, want := range map[string]time.Duration{"biom:quota:log:biomai:user:ada": quota.Window, "biom:quota:charge:one": quota.ChargeMemory} {
		if ttl := client.PTTL(t.Context(), key).Val(); ttl > want || ttl < want-time.Minute {
			t.Errorf("%s expires in %v, want %v", key, ttl, want)
		}
	}
	offset.Store(int64(quota.Window))
	if u, err := store.Usage(t.Context(), quota.BiomAI, "user:ada"); err != nil || u != (quota.Usage{}) {
		t.Errorf("usage a day later %+v, %v", u, err)
	}
}

// The store sends a script again if the server has lost it.
func TestRedisAfterScriptsAreFlushed(t *testing.T) {
	t.Parallel()
	client := connect(t, testenv.StartRedis(t, testenv.RedisOptions{}).URL())
	store := quota.NewRedis(client)
	for i := range 2 {
		if v, err := store.Charge(t.Context(), fmt.Sprint(i), ai("user:ada", 2, 50)); err != nil || !v.Allowed {
			t.Error(v, err)
		}
		client.ScriptFlush(t.Context())
	}
}

// With the append-only file a crash neither loses nor doubles a charge.
func TestRedisCrash(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
	store := quota.NewRedis(connect(t, server.URL()))
	for i := range 20 {
		id := fmt.Sprint(i)
		if _, err := store.Charge(t.Context(), id, ai("user:ada", 2, 50)); err != nil {
			t.Fatal(err)
		}
		if i%5 == 4 {
			server.Kill(t)
			if _, err := store.Charge(t.Context(), "down", ai("user:ada", 2, 50)); err == nil {
				t.Error("charged without a server")
			}
			server.Start(t)
		}
		if v, err := store.Charge(t.Context(), id, ai("user:ada", 2, 50)); err != nil || !v.Allowed {
			t.Error(v, err)
		}
	}
	if u, err := store.Usage(t.Context(), quota.BiomAI, "user:ada"); err != nil || u.Used != 40 {
		t.Errorf("used %v, %v; want 20", u.Used, err)
	}
}

// While Redis is half-open, Charge ends with its context. The caller's refund holds,
// even if the server reads the charge later.
func TestRedisHalfOpen(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{})
	store := quota.NewRedis(connect(t, server.URL()))
	if _, err := store.Charge(t.Context(), "warm", ai("user:ada", 2, 50)); err != nil {
		t.Fatal(err)
	}
	server.Pause(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	if v, err := store.Charge(ctx, "late", ai("user:ada", 2, 50)); err == nil {
		t.Errorf("a paused server allowed %+v", v)
	}
	if d := time.Since(began); d > time.Minute {
		t.Errorf("gave up after %v", d)
	}
	server.Resume(t)
	if err := store.Refund(t.Context(), "late"); err != nil {
		t.Fatal(err)
	}
	if u, err := store.Usage(t.Context(), quota.BiomAI, "user:ada"); err != nil || u.Used != 2 {
		t.Errorf("used %v, %v; want 1", u.Used, err)
	}
}
