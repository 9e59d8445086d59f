package database_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
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

func openSQLite(t *testing.T, path string) *database.SQLite {
	t.Helper()
	db, err := database.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func sqliteDBID(t *testing.T, db *database.SQLite) string {
	t.Helper()
	got, err := db.DBID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestSQLiteDBIDSurvivesRestartButNotWipe(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	db := openSQLite(t, path)
	first := sqliteDBID(t, db)
	if u, err := uuid.Parse(first); err != nil || u.Version() != 4 || u.Variant() != uuid.RFC4122 {
		t.Errorf("db_id %q is no random UUID: %v", first, err)
	}
	_ = db.Close()
	db = openSQLite(t, path)
	if again := sqliteDBID(t, db); again != first {
		t.Errorf("db_id after a restart = %s, want %s", again, first)
	}
	_ = db.Close()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if wiped := sqliteDBID(t, openSQLite(t, path)); wiped == first {
		t.Error("db_id is the same after a wipe")
	}
}

func TestSQLiteProcessesMigrateTogether(t *testing.T) {
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

func TestSQLiteSettings(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "odd name?#%41 ü.db"))
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

func TestSQLiteFileIsPrivate(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	// The write-ahead log comes with the first write.
	if err := openSQLite(t, path).Write(t.Context(), func(tx *sql.Tx) error {
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

// Deleted data is removed from the file, not only from its tables.
func TestSQLiteOverwritesDeletedData(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	secret := strings.Repeat("ciphertext", 100)
	for _, statement := range []string{`INSERT INTO share (id, payload, created) VALUES ('a', ?, 0)`, `DELETE FROM share WHERE payload = ?`} {
		db := openSQLite(t, path)
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
		if found, want := strings.Contains(string(file), secret[:100]), strings.HasPrefix(statement, "INSERT"); found != want {
			t.Errorf("after %.6s: in the file: %v", statement, found)
		}
	}
}

func TestSQLiteWriteRollsBack(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "biom.db"))
	before, errFailed := sqliteDBID(t, db), errors.New("failed")
	err := db.Write(t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`UPDATE instance SET db_id = 'x'`)
		return errors.Join(err, errFailed)
	})
	if !errors.Is(err, errFailed) || sqliteDBID(t, db) != before {
		t.Errorf("err = %v, db_id = %s, want %s", err, sqliteDBID(t, db), before)
	}
}

func TestSQLiteWriteWaitsForDiskUnlessLazy(t *testing.T) {
	t.Parallel()
	db := openSQLite(t, filepath.Join(t.TempDir(), "biom.db"))
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

// While another process, like biom keys, holds the lock, a write ends at the
// caller's deadline and does not go on until LockTimeout.
func TestSQLiteWriteHonoursDeadlineWhenLocked(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	ours, other := openSQLite(t, path), openSQLite(t, path)
	ours.LockTimeout = time.Hour
	err := other.Write(t.Context(), func(*sql.Tx) error {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		began := time.Now()
		if err := ours.Write(ctx, func(*sql.Tx) error { return nil }); err == nil {
			t.Error("two writers at the same time")
		}
		if d := time.Since(began); d > slow {
			t.Errorf("gave up after %v", d)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestSQLiteMissingDirectoryIsNamed(t *testing.T) {
	t.Parallel()
	_, err := database.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "none", "biom.db"))
	if !errors.Is(err, os.ErrNotExist) {
		t.Errorf("err = %v", err)
	}
}

// Opening a database prints nothing. Not parallel: the test replaces the standard
// output of the process.
func TestSQLiteOpenPrintsNothing(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, errOut := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	openSQLite(t, filepath.Join(t.TempDir(), "biom.db"))
	os.Stdout, os.Stderr = out, errOut
	_ = w.Close()
	if printed, _ := io.ReadAll(r); len(printed) > 0 {
		t.Errorf("printed %q", printed)
	}
}

// A file of a version that stored subjects in clear text holds none of them after it
// was opened, also not in its free pages. The counts of all callers together stay.
func TestSQLiteForgetsSubjectsInClearText(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	db, err := database.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(tx *sql.Tx) error {
		for i := range 500 {
			_, err := tx.Exec(`INSERT INTO quota_bucket (bucket, subject, used, latest) VALUES ('biomai', ?, 2, 1), ('biomai', ?, 2, 1)`,
				fmt.Sprintf("ip:203.0.113.%d", i), fmt.Sprintf("user:ada-%d", i))
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(`INSERT INTO quota_bucket (bucket, subject, used, latest) VALUES ('capacity', 'all', 6, 1), ('biomai', 'h:abc', 2, 1);
			INSERT INTO quota_entry (bucket, at, charge, cost) SELECT id, 1, 1, 2 FROM quota_bucket;
			DROP TABLE callback_endpoint; DROP TABLE callback_failure; DELETE FROM goose_db_version WHERE version_id >= 4`) // as a file of version 3
		return err
	})
	if err != nil || db.Close() != nil {
		t.Fatal(err)
	}
	db, err = database.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var buckets, entries int
	err = db.Reader().QueryRow(`SELECT (SELECT count(*) FROM quota_bucket), (SELECT count(*) FROM quota_entry)`).Scan(&buckets, &entries)
	if err != nil || buckets != 2 || entries != 2 {
		t.Errorf("%d buckets, %d entries, %v", buckets, entries, err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{path, path + "-wal"} {
		content, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		if bytes.Contains(content, []byte("203.0.113")) || bytes.Contains(content, []byte("ada-")) {
			t.Errorf("%s holds subjects", file)
		}
	}
}
