package testenv_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"biom/shared/testenv"
)

// query runs a statement and returns its only value.
func query(ctx context.Context, url, sql string) (answer string, err error) {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return "", err
	}
	defer conn.Close(ctx)
	err = conn.QueryRow(ctx, sql).Scan(&answer)
	return answer, err
}

func mustQuery(t *testing.T, url, sql string) string {
	t.Helper()
	answer, err := query(t.Context(), url, sql)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

const countTables = `SELECT count(*)::text FROM pg_tables WHERE schemaname = 'public'`

func TestSharedPostgresDatabasesAreSeparateAndEmpty(t *testing.T) {
	t.Parallel()
	var urls sync.Map
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			url := testenv.Postgres(t)
			if _, taken := urls.LoadOrStore(url, true); taken {
				t.Errorf("%s was returned twice", url)
			}
			run(t, url, `CREATE TABLE a ()`)
			if got := mustQuery(t, url, countTables); got != "1" {
				t.Errorf("%s tables, want only our own", got)
			}
		})
	}
}

func run(t *testing.T, url, sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	if _, err := conn.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func TestPostgresKeepsItsData(t *testing.T) {
	t.Parallel()
	s := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true, Args: []string{"-c", "work_mem=5MB"}})
	if got := mustQuery(t, s.URL(), `SELECT current_setting('work_mem') || current_setting('fsync')`); got != "5MBon" {
		t.Errorf("settings = %s", got)
	}
	idle, err := pgx.Connect(t.Context(), s.URL()) // must not delay the end of the server
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close(context.Background())
	for i, end := range []func(testing.TB){s.Stop, s.Kill, func(t testing.TB) { s.Pause(t); s.Kill(t) }, func(t testing.TB) { s.Pause(t); s.Stop(t) }} {
		run(t, s.URL(), fmt.Sprintf(`CREATE TABLE t%d ()`, i))
		end(t)
		if _, err := query(t.Context(), s.URL(), countTables); err == nil {
			t.Error("still answers")
		}
		s.Start(t)
		if got := mustQuery(t, s.URL(), countTables); got != fmt.Sprint(i+1) {
			t.Errorf("%s tables after end %d", got, i)
		}
	}
}

// A paused server answers neither on new connections nor on open ones.
func TestPausedPostgresIsSilent(t *testing.T) {
	t.Parallel()
	s := testenv.StartPostgres(t, testenv.PostgresOptions{})
	conn, err := pgx.Connect(t.Context(), s.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(context.Background())
	s.Pause(t)
	answered := make(chan error, 1)
	go func() { answered <- conn.Ping(t.Context()) }()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := query(ctx, s.URL(), countTables); ctx.Err() == nil {
		t.Errorf("a new connection: %v", err)
	}
	select {
	case err := <-answered:
		t.Errorf("an open connection: %v", err)
	default:
	}
	s.Resume(t)
	if err := <-answered; err != nil {
		t.Errorf("after the pause: %v", err)
	}
}
