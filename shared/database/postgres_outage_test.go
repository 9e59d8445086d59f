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
	patient time.Duration // each operation's deadline
	next    atomic.Int64

	mu      sync.Mutex
	acked   []int64 // numbers that were committed
	done    int     // operations that succeeded since somebody set it to 0
	failed  int     // likewise
	longest time.Duration
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
	l.done++
	l.acked = append(l.acked, n)
}

// await waits until counter has gone from 0 to many.
func (l *load) await(t *testing.T, what string, counter *int, many int) {
	t.Helper()
	l.mu.Lock()
	*counter = 0
	l.mu.Unlock()
	testenv.Await(t, what, func() bool {
		l.mu.Lock()
		defer l.mu.Unlock()
		return *counter >= many
	})
}

func (l *load) write(n int64) error {
	ctx, cancel := context.WithTimeout(context.Background(), l.patient)
	defer cancel()
	return l.db.Write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO numbers VALUES ($1)`, n)
		return err
	})
}

// Under load, through every way of being away: nobody is held beyond the
// deadline, work goes on by itself afterwards, and what was committed stays.
func TestPostgresOutagesUnderLoad(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	db := openPG(t, server.URL()+"&pool_max_conns=8")
	pgID(t, db)
	execAt(t, server.URL(), `CREATE TABLE numbers (n bigint PRIMARY KEY)`)
	l := &load{db: db, patient: 500 * time.Millisecond}
	ctx, stop := context.WithCancel(t.Context())
	var workers sync.WaitGroup
	for range 32 {
		workers.Go(func() { l.run(ctx) })
	}
	works := func(what string) {
		began := time.Now()
		l.await(t, "work "+what, &l.done, 200)
		t.Logf("%-13s 200 writes after %v", what, time.Since(began).Round(time.Millisecond))
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
	works("after both")
	stop()
	workers.Wait()
	if l.longest > l.patient+time.Second {
		t.Errorf("an operation took %v", l.longest)
	}
	there := numbers(t, db)
	for _, n := range l.acked {
		if !slices.Contains(there, n) {
			t.Errorf("%d was committed and is gone", n)
		}
	}
	t.Logf("%d committed, %d more whose answer was lost; the longest operation took %v",
		len(l.acked), len(there)-len(l.acked), l.longest.Round(time.Millisecond))
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
