package database

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Postgres is the database that several machines share. When the program starts,
// the server may be unavailable, and the database empty or missing: it is created
// and migrated in the background until that succeeds.
//
// The context of an operation bounds it as a whole, including the wait for a
// connection, even if the server does not answer. The server bounds it, too (see
// sessionSettings), so that a client that was paused or cut off does not hold a
// lock for ever.
type Postgres struct {
	pool         *pgxpool.Pool
	maxConns     int // in pool
	schema       *schema
	closeTimeout time.Duration

	cancel     context.CancelFunc
	background sync.WaitGroup
}

// Querier runs single statements. Read passes one to its function.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

var _ Querier = (*pgxpool.Conn)(nil)

// OpenPostgres opens the database at a URL like
// postgres://user:password@host:5432/database. It validates the URL and returns
// at once; the migration goes on in the background. Parameters of the URL
// (sslmode, pool_max_conns, connect_timeout, statement_timeout, …) override the
// values chosen here.
func OpenPostgres(url string, log *slog.Logger) (*Postgres, error) {
	return openPostgres(url, log, true)
}

// OpenExistingPostgres is [OpenPostgres] for commands other than the service. It
// does not create a missing database: that is a mistake in the URL.
func OpenExistingPostgres(url string, log *slog.Logger) (*Postgres, error) {
	return openPostgres(url, log, false)
}

func openPostgres(url string, log *slog.Logger, create bool) (*Postgres, error) {
	cfg, err := parsePostgres(url)
	if err != nil {
		return nil, err
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	ctx, cancel := context.WithCancel(context.Background())
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		cancel()
		return nil, fmt.Errorf("postgres: %w", err)
	}
	p := &Postgres{
		pool: pool, maxConns: int(cfg.MaxConns), schema: newSchema(cfg.ConnConfig, create, log),
		closeTimeout: closeTimeout, cancel: cancel,
	}
	p.background.Go(func() { p.schema.keepMigrated(ctx) })
	return p, nil
}

// Write runs f in a transaction and commits it if f returns nil. Statements in f
// should use the same context. If the error is [ErrNotReady] or comes from f, the
// transaction was not committed. After an error of the commit itself it is unknown
// whether it was.
func (p *Postgres) Write(ctx context.Context, f func(pgx.Tx) error) error {
	var tx pgx.Tx
	conn, err := p.acquire(ctx, func(c *pgxpool.Conn) (err error) {
		tx, err = c.Begin(ctx)
		return err
	})
	if err != nil {
		return err
	}
	defer conn.Release()
	defer tx.Rollback(ctx) //nolint:errcheck // nothing is left to roll back after Commit
	if err := f(tx); err != nil {
		return p.schema.check(err)
	}
	return p.schema.check(tx.Commit(ctx))
}

// Read runs f with a connection, without a transaction.
func (p *Postgres) Read(ctx context.Context, f func(Querier) error) error {
	conn, err := p.acquire(ctx, func(c *pgxpool.Conn) error { return c.Ping(ctx) })
	if err != nil {
		return err
	}
	defer conn.Release()
	return p.schema.check(f(conn))
}

// acquire returns a connection on which probe has succeeded. After a restart of
// Postgres the connections in the pool are dead; acquire drops these and tries the
// next one. So probe may run several times, and must not change the data.
func (p *Postgres) acquire(ctx context.Context, probe func(*pgxpool.Conn) error) (*pgxpool.Conn, error) {
	if err := p.schema.await(ctx); err != nil {
		return nil, err
	}
	for remaining := p.maxConns; ; remaining-- {
		conn, err := p.pool.Acquire(ctx)
		if err != nil {
			return nil, p.schema.check(fmt.Errorf("postgres: %w", err))
		}
		if err = probe(conn); err == nil {
			return conn, nil
		}
		died := conn.Conn().IsClosed()
		conn.Release()
		if !died || remaining == 0 || ctx.Err() != nil {
			return nil, p.schema.check(fmt.Errorf("postgres: %w", err))
		}
	}
}

// DBID returns the identity of this database. It stays the same across restarts, and
// changes when the database is wiped.
func (p *Postgres) DBID(ctx context.Context) (id string, err error) {
	err = p.Read(ctx, func(q Querier) error {
		return q.QueryRow(ctx, `SELECT db_id FROM instance`).Scan(&id)
	})
	return id, err
}

// Close waits until all operations have ended and closes the connections. It waits
// for at most three seconds, because a server may not answer.
func (p *Postgres) Close() error {
	p.cancel()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		p.background.Wait()
		p.pool.Close()
	}()
	select {
	case <-closed:
		return nil
	case <-time.After(p.closeTimeout):
		return errors.New("postgres: connections are still busy")
	}
}

const closeTimeout = 3 * time.Second
