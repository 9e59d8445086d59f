package callback_test

import (
	"path/filepath"
	"testing"
	"time"

	"biom/shared/callback"
	"biom/shared/callback/callbacktest"
	"biom/shared/database"
	"biom/shared/testenv"
)

func openSQLite(t testing.TB, path string) callback.Store {
	t.Helper()
	db, err := database.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	db.LockTimeout = 2 * time.Minute // a slow machine must not reach it
	t.Cleanup(func() { _ = db.Close() })
	return callback.NewSQLite(db)
}

func openPostgres(t testing.TB, url string) callback.Store {
	t.Helper()
	db, err := database.OpenPostgres(url+testenv.PostgresTimeouts, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return callback.NewPostgres(db)
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	callbacktest.Exercise(t, func(t testing.TB) (one, other callback.Store) {
		path := filepath.Join(t.TempDir(), "biom.db")
		return openSQLite(t, path), openSQLite(t, path)
	})
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	callbacktest.Exercise(t, func(t testing.TB) (one, other callback.Store) {
		url := testenv.Postgres(t)
		return openPostgres(t, url), openPostgres(t, url)
	})
}
