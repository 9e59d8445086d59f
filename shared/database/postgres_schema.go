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

	"biom/shared/clock"
)

// ErrNotReady is returned while the database has not been migrated yet. It is
// wrapped together with the reason.
var ErrNotReady = errors.New("the database is not ready")

const (
	// attemptTimeout bounds one attempt to migrate, including the wait for another
	// process that is migrating.
	attemptTimeout = 30 * time.Second
	firstPause     = 50 * time.Millisecond // between attempts; doubles each time
	maxPause       = time.Second
)

// schema migrates a Postgres database and knows whether it is ready for use:
//
//	migrating ──succeeded──▶ ready ──a table or the database is missing──▶ migrating
type schema struct {
	cfg    *pgx.ConnConfig
	create bool // whether to create a missing database
	log    *slog.Logger
	tried  chan struct{} // closed after the first attempt
	wiped  chan struct{} // wakes keepMigrated

	mu       sync.Mutex
	notReady error // the reason why the database is not ready; nil: it is ready
}

func newSchema(cfg *pgx.ConnConfig, create bool, log *slog.Logger) *schema {
	return &schema{
		cfg: cfg, create: create, log: log, tried: make(chan struct{}), wiped: make(chan struct{}, 1),
		notReady: errors.New("it is being migrated"),
	}
}

// await returns nil if the database is ready, and ErrNotReady if not. It waits only
// until the first attempt to migrate has ended.
func (s *schema) await(ctx context.Context) error {
	select {
	case <-s.tried:
	case <-ctx.Done():
		return fmt.Errorf("postgres: %w: it is being migrated: %w", ErrNotReady, ctx.Err())
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.notReady != nil {
		return fmt.Errorf("postgres: %w: %w", ErrNotReady, s.notReady)
	}
	return nil
}

// check returns an operation's error. If it says that the database was wiped,
// check starts the migration again and wraps it with ErrNotReady.
func (s *schema) check(err error) error {
	switch sqlState(err) {
	case undefinedTable, noSuchSchema, noSuchDatabase:
	default:
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.notReady == nil {
		s.notReady = err
		s.wiped <- struct{}{} // never blocks: keepMigrated has taken the previous element, or we would not be ready
		s.log.Warn("the database was wiped", "error", err)
	}
	return fmt.Errorf("%w: %w", ErrNotReady, err)
}

// keepMigrated migrates the database now, and again whenever it was wiped, until
// ctx ends.
func (s *schema) keepMigrated(ctx context.Context) {
	for {
		s.migrate(ctx)
		select {
		case <-ctx.Done():
			return
		case <-s.wiped:
		}
	}
}

// migrate tries to migrate until it succeeds or ctx ends.
func (s *schema) migrate(ctx context.Context) {
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		err := s.attempt(ctx)
		s.setResult(err)
		if err == nil {
			return
		}
		if clock.Sleep(ctx, pause) != nil {
			return
		}
	}
}

// setResult records and logs the result of an attempt.
func (s *schema) setResult(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case err == nil:
		s.log.Info("the database is ready")
	case errors.Is(err, context.Canceled): // by Close
	case s.notReady == nil || s.notReady.Error() != err.Error(): // log each reason once
		s.log.Warn("the database cannot be migrated yet", "error", err)
	}
	s.notReady = err
	select {
	case <-s.tried:
	default:
		close(s.tried)
	}
}

// attempt migrates the database once, and creates it first if it is missing.
func (s *schema) attempt(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, attemptTimeout)
	defer cancel()
	err := s.applyMigrations(ctx)
	if sqlState(err) != noSuchDatabase {
		return err
	}
	if !s.create {
		return fmt.Errorf("there is no database %s; correct the URL, or start an api, which makes it: %w", s.cfg.Database, err)
	}
	if err := s.createDatabase(ctx); err != nil {
		return fmt.Errorf("making database %s, which does not exist: %w", s.cfg.Database, err)
	}
	return s.applyMigrations(ctx)
}

// applyMigrations migrates on a connection without the sessionSettings: a migration
// may take longer than these allow.
func (s *schema) applyMigrations(ctx context.Context) error {
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
	return checkTables(ctx, db)
}

// tables are those that a migrated database has, beside the one with its ID.
var tables = []string{"share", "service_key", "callback_endpoint", "callback_failure"}

// checkTables returns an error if one of our tables is missing although goose's
// table says that the migrations were made. Somebody has removed it, so it is not
// created again. It also gives the database an ID if it has none.
func checkTables(ctx context.Context, db *sql.DB) error {
	for _, table := range tables {
		if _, err := db.ExecContext(ctx, `SELECT FROM `+table+` LIMIT 0`); err != nil { //nolint:gosec // the name is ours
			return fmt.Errorf("a table was removed (restore it, or begin anew with an empty database): %w", err)
		}
	}
	_, err := db.ExecContext(ctx, `INSERT INTO instance (id, db_id) VALUES (1, gen_random_uuid()::text) ON CONFLICT DO NOTHING`)
	return err
}

// createDatabase creates the database, over a connection to the database that
// every server has. If another process created it meanwhile, that is no error.
func (s *schema) createDatabase(ctx context.Context) error {
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

// lockMigration takes an advisory lock, so that one process migrates at a time. We
// do not use the locker of goose, for two reasons. Goose reads its version table
// before it takes that lock, so processes that start at once on a new database would
// collide and wait a second. And its unlock could wait for ever for a server that
// does not answer.
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
		if clock.Sleep(ctx, firstPause) != nil {
			return nil, errors.Join(fmt.Errorf("another process is migrating the database: %w", ctx.Err()), conn.Close())
		}
	}
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
		defer cancel()
		_, _ = conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, lock.DefaultLockID) // if this fails, the end of the session unlocks
		_ = conn.Close()
	}, nil
}

// SQLSTATE codes, see appendix A of the PostgreSQL documentation.
const (
	undefinedTable    = "42P01"
	noSuchSchema      = "3F000"
	noSuchDatabase    = "3D000"
	duplicateDatabase = "42P04"
	uniqueViolation   = "23505" // two processes created the same database at once
)

// sqlState returns the SQLSTATE of the server's error in err, "" if there is none.
func sqlState(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}
