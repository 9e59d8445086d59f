package apikey_test

import (
	"path/filepath"
	"testing"

	"biom/shared/apikey"
	"biom/shared/apikey/apikeytest"
	"biom/shared/testenv"
)

// BenchmarkLookup measures looking up a remembered key, which takes a hash and a map
// access, and an unknown key, which takes a query of the store.
func BenchmarkLookup(b *testing.B) {
	_, postgres := openPostgres(b, testenv.Postgres(b))
	for name, store := range map[string]apikey.Store{
		"SQLite": openSQLite(b, filepath.Join(b.TempDir(), "biom.db")), "Postgres": postgres,
	} {
		key := apikey.Generate()
		if err := store.Create(b.Context(), apikey.HashOf(key), apikeytest.Record("ada")); err != nil {
			b.Fatal(err)
		}
		for kind, next := range map[string]func() string{"remembered": func() string { return key }, "made up": apikey.Generate} {
			b.Run(name+"/"+kind, func(b *testing.B) { lookup(b, store, next) })
		}
	}
}

func lookup(b *testing.B, store apikey.Store, next func() string) {
	cache := apikey.NewCache(apikey.CacheConfig{Store: store})
	defer cache.Close()
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			_, _ = cache.Lookup(b.Context(), next())
		}
	})
}
