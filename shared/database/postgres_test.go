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

func openPG(t testing.TB, url string) *database.Postgres {
	t.Helper()
	db, err := database.OpenPostgres(url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func pgID(t testing.TB, db *database.Postgres) string {
	t.Helper()
	id, err := db.DBID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// at changes a part of a URL.
func at(t testing.TB, rawURL string, change func(*url.URL)) string {
	t.Helper()
	u, err := url.Parse(rawURL)
	if err != nil {
		t.Fatal(err)
	}
	change(u)
	return u.String()
}

// execAt runs statements on a connection of the test's own.
func execAt(t testing.TB, url string, statements ...string) {
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
	first := pgID(t, openPG(t, url))
	if u, err := uuid.Parse(first); err != nil || u.Version() != 4 || u.Variant() != uuid.RFC4122 {
		t.Errorf("db_id %q is no random UUID: %v", first, err)
	}
	if again := pgID(t, openPG(t, url)); again != first {
		t.Errorf("db_id when opened again = %s, want %s", again, first)
	}
}

func TestPostgresReplicasMigrateAtOnce(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*url.URL){
		"empty":   func(*url.URL) {},
		"missing": func(u *url.URL) { u.Path = `/not there "yet"; ` + t.Name() },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := at(t, testenv.Postgres(t), change)
			ids := make([]string, 12)
			var g errgroup.Group
			for i := range ids { // each with connections of its own, as a process would
				db := openPG(t, url+"&pool_max_conns=2")
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
	db := openPG(t, testenv.Postgres(t))
	before, fault := pgID(t, db), errors.New("no")
	err := db.Write(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE instance SET db_id = 'x'`)
		return errors.Join(err, fault)
	})
	if !errors.Is(err, fault) || pgID(t, db) != before {
		t.Errorf("err = %v, db_id = %s, want %s", err, pgID(t, db), before)
	}
}

func TestPostgresWipedWhileRunning(t *testing.T) {
	t.Parallel()
	for name, wipe := range map[string]func(t *testing.T, maintenance, database string){
		"schema": func(t *testing.T, m, d string) {
			execAt(t, at(t, m, func(u *url.URL) { u.Path = d }), `DROP SCHEMA public CASCADE`, `CREATE SCHEMA public`)
		},
		"database": func(t *testing.T, m, d string) { execAt(t, m, `DROP DATABASE `+d[1:]+` WITH (FORCE)`) },
		"made anew": func(t *testing.T, m, d string) {
			execAt(t, m, `DROP DATABASE `+d[1:]+` WITH (FORCE)`, `CREATE DATABASE `+d[1:])
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			raw := testenv.Postgres(t)
			db, path := openPG(t, raw), ""
			first := pgID(t, db)
			maintenance := at(t, raw, func(u *url.URL) { path, u.Path = u.Path, "/postgres" })
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

func TestPostgresNotThereYet(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	server.Stop(t)
	db := openPG(t, server.URL())
	for range 3 {
		began := time.Now()
		if _, err := db.DBID(t.Context()); !errors.Is(err, database.ErrNotReady) || !strings.Contains(err.Error(), "connection refused") {
			t.Errorf("err = %v", err)
		}
		if d := time.Since(began); d > time.Second {
			t.Errorf("took %v", d)
		}
	}
	server.Start(t)
	testenv.Await(t, "the schema", func() bool { _, err := db.DBID(t.Context()); return err == nil })
}

// Connections that died in the pool are not the next operation's failure.
func TestPostgresRestarted(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	db := openPG(t, server.URL())
	before := pgID(t, db)
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
		if id := pgID(t, db); id != before {
			t.Errorf("db_id after it was %s = %s, want %s", name, id, before)
		}
	}
}

// fill has n connections idle in the pool.
func fill(t *testing.T, db *database.Postgres, n int) {
	t.Helper()
	var g errgroup.Group
	in, all := make(chan struct{}, n), make(chan struct{})
	for range n {
		g.Go(func() error {
			return db.Read(t.Context(), func(database.Querier) error {
				in <- struct{}{}
				<-all
				return nil
			})
		})
	}
	for range n {
		<-in
	}
	close(all)
	if err := g.Wait(); err != nil {
		t.Fatal(err)
	}
}

func TestPostgresHalfOpenHoldsNobody(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	db := openPG(t, server.URL()+"&pool_max_conns=4")
	fill(t, db, 2)
	server.Pause(t)
	var g errgroup.Group
	for i := range 64 { // more than the pool has
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
			if d := time.Since(began); err == nil || d > 1500*time.Millisecond {
				return fmt.Errorf("held for %v: %w", d, err)
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
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := db.DBID(ctx)
		return err == nil
	})
	t.Logf("recovered within %v of the resumption", time.Since(began))
}

func TestPostgresHalfOpenAtTheStart(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	server.Pause(t)
	db := openPG(t, server.URL())
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := db.DBID(ctx); !errors.Is(err, database.ErrNotReady) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("err = %v", err)
	}
	server.Resume(t)
	testenv.Await(t, "the schema", func() bool { _, err := db.DBID(t.Context()); return err == nil })
}

func TestPostgresCloseDoesNotWaitForAHalfOpenServer(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	db, err := database.OpenPostgres(server.URL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, db, 2)
	server.Pause(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := db.DBID(ctx); err == nil { // its connection goes on saying goodbye
		t.Error("a paused server answered")
	}
	began := time.Now()
	err = db.Close()
	if d := time.Since(began); d > 5*time.Second {
		t.Errorf("took %v: %v", d, err)
	}
	server.Kill(t) // lets the connections go
}

// A client that stops in the midst of a transaction, as a paused process does,
// loses its lock; one that is waiting for a lock gives up.
func TestPostgresSessionsLetGo(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	idle := openPG(t, url+"&idle_in_transaction_session_timeout=1s")
	other := openPG(t, url+"&lock_timeout=50ms")
	pgID(t, other) // connected, so that it is quick below
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
		if err := openPG(t, url+params).Read(t.Context(), func(q database.Querier) error {
			return q.QueryRow(t.Context(), `SELECT concat_ws(' ', current_setting('lock_timeout'), current_setting('statement_timeout'),
				current_setting('idle_in_transaction_session_timeout'), current_setting('application_name'))`).Scan(&got)
		}); err != nil || got != want {
			t.Errorf("%s: %q (%v), want %q", params, got, err, want)
		}
	}
}

// Commands beside the service make nothing of a mistake in the URL.
func TestExistingPostgresIsNotMade(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	url := strings.Replace(server.URL(), "/biom?", "/bion?", 1)
	for range 2 { // nor by the first
		db, err := database.OpenExistingPostgres(url, nil)
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

// A table that somebody took away is named, and not made anew beside the rest.
func TestPostgresTableRemoved(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	db, err := database.OpenPostgres(url, nil)
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

func TestPostgresRoleThatMayNotCreate(t *testing.T) {
	t.Parallel()
	raw := testenv.Postgres(t)
	execAt(t, raw, `CREATE ROLE modest LOGIN`)
	db := openPG(t, at(t, raw, func(u *url.URL) { u.User, u.Path = url.User("modest"), "/nowhere" }))
	if _, err := db.DBID(t.Context()); !errors.Is(err, database.ErrNotReady) || !strings.Contains(err.Error(), "database nowhere, which does not exist") {
		t.Errorf("err = %v", err)
	}
	execAt(t, raw, `DROP ROLE modest`)
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
