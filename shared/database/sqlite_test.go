package database_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"
	"golang.org/x/sync/errgroup"

	"biom/shared/database"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

func open(t *testing.T, path string) *database.SQLite {
	t.Helper()
	db, err := database.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func id(t *testing.T, db *database.SQLite) string {
	t.Helper()
	got, err := db.DBID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestDBIDSurvivesRestartAndNotAWipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	db := open(t, path)
	first := id(t, db)
	if u, err := uuid.Parse(first); err != nil || u.Version() != 4 || u.Variant() != uuid.RFC4122 {
		t.Errorf("db_id %q is no random UUID: %v", first, err)
	}
	_ = db.Close()
	db = open(t, path)
	if again := id(t, db); again != first {
		t.Errorf("db_id after a restart = %s, want %s", again, first)
	}
	_ = db.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if wiped := id(t, open(t, path)); wiped == first {
		t.Error("db_id is the same after a wipe")
	}
}

func TestManyProcessesMayOpenANewDatabase(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	var g errgroup.Group
	for range 8 { // each has connections of its own, as a process would
		g.Go(func() error {
			db, err := database.OpenSQLite(t.Context(), path)
			if err != nil {
				return err
			}
			return db.Close()
		})
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
}

func TestSettings(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "odd name?#%41 ü.db"))
	for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "50", "secure_delete": "1"} {
		var got string
		if err := db.Writer().QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
			t.Errorf("%s = %q (%v), want %q", pragma, got, err, want)
		}
	}
	if _, err := db.Reader().Exec(`DELETE FROM instance`); err == nil {
		t.Error("a reader can write")
	}
}

func TestFileIsPrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	// The write-ahead log comes with the first write.
	if err := open(t, path).Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE instance SET db_id = db_id`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, suffix := range []string{"", "-wal"} {
		info, err := os.Stat(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("mode of biom.db%s = %v", suffix, info.Mode())
		}
	}
}

// What was deleted is gone from the file, not only from its tables.
func TestDeletedIsGone(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	secret := strings.Repeat("ciphertext", 100)
	for _, statement := range []string{`INSERT INTO share (id, payload, created) VALUES ('a', ?, 0)`, `DELETE FROM share WHERE payload = ?`} {
		db := open(t, path)
		if err := db.Write(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(statement, []byte(secret))
			return err
		}); err != nil {
			t.Fatal(err)
		}
		_ = db.Close()
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if there, should := strings.Contains(string(file), secret[:100]), strings.HasPrefix(statement, "INSERT"); there != should {
			t.Errorf("after %.6s: in the file: %v", statement, there)
		}
	}
}

func TestWriteRollsBack(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "biom.db"))
	before, fault := id(t, db), errors.New("no")
	err := db.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE instance SET db_id = 'x'`)
		return errors.Join(err, fault)
	})
	if !errors.Is(err, fault) || id(t, db) != before {
		t.Errorf("err = %v, db_id = %s, want %s", err, id(t, db), before)
	}
}

func TestOnlyLazyWritesAreLazy(t *testing.T) {
	t.Parallel()
	db := open(t, filepath.Join(t.TempDir(), "biom.db"))
	for _, want := range []string{"2", "1", "1", "2", "1", "2", "2"} { // FULL is 2
		write := db.Write
		if want == "1" {
			write = db.WriteLazy
		}
		if err := write(t.Context(), func(tx *sql.Tx) error {
			var got string
			err := tx.QueryRow("PRAGMA synchronous").Scan(&got)
			if got != want {
				t.Errorf("synchronous = %s, want %s", got, want)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}

// Another process (biom keys) may hold the lock: the caller's deadline counts,
// not SQLite's own five seconds.
func TestWriteHonoursDeadlineWhenLocked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	ours, theirs := open(t, path), open(t, path)
	err := theirs.Write(t.Context(), func(*sql.Tx) error {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		began := time.Now()
		if err := ours.Write(ctx, func(*sql.Tx) error { return nil }); err == nil {
			t.Error("two writers at once")
		}
		if d := time.Since(began); d > 2*time.Second {
			t.Errorf("gave up after %v", d)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestMissingDirectoryIsNamed(t *testing.T) {
	t.Parallel()
	_, err := database.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "none", "biom.db"))
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("err = %v", err)
	}
}

// Not parallel: it swaps the process's standard output.
func TestOpenIsSilent(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, errOut := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	open(t, filepath.Join(t.TempDir(), "biom.db"))
	os.Stdout, os.Stderr = out, errOut
	_ = w.Close()
	if said, _ := io.ReadAll(r); len(said) > 0 {
		t.Errorf("said %q", said)
	}
}
