package analytics_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"biom/shared/analytics"
	"biom/shared/analytics/analyticstest"
	"biom/shared/redisclient"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

// connectRedis returns a client with time limits that no test reaches on a slow
// machine.
func connectRedis(t testing.TB, url string) *redis.Client {
	t.Helper()
	client, err := redisclient.Open(url+testenv.RedisTimeouts, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

func newMemory(_ testing.TB, now func() time.Time) analytics.References {
	return &analytics.Memory{Now: now}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	analyticstest.Exercise(t, newMemory)
	analyticstest.ExerciseLong(t, newMemory) // fast enough in memory
}

func newRedis(t testing.TB, now func() time.Time) analytics.References {
	store := analytics.NewRedis(connectRedis(t, testenv.Redis(t)))
	store.Pin(now)
	return store
}

func TestRedis(t *testing.T) {
	t.Parallel()
	analyticstest.Exercise(t, newRedis)
}

func TestLongRedis(t *testing.T) {
	t.Parallel()
	analyticstest.ExerciseLong(t, newRedis)
}

// An unpinned store uses Redis's own clock, and Offset moves it.
func TestRedisClockAndExpiry(t *testing.T) {
	t.Parallel()
	client := connectRedis(t, testenv.Redis(t))
	store := analytics.NewRedis(client)
	var offset atomic.Int64
	store.Offset = func() time.Duration { return time.Duration(offset.Load()) }
	claim := func(id string) error {
		_, err := store.Claim(t.Context(), id, analytics.Accurate)
		return err
	}
	if err := store.Add(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	const key = "biom:analytics:references"
	if ttl := client.PTTL(t.Context(), key).Val(); ttl > analytics.ReferenceTTL || ttl < analytics.ReferenceTTL-time.Minute {
		t.Errorf("the key expires in %v", ttl)
	}
	offset.Store(int64(analytics.ReferenceTTL - time.Minute))
	if err := claim("a"); err != nil {
		t.Error(err)
	}
	offset.Store(int64(analytics.ReferenceTTL))
	if err := claim("a"); !errors.Is(err, analytics.ErrUnknown) {
		t.Errorf("a day later: %v", err)
	}
	if err := store.Add(t.Context(), "b"); err != nil || client.ZCard(t.Context(), key).Val() != 1 {
		t.Errorf("the expired reference is still stored (%v)", err)
	}
}

// A reference takes at most 160 bytes of Redis's memory.
func TestRedisMemory(t *testing.T) {
	t.Parallel()
	client := connectRedis(t, testenv.Redis(t))
	store := analytics.NewRedis(client)
	for range analytics.MaxReferences {
		if err := store.Add(t.Context(), uuid.NewString()); err != nil {
			t.Fatal(err)
		}
	}
	const key, limit = "biom:analytics:references", 160
	bytes := client.MemoryUsage(t.Context(), key, 0).Val()
	t.Logf("%d references: %d bytes, %.0f each", analytics.MaxReferences, bytes, float64(bytes)/analytics.MaxReferences)
	if bytes == 0 || bytes > limit*analytics.MaxReferences {
		t.Errorf("more than %d bytes each", limit)
	}
}

// The store sends a script again if the server has lost it.
func TestRedisAfterScriptsAreFlushed(t *testing.T) {
	t.Parallel()
	client := connectRedis(t, testenv.StartRedis(t, testenv.RedisOptions{}).URL())
	store := analytics.NewRedis(client)
	for i := range 2 {
		id := fmt.Sprint(i)
		if err := store.Add(t.Context(), id); err != nil {
			t.Error(err)
		}
		if done, err := store.Claim(t.Context(), id, analytics.Accurate); done || err != nil {
			t.Error(done, err)
		}
		client.ScriptFlush(t.Context())
	}
}

// With the append-only file, Redis still knows the ratings after a crash.
func TestRedisCrash(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
	store := analytics.NewRedis(connectRedis(t, server.URL()))
	ctx := context.Background()
	if err := errors.Join(store.Add(ctx, "a"), store.Add(ctx, "b")); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Claim(ctx, "a", analytics.Accurate); err != nil {
		t.Fatal(err)
	}
	if err := store.Confirm(ctx, "a", analytics.Accurate); err != nil {
		t.Fatal(err)
	}
	server.Kill(t)
	if _, err := store.Claim(ctx, "a", analytics.Accurate); err == nil || errors.Is(err, analytics.ErrUnknown) {
		t.Errorf("without a server: %v", err)
	}
	server.Start(t)
	if done, err := store.Claim(ctx, "a", analytics.Accurate); !done || err != nil {
		t.Error(done, err)
	}
	if done, err := store.Claim(ctx, "b", analytics.Inaccurate); done || err != nil {
		t.Error(done, err)
	}
}
