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

// Postgres is the database that several machines share. It may be away, empty,
// or not there yet when the program starts: it is migrated in the background,
// and made if need be, until that succeeds.
//
// The context of an operation bounds it as a whole, the wait for a connection
// included, also when the server neither answers nor hangs up. The server
// bounds it too (see sessionSettings), so that a client that was paused or cut
// off holds no lock for ever.
type Postgres struct {
	pool   *pgxpool.Pool
	most   int // connections in pool
	schema *schema

	cancel context.CancelFunc
	kept   sync.WaitGroup // the background's work
}

// Querier is what a Read may use: statements, each by itself.
type Querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
}

var _ Querier = (*pgxpool.Conn)(nil)

// OpenPostgres begins to use a database at a URL like
// postgres://user:password@host:5432/database. It validates the URL, whose
// parameters (sslmode, pool_max_conns, connect_timeout, statement_timeout, …)
// win over the values chosen here, and returns at once.
func OpenPostgres(url string, log *slog.Logger) (*Postgres, error) {
	return openPostgres(url, log, true)
}

// OpenExistingPostgres is [OpenPostgres] for commands beside the service: it
// makes no database, since one that is not there is a mistake in the URL.
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
	p := &Postgres{pool: pool, most: int(cfg.MaxConns), schema: newSchema(cfg.ConnConfig, create, log), cancel: cancel}
	p.kept.Go(func() { p.schema.keep(ctx) })
	return p, nil
}

// Write runs f in a transaction and commits it if f returns nil. Statements in
// f take the same context. After an error of the commit nobody knows whether it
// took place; after [ErrNotReady] and errors of f it did not.
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
		return p.schema.judge(err)
	}
	return p.schema.judge(tx.Commit(ctx))
}

// Read runs f with a connection.
func (p *Postgres) Read(ctx context.Context, f func(Querier) error) error {
	conn, err := p.acquire(ctx, func(c *pgxpool.Conn) error { return c.Ping(ctx) })
	if err != nil {
		return err
	}
	defer conn.Release()
	return p.schema.judge(f(conn))
}

// acquire gives a connection that has just answered to greet. Those that died
// in the pool, because Postgres was started again, are passed over: greet has
// no effect that could be had twice.
func (p *Postgres) acquire(ctx context.Context, greet func(*pgxpool.Conn) error) (*pgxpool.Conn, error) {
	if err := p.schema.await(ctx); err != nil {
		return nil, err
	}
	for stale := p.most; ; stale-- {
		conn, err := p.pool.Acquire(ctx)
		if err != nil {
			return nil, p.schema.judge(fmt.Errorf("postgres: %w", err))
		}
		if err = greet(conn); err == nil {
			return conn, nil
		}
		died := conn.Conn().IsClosed()
		conn.Release()
		if !died || stale == 0 || ctx.Err() != nil {
			return nil, p.schema.judge(fmt.Errorf("postgres: %w", err))
		}
	}
}

// DBID is the identity of this database: the same after every restart, another
// one after the database was wiped.
func (p *Postgres) DBID(ctx context.Context) (id string, err error) {
	err = p.Read(ctx, func(q Querier) error {
		return q.QueryRow(ctx, `SELECT db_id FROM instance`).Scan(&id)
	})
	return id, err
}

// Close closes all connections when their operations have ended. A server that
// does not answer is not waited for.
func (p *Postgres) Close() error {
	p.cancel()
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		p.kept.Wait()
		p.pool.Close()
	}()
	select {
	case <-closed:
		return nil
	case <-time.After(closePatience):
		return errors.New("postgres: connections are still busy")
	}
}

const closePatience = 3 * time.Second
