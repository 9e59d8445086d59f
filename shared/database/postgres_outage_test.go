package database_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"biom/shared/database"
	"biom/shared/testenv"
)

// load writes numbers from several goroutines until it is stopped.
type load struct {
	db      *database.Postgres
	timeout time.Duration // of each write
	next    atomic.Int64

	mu        sync.Mutex
	committed []int64 // numbers whose commit was confirmed
	succeeded int     // writes that succeeded since the last await
	failed    int     // writes that failed since the last await
	longest   time.Duration
}

func (l *load) run(ctx context.Context) {
	for ctx.Err() == nil {
		n, began := l.next.Add(1), time.Now()
		err := l.write(n)
		l.count(n, err, time.Since(began))
	}
}

func (l *load) count(n int64, err error, took time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.longest = max(l.longest, took)
	if err != nil {
		l.failed++
		return
	}
	l.succeeded++
	l.committed = append(l.committed, n)
}

// await sets counter to 0 and waits until it is at least n.
func (l *load) await(t *testing.T, event string, counter *int, n int) {
	t.Helper()
	l.mu.Lock()
	*counter = 0
	l.mu.Unlock()
	testenv.Await(t, event, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return *counter >= n
	})
}

func (l *load) write(n int64) error {
	ctx, cancel := context.WithTimeout(context.Background(), l.timeout)
	defer cancel()
	return l.db.Write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO numbers VALUES ($1)`, n)
		return err
	})
}

// Under load, in every kind of outage: operations end at their deadline, work goes
// on by itself afterwards, and what was committed is still there.
func TestPostgresOutagesUnderLoad(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	db := openPostgres(t, server.URL()+"&pool_max_conns=8")
	postgresDBID(t, db)
	execute(t, server.URL(), `CREATE TABLE numbers (n bigint PRIMARY KEY)`)
	l := &load{db: db, timeout: 500 * time.Millisecond}
	ctx, stop := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	for range 32 {
		workers.Go(func() { l.run(ctx) })
	}
	works := func(when string) {
		began := time.Now()
		l.await(t, "work "+when, &l.succeeded, 200)
		t.Logf("%-20s 200 writes after %v", when, time.Since(began).Round(time.Millisecond))
	}
	fails := func() { l.await(t, "failures", &l.failed, 32) }
	works("at first")
	server.Stop(t)
	fails()
	server.Start(t)
	works("after a stop")
	server.Kill(t)
	fails()
	server.Start(t)
	works("after a kill")
	server.Pause(t)
	fails()
	server.Resume(t)
	works("after a pause")
	server.Pause(t)
	fails()
	server.Kill(t)
	server.Start(t)
	works("after pause and kill")
	stop()
	workers.Wait()
	if l.longest > l.timeout+slow {
		t.Errorf("an operation took %v", l.longest)
	}
	stored := numbers(t, db)
	for _, n := range l.committed {
		if !slices.Contains(stored, n) {
			t.Errorf("%d was committed and is missing", n)
		}
	}
	t.Logf("%d committed, %d more whose confirmation was lost; the longest operation took %v",
		len(l.committed), len(stored)-len(l.committed), l.longest.Round(time.Millisecond))
}

func numbers(t *testing.T, db *database.Postgres) (all []int64) {
	t.Helper()
	if err := db.Read(t.Context(), func(q database.Querier) error {
		rows, err := q.Query(t.Context(), `SELECT n FROM numbers`)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowTo[int64])
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return all
}
