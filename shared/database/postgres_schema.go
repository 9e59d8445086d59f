package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// ErrNotReady says that the schema is not there yet; it is wrapped with why.
var ErrNotReady = errors.New("the database is not ready")

const (
	// attemptPatience bounds one attempt at the schema, the wait for another
	// process that migrates included.
	attemptPatience = 30 * time.Second
	firstPause      = 50 * time.Millisecond // between attempts; doubles
	longestPause    = time.Second
)

// schema brings a Postgres database to this program's schema, and knows whether
// it is there:
//
//	migrating ──succeeded──▶ ready ──a table or the database is gone──▶ migrating
type schema struct {
	cfg   *pgx.ConnConfig
	make  bool // the database, if it is missing
	log   *slog.Logger
	tried chan struct{} // closed after the first attempt
	gone  chan struct{} // wakes keep

	mu  sync.Mutex
	why error // not ready, because; nil: ready
}

func newSchema(cfg *pgx.ConnConfig, create bool, log *slog.Logger) *schema {
	return &schema{
		cfg: cfg, make: create, log: log, tried: make(chan struct{}), gone: make(chan struct{}, 1),
		why: errors.New("it is being migrated"),
	}
}

// await returns nil when the schema is ready. It waits for the very first
// attempt only.
func (s *schema) await(ctx context.Context) error {
	select {
	case <-s.tried:
	case <-ctx.Done():
		return fmt.Errorf("postgres: %w: it is being migrated: %w", ErrNotReady, ctx.Err())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.why != nil {
		return fmt.Errorf("postgres: %w: %w", ErrNotReady, s.why)
	}
	return nil
}

// judge looks whether an operation's error says that the database was wiped,
// and has it migrated anew then.
func (s *schema) judge(err error) error {
	switch sqlState(err) {
	case undefinedTable, noSuchSchema, noSuchDatabase:
	default:
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.why == nil {
		s.why = err
		s.gone <- struct{}{} // never blocks: keep took the one before it made us ready
		s.log.Warn("the database was wiped", "error", err)
	}
	return fmt.Errorf("%w: %w", ErrNotReady, err)
}

// keep migrates now and whenever the schema is gone.
func (s *schema) keep(ctx context.Context) {
	for {
		s.migrate(ctx)
		select {
		case <-ctx.Done():
			return
		case <-s.gone:
		}
	}
}

// migrate tries until it succeeds or ctx ends.
func (s *schema) migrate(ctx context.Context) {
	for pause := firstPause; ; pause = min(2*pause, longestPause) {
		err := s.attempt(ctx)
		s.settle(err)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
	}
}

func (s *schema) settle(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil:
		s.log.Info("the database is ready")
	case errors.Is(err, context.Canceled): // by Close
	case s.why == nil || s.why.Error() != err.Error(): // once for each reason
		s.log.Warn("the database cannot be migrated yet", "error", err)
	}
	s.why = err
	select {
	case <-s.tried:
	default:
		close(s.tried)
	}
}

func (s *schema) attempt(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, attemptPatience)
	defer cancel()
	err := s.up(ctx)
	if sqlState(err) != noSuchDatabase {
		return err
	}
	if !s.make {
		return fmt.Errorf("there is no database %s; correct the URL, or start an api, which makes it: %w", s.cfg.Database, err)
	}
	if err := s.create(ctx); err != nil {
		return fmt.Errorf("making database %s, which does not exist: %w", s.cfg.Database, err)
	}
	return s.up(ctx)
}

// up migrates on a connection without the session settings: a migration may
// take its time.
func (s *schema) up(ctx context.Context) error {
	db := stdlib.OpenDB(*s.cfg)
	defer db.Close()
	unlock, err := lockMigration(ctx, db)
	if err != nil {
		return err
	}
	defer unlock()
	if err := migrateOnce(ctx, db, goose.DialectPostgres, "postgres"); err != nil {
		return err
	}
	return whole(ctx, db)
}

// whole notices where tables of ours are gone and goose's own is not: it would
// not make them again, and neither do we, for somebody took them away.
func whole(ctx context.Context, db *sql.DB) error {
	for _, look := range []string{`SELECT FROM share LIMIT 0`, `SELECT FROM service_key LIMIT 0`} {
		if _, err := db.ExecContext(ctx, look); err != nil {
			return fmt.Errorf("a table was removed (restore it, or begin anew with an empty database): %w", err)
		}
	}
	_, err := db.ExecContext(ctx, `INSERT INTO instance (id, db_id) VALUES (1, gen_random_uuid()::text) ON CONFLICT DO NOTHING`)
	return err
}

// create makes the database, from the one that every server has. Another
// process may be faster.
func (s *schema) create(ctx context.Context) error {
	cfg := s.cfg.Copy()
	cfg.Database = "postgres"
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{s.cfg.Database}.Sanitize())
	if state := sqlState(err); state == duplicateDatabase || state == uniqueViolation {
		return nil
	}
	return err
}

// lockMigration lets one process migrate at a time. goose has a locker too, but
// looks at its table of versions before it takes it, where processes that start
// at once on a new database meet and wait a second; its unlock would wait for
// ever for a server that does not answer.
func lockMigration(ctx context.Context, db *sql.DB) (unlock func(), err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("migrating the database: %w", err)
	}
	for {
		var locked bool
		err := conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, lock.DefaultLockID).Scan(&locked)
		if err != nil {
			return nil, errors.Join(fmt.Errorf("migrating the database: %w", err), conn.Close())
		}
		if locked {
			break
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("another process is migrating the database: %w", ctx.Err()), conn.Close())
		case <-time.After(firstPause):
		}
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
		defer cancel()
		_, _ = conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, lock.DefaultLockID) // else the session's end does it
		_ = conn.Close()
	}, nil
}

// SQLSTATEs, as PostgreSQL's appendix A names them.
const (
	undefinedTable    = "42P01"
	noSuchSchema      = "3F000"
	noSuchDatabase    = "3D000"
	duplicateDatabase = "42P04"
	uniqueViolation   = "23505" // two made the same database at once
)

// sqlState is the code of the server's error within err, "" if there is none.
func sqlState(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}
