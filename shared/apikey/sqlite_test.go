package apikey_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

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

// The files hold the hash, so that the search is known to find what is there,
// and nothing of the key.
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
		t.Error("the hash is not to be seen")
	}
	if secret := []byte(key)[len("biom_"):]; bytes.Contains(all, secret[:8]) || bytes.Contains(all, secret[35:]) {
		t.Error("a part of the key is on disk")
	}
}
