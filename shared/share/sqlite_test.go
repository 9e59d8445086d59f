package share_test

import (
	"os"
	"path/filepath"
	"testing"

	"biom/shared/database"
	"biom/shared/share"
	"biom/shared/share/sharetest"
)

func openSQLite(t testing.TB, path string) *database.SQLite {
	t.Helper()
	db, err := database.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	db.LockTimeout = sharetest.Timeout
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func newSQLite(t testing.TB) sharetest.Fixture {
	path := filepath.Join(t.TempDir(), "biom.db")
	return sharetest.Fixture{Open: func(t testing.TB) share.Store { return share.NewSQLite(openSQLite(t, path)) }}
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	sharetest.Exercise(t, newSQLite)
}

func TestLongSQLite(t *testing.T) {
	t.Parallel()
	sharetest.ExerciseLong(t, newSQLite)
}

func TestSQLiteRestartAndWipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	restartAndWipe(t, func(wipe bool) (*share.Shares, func()) {
		if wipe {
			for _, f := range []string{path, path + "-wal", path + "-shm"} {
				if err := os.Remove(f); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
		}
		db := openSQLite(t, path)
		return newShares(t, share.Config{Store: share.NewSQLite(db)}), func() { _ = db.Close() }
	})
}

func TestSQLiteEveryTryWrites(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "biom.db"))
	everyTryWrites(t, share.NewSQLite(db), func(query string, to any) error { return db.Reader().QueryRow(query).Scan(to) })
}

func TestSQLiteDecryptedByPython(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "biom.db"))
	decryptedByPython(t, share.NewSQLite(db), func(query string, to any) error { return db.Reader().QueryRow(query).Scan(to) })
}
