package database_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"biom/shared/database"
	"biom/shared/testenv"
)

// slow is a time that nothing takes, not even on a slow machine, unless it hangs.
const slow = 2 * time.Minute

// slowConnect raises only the time limit for connecting.
const slowConnect = "&connect_timeout=120"

// openPostgres opens a database with time limits that no test reaches on a slow
// machine. Parameters in the URL override them.
func openPostgres(t testing.TB, rawURL string) *database.Postgres {
	t.Helper()
	given, err := url.Parse(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	for parameter := range strings.SplitSeq(testenv.PostgresTimeouts[1:], "&") {
		if name, _, _ := strings.Cut(parameter, "="); !given.Query().Has(name) {
			rawURL += "&" + parameter
		}
	}
	db, err := database.OpenPostgres(rawURL, nil)
	if err != nil {
		t.Fatal(err)
	}
	db.SetCloseTimeout(slow)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func postgresDBID(t testing.TB, db *database.Postgres) string {
	t.Helper()
	id, err := db.DBID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// edit returns a URL after change has modified it.
func edit(t testing.TB, rawURL string, change func(*url.URL)) string {
	t.Helper()
	u, err := url.Parse(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	change(u)
	return u.String()
}

// execute runs statements on a connection of the test's own.
func execute(t testing.TB, url string, statements ...string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	for _, sql := range statements {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

func TestPostgresDBIDSurvivesReopening(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	first := postgresDBID(t, openPostgres(t, url))
	if u, err := uuid.Parse(first); err != nil || u.Version() != 4 || u.Variant() != uuid.RFC4122 {
		t.Errorf("db_id %q is not a random UUID: %v", first, err)
	}
	if again := postgresDBID(t, openPostgres(t, url)); again != first {
		t.Errorf("db_id when opened again = %s, want %s", again, first)
	}
}

func TestPostgresReplicasMigrateTogether(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*url.URL){
		"empty":   func(*url.URL) {},
		"missing": func(u *url.URL) { u.Path = `/not there "yet"; ` + t.Name() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := edit(t, testenv.Postgres(t), change)
			ids := make([]string, 12)
			var g errgroup.Group
			for i := range ids { // each has connections of its own, as a process would
				db := openPostgres(t, url+"&pool_max_conns=2")
				g.Go(func() (err error) {
					ids[i], err = db.DBID(t.Context())
					return err
				})
			}
			if err := g.Wait(); err != nil {
				t.Fatal(err)
			}
			for _, id := range ids {
				if id == "" || id != ids[0] {
					t.Fatalf("not one db_id: %q", ids)
				}
			}
		})
	}
}

func TestPostgresWriteRollsBack(t *testing.T) {
	t.Parallel()
	db := openPostgres(t, testenv.Postgres(t))
	before, errFailed := postgresDBID(t, db), errors.New("failed")
	err := db.Write(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE instance SET db_id = 'x'`)
		return errors.Join(err, errFailed)
	})
	if !errors.Is(err, errFailed) || postgresDBID(t, db) != before {
		t.Errorf("err = %v, db_id = %s, want %s", err, postgresDBID(t, db), before)
	}
}

func TestPostgresWipedWhileRunning(t *testing.T) {
	t.Parallel()
	for name, wipe := range map[string]func(t *testing.T, maintenance, database string){
		"schema": func(t *testing.T, m, d string) {
			execute(t, edit(t, m, func(u *url.URL) { u.Path = d }), `DROP SCHEMA public CASCADE`, `CREATE SCHEMA public`)
		},
		"database": func(t *testing.T, m, d string) { execute(t, m, `DROP DATABASE `+d[1:]+` WITH (FORCE)`) },
		"replaced": func(t *testing.T, m, d string) {
			execute(t, m, `DROP DATABASE `+d[1:]+` WITH (FORCE)`, `CREATE DATABASE `+d[1:])
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := testenv.Postgres(t)
			db, path := openPostgres(t, raw), ""
			first := postgresDBID(t, db)
			maintenance := edit(t, raw, func(u *url.URL) { path, u.Path = u.Path, "/postgres" })
			wipe(t, maintenance, path)
			var id string
			var err error
			testenv.Await(t, "another db_id", func() bool {
				id, err = db.DBID(t.Context())
				if err != nil && !errors.Is(err, database.ErrNotReady) {
					t.Errorf("err = %v", err)
				}
				return err == nil
			})
			if id == first {
				t.Error("db_id is the same after a wipe")
			}
		})
	}
}

func TestPostgresStartsLater(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	server.Stop(t)
	db := openPostgres(t, server.URL())
	for range 3 {
		began := time.Now()
		if _, err := db.DBID(t.Context()); !errors.Is(err, database.ErrNotReady) || !strings.Contains(err.Error(), "connection refused") {
			t.Errorf("err = %v", err)
		}
		if d := time.Since(began); d > slow {
			t.Errorf("took %v", d)
		}
	}
	server.Start(t)
	testenv.Await(t, "the schema", func() bool { _, err := db.DBID(t.Context()); return err == nil })
}

// After a restart of Postgres the next operation succeeds, although the connections
// in the pool are dead.
func TestPostgresRestarted(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	db := openPostgres(t, server.URL())
	before := postgresDBID(t, db)
	for name, end := range map[string]func(testing.TB){"stopped": server.Stop, "killed": server.Kill} {
		fill(t, db, 8)
		end(t)
		server.Start(t)
		if err := db.Write(t.Context(), func(pgx.Tx) error { return nil }); err != nil {
			t.Errorf("first write after it was %s: %v", name, err)
		}
		fill(t, db, 8)
		end(t)
		server.Start(t)
		if id := postgresDBID(t, db); id != before {
			t.Errorf("db_id after it was %s = %s, want %s", name, id, before)
		}
	}
}

// fill puts n idle connections into the pool.
func fill(t *testing.T, db *database.Postgres, n int) {
	t.Helper()
	var g errgroup.Group
	acquired, release := make(chan struct{}, n), make(chan struct{})
	for range n {
		g.Go(func() error {
			return db.Read(t.Context(), func(database.Querier) error {
				acquired <- struct{}{}
				<-release
				return nil
			})
		})
	}
	for range n {
		<-acquired
	}
	close(release)
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
}

func TestPostgresOperationsEndWhileHalfOpen(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	db := openPostgres(t, server.URL()+"&pool_max_conns=4")
	fill(t, db, 2)
	server.Pause(t)
	var g errgroup.Group
	for i := range 64 { // more than the pool has connections
		g.Go(func() error {
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer cancel()
			began := time.Now()
			var err error
			if i%2 == 0 {
				err = db.Write(ctx, func(pgx.Tx) error { return nil })
			} else {
				_, err = db.DBID(ctx)
			}
			if d := time.Since(began); err == nil || d > slow {
				return fmt.Errorf("took %v: %w", d, err)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	server.Resume(t)
	began := time.Now()
	testenv.Await(t, "an answer", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), slow)
		defer cancel()
		_, err := db.DBID(ctx)
		return err == nil
	})
	t.Logf("recovered within %v of the resumption", time.Since(began))
}

func TestPostgresHalfOpenAtStart(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	server.Pause(t)
	db := openPostgres(t, server.URL())
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := db.DBID(ctx); !errors.Is(err, database.ErrNotReady) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("err = %v", err)
	}
	server.Resume(t)
	testenv.Await(t, "the schema", func() bool { _, err := db.DBID(t.Context()); return err == nil })
}

func TestPostgresCloseEndsWhileHalfOpen(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	db, err := database.OpenPostgres(server.URL()+slowConnect, nil)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, db, 2)
	server.Pause(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := db.DBID(ctx); err == nil { // closing its connection takes longer
		t.Error("a paused server answered")
	}
	began := time.Now()
	err = db.Close()
	if d := time.Since(began); d > slow {
		t.Errorf("took %v: %v", d, err)
	}
	server.Kill(t) // ends the connections
}

// A client that is idle within a transaction, as a paused process is, loses its
// lock. A client that waits for a lock gives up.
func TestPostgresSessionsReleaseLocks(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	idle := openPostgres(t, url)
	other := openPostgres(t, url+"&lock_timeout=50ms")
	postgresDBID(t, other)
	update := func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE instance SET id = 1`)
		return err
	}
	err := idle.Write(t.Context(), func(tx pgx.Tx) error {
		if err := update(tx); err != nil {
			t.Error(err)
		}
		if err := other.Write(t.Context(), update); !strings.Contains(fmt.Sprint(err), "55P03") { // lock_not_available
			t.Errorf("other writer: %v", err)
		}
		if _, err := tx.Exec(t.Context(), `SET LOCAL idle_in_transaction_session_timeout = '50ms'`); err != nil {
			t.Error(err)
		}
		testenv.Await(t, "the lock", func() bool { return other.Write(t.Context(), update) == nil })
		return nil
	})
	if err == nil {
		t.Error("committed after it had lost its lock")
	}
	if err := idle.Write(t.Context(), update); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

func TestPostgresSettings(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	for params, want := range map[string]string{
		"":                                       "2s 5s 5s biom",
		"&statement_timeout=7000":                "2s 7s 5s biom",
		"&lock_timeout=1s&application_name=keys": "1s 5s 5s keys",
	} {
		var got string
		db, err := database.OpenPostgres(url+slowConnect+params, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.Read(t.Context(), func(q database.Querier) error {
			return q.QueryRow(t.Context(), `SELECT concat_ws(' ', current_setting('lock_timeout'), current_setting('statement_timeout'),
				current_setting('idle_in_transaction_session_timeout'), current_setting('application_name'))`).Scan(&got)
		}); err != nil || got != want {
			t.Errorf("%s: %q (%v), want %q", params, got, err, want)
		}
	}
}

// Commands other than the service do not create a database because of a mistake in
// the URL.
func TestOpenExistingPostgresCreatesNothing(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	url := strings.Replace(server.URL(), "/biom?", "/bion?", 1)
	for range 2 { // the first must not have created it for the second
		db, err := database.OpenExistingPostgres(url+slowConnect, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.DBID(t.Context())
		if !errors.Is(err, database.ErrNotReady) || !strings.Contains(err.Error(), "there is no database bion") {
			t.Errorf("err = %v", err)
		}
		_ = db.Close()
	}
}

// If somebody removed a table, the error names it, and it is not created again.
func TestPostgresRemovedTableIsNamed(t *testing.T) {
	t.Parallel()
	db, err := database.OpenPostgres(testenv.Postgres(t)+slowConnect, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{`DROP TABLE share`, `SELECT FROM share`} {
		_ = db.Write(t.Context(), func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), statement)
			return err
		})
	}
	testenv.Await(t, "the reason", func() bool {
		_, err := db.DBID(t.Context())
		return errors.Is(err, database.ErrNotReady) && strings.Contains(err.Error(), `"share" does not exist`) && strings.Contains(err.Error(), "restore it")
	})
}

func TestPostgresRoleMayNotCreateDatabase(t *testing.T) {
	t.Parallel()
	raw := testenv.Postgres(t)
	execute(t, raw, `CREATE ROLE modest LOGIN`)
	db := openPostgres(t, edit(t, raw, func(u *url.URL) { u.User, u.Path = url.User("modest"), "/nowhere" }))
	if _, err := db.DBID(t.Context()); !errors.Is(err, database.ErrNotReady) || !strings.Contains(err.Error(), "database nowhere, which does not exist") {
		t.Errorf("err = %v", err)
	}
	execute(t, raw, `DROP ROLE modest`)
}

func TestOpenPostgresRefusesBadURLsWithoutRepeatingThem(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{
		"", "localhost:5432", "host=h password=s3cret", "redis://u:s3cret@h/d", "postgres://u:s3cret/x@h/d", "postgres://u:s3cret@h:x/d",
		"postgres://u:s3cret@h\x00/d", "postgres://u:s3cret@h/d?sslmode=maybe", "postgres://u:s3cret@h/d?pool_max_conns=0",
		"postgres://u:s3cret@h/d?pool_max_conns=s3cret", "postgres://u:s3cret@h/d?connect_timeout=s3cret", "postgres://u:%s3cret@h/d",
		"postgres://h/d?user=u&password=s3cret&connect_timeout=s3cret",
	} {
		db, err := database.OpenPostgres(bad, nil)
		if err == nil {
			t.Errorf("%q accepted", bad)
			_ = db.Close()
		} else if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: error repeats the password: %v", bad, err)
		}
	}
}
