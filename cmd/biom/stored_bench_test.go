package main

import (
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
)

// BenchmarkStoredBytes measures what Redis keeps for each charge of one caller and for each caller, and what Postgres keeps
// for each share of a small report.
func BenchmarkStoredBytes(b *testing.B) {
	const charges, callers, shares = 2000, 500, 40
	r := newRig(b)
	url, _ := r.api(trustUs, "BIOM_QUOTA_BIOMJSON=1000000", "BIOM_LOG_LEVEL=error")
	options, err := redis.ParseURL(r.redis)
	if err != nil {
		b.Fatal(err)
	}
	store := redis.NewClient(options)
	b.Cleanup(func() { _ = store.Close() })
	inRedis := func() (bytes float64) {
		keys, err := store.Keys(b.Context(), "*").Result()
		if err != nil {
			b.Fatal(err)
		}
		for _, key := range keys {
			bytes += float64(store.MemoryUsage(b.Context(), key, 0).Val())
		}
		return bytes
	}
	database, err := pgx.Connect(b.Context(), r.database)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = database.Close(b.Context()) })
	inPostgres := func() (bytes float64) {
		if err := database.QueryRow(b.Context(), "SELECT coalesce(sum(pg_column_size(share.*)), 0)::float8 FROM share").Scan(&bytes); err != nil {
			b.Fatal(err)
		}
		return bytes
	}
	for b.Loop() {
		c := newCaller(b, url)
		c.client = manyConnections
		send := func(c *caller, fields ...string) {
			if got, err := c.upload("a.json", report("p"), fields...); err != nil || got.status != 200 {
				b.Fatal(fmt.Errorf("status %d, %w", got.status, err))
			}
		}
		before := inRedis()
		for range callers {
			other := newCaller(b, url)
			other.client = manyConnections
			send(other)
		}
		some := inRedis()
		for range charges {
			send(c)
		}
		b.ReportMetric((some-before)/callers, "Redis-B/caller")
		b.ReportMetric((inRedis()-some)/charges, "Redis-B/charge")
		empty := inPostgres()
		for range shares {
			send(c, "biompin", "true")
		}
		b.ReportMetric((inPostgres()-empty)/shares, "Postgres-B/share")
	}
}
