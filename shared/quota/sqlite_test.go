package quota_test

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"biom/shared/database"
	"biom/shared/quota"
	"biom/shared/quota/quotatest"
	"biom/shared/testenv"
)

func openSQLite(t testing.TB, path string) (*database.SQLite, *quota.SQLite) {
	t.Helper()
	db, err := database.OpenSQLite(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	db.LockTimeout = 2 * time.Minute // a slow machine must not reach it
	t.Cleanup(func() { _ = db.Close() })
	store, err := quota.NewSQLite(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	return db, store
}

func newSQLite(t testing.TB, now func() time.Time) quotatest.Fixture {
	_, store := openSQLite(t, filepath.Join(t.TempDir(), "biom.db"))
	store.Now = now
	return quotatest.Fixture{Store: store}
}

func TestSQLite(t *testing.T) {
	t.Parallel()
	quotatest.Exercise(t, newSQLite)
}

func TestLongSQLite(t *testing.T) {
	t.Parallel()
	quotatest.ExerciseLong(t, newSQLite)
}

func TestSQLiteSurvivesRestart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	for range 2 {
		db, store := openSQLite(t, path)
		if v, err := store.Charge(t.Context(), "one", ai("user:ada", 2, 2)); err != nil || !v.Allowed {
			t.Error(v, err)
		}
		if u, err := store.Usage(t.Context(), quota.BiomAI, "user:ada"); err != nil || u.Used != 2 {
			t.Error(u, err)
		}
		_ = db.Close()
	}
}

// Two processes on one file keep one limit. Here these are two sets of connections.
func TestSQLiteTwoProcesses(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	var g errgroup.Group
	var allowed atomic.Int64
	for p := range 2 {
		_, store := openSQLite(t, path)
		for n := range 4 {
			g.Go(func() error {
				for i := range 25 {
					v, err := store.Charge(t.Context(), fmt.Sprint(p, n, i), ai("user:ada", 2, 50))
					if err != nil {
						return err
					}
					if v.Allowed {
						allowed.Add(1)
					}
				}
				return nil
			})
		}
	}
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
	if allowed.Load() != 25 {
		t.Errorf("%d charges allowed, want 25", allowed.Load())
	}
}

// Expired rows are deleted, even if no subject ever comes back.
func TestSQLitePurge(t *testing.T) {
	t.Parallel()
	sqlitePurge(t, 1000)
}

func TestLongSQLitePurge(t *testing.T) {
	t.Parallel()
	sqlitePurge(t, 3000)
}

func sqlitePurge(t *testing.T, charges int) {
	db, store := openSQLite(t, filepath.Join(t.TempDir(), "biom.db"))
	clock := testenv.NewClock()
	store.Now = clock.Now
	for i := range charges {
		if _, err := store.Charge(t.Context(), fmt.Sprint(i), ai(quota.User(fmt.Sprint(i)), 2, 50)); err != nil {
			t.Fatal(err)
		}
		clock.Advance(5 * time.Minute) // 288 in the window
	}
	for table, limit := range map[string]int{"quota_bucket": 700, "quota_entry": 700, "quota_charge": 700} {
		var rows int
		if err := db.Reader().QueryRow("SELECT count(*) FROM " + table).Scan(&rows); err != nil {
			t.Fatal(err)
		}
		if rows > limit {
			t.Errorf("%s has %d rows, want at most %d", table, rows, limit)
		}
	}
}
