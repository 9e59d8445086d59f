package apikey_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"biom/shared/apikey"
	"biom/shared/apikey/apikeytest"
	"biom/shared/database"
)

func openSQLite(t testing.TB, path string) *apikey.SQLite {
	t.Helper()
	db, err := database.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	db.LockTimeout = 2 * time.Minute // a slow machine must not reach it
	t.Cleanup(func() { _ = db.Close() })
	return apikey.NewSQLite(db)
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	apikeytest.Exercise(t, func(t testing.TB) (one, other apikey.Store) {
		path := filepath.Join(t.TempDir(), "biom.db")
		return openSQLite(t, path), openSQLite(t, path)
	})
}

// The database files contain nothing of the key. That they contain its hash shows
// that the search works.
func TestSQLiteKeepsNoKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store := openSQLite(t, filepath.Join(dir, "biom.db"))
	key := apikey.Generate()
	h := apikey.HashOf(key)
	if err := store.Create(t.Context(), h, apikeytest.Record("ada")); err != nil {
		t.Fatal(err)
	}
	var all []byte
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, content...)
	}
	if !bytes.Contains(all, h[:]) {
		t.Error("the hash is not in the files")
	}
	if secret := []byte(key)[len("biom_"):]; bytes.Contains(all, secret[:8]) || bytes.Contains(all, secret[35:]) {
		t.Error("a part of the key is on disk")
	}
}
