package apikey_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"
	"time"

	"biom/shared/apikey"
	"biom/shared/apikey/apikeytest"
	"biom/shared/database"
	"biom/shared/testenv"
)

func openPostgres(t testing.TB, url string) (*database.Postgres, *apikey.Postgres) {
	t.Helper()
	db, err := database.OpenPostgres(url+testenv.PostgresTimeouts, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db, apikey.NewPostgres(db)
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	apikeytest.Exercise(t, func(t testing.TB) (one, other apikey.Store) {
		url := testenv.Postgres(t)
		_, one = openPostgres(t, url)
		_, other = openPostgres(t, url)
		return one, other
	})
}

func TestPostgresKeepsNoKey(t *testing.T) {
	t.Parallel()
	db, store := openPostgres(t, testenv.Postgres(t))
	key := apikey.Generate()
	h := apikey.HashOf(key)
	if err := store.Create(t.Context(), h, apikeytest.Record("ada")); err != nil {
		t.Fatal(err)
	}
	var row string
	if err := db.Read(t.Context(), func(q database.Querier) error {
		return q.QueryRow(t.Context(), `SELECT service_key::text FROM service_key`).Scan(&row)
	}); err != nil {
		t.Fatal(err)
	}
	secret := key[len("biom_"):]
	if !strings.Contains(row, hex.EncodeToString(h[:])) || strings.Contains(row, secret[:8]) || strings.Contains(row, secret[35:]) {
		t.Error("the row does not hold the hash alone")
	}
}

// While Postgres is half-open, stopped or killed, a caller waits for Timeout at
// most, and a key in use stays valid. Afterwards the cache asks Postgres again.
func TestCacheThroughPostgresOutages(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	_, store := openPostgres(t, server.URL())
	key := apikey.Generate()
	if err := store.Create(t.Context(), apikey.HashOf(key), apikeytest.Record("ada")); err != nil {
		t.Fatal(err)
	}
	for name, outage := range map[string]struct{ begin, end func(testing.TB) }{
		"half-open": {server.Pause, server.Resume},
		"stopped":   {server.Stop, server.Start},
		"killed":    {server.Kill, server.Start},
	} {
		cache := apikey.NewCache(apikey.CacheConfig{Store: store, TTL: time.Hour})
		testenv.Await(t, "the database before "+name, func() bool { _, err := cache.Lookup(t.Context(), key); return err == nil })
		outage.begin(t)
		for range 5 {
			began := time.Now()
			if _, err := cache.Lookup(t.Context(), apikey.Generate()); !errors.Is(err, apikey.ErrUnavailable) {
				t.Errorf("%s: an unknown key: %v", name, err)
			}
			if d := time.Since(began); d > time.Minute { // 250 ms, and a slow machine
				t.Errorf("%s: a caller waited for %v", name, d)
			}
			if r, err := cache.Lookup(t.Context(), key); err != nil || r.User != "ada" {
				t.Errorf("%s: a key in use: %v", name, err)
			}
		}
		outage.end(t)
		testenv.Await(t, "the database after "+name, func() bool {
			_, err := cache.Lookup(t.Context(), apikey.Generate())
			return errors.Is(err, apikey.ErrInvalid)
		})
		_ = cache.Close()
	}
}
