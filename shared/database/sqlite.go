package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite" // registers the driver "sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// readers is the number of connections that can read at once. The write-ahead log
// lets them read while another one writes.
const readers = 4

// SQLite is the one-file database of a single machine.
//
// All writes of a process go through one connection. SQLite has only one writer at
// a time anyway; waiting for the connection in Go is fair and ends with the
// context, while SQLite polls for its lock.
type SQLite struct {
	// LockTimeout bounds how long a write waits for the lock while another process
	// holds it. OpenSQLite sets it to 5 s. It must not be changed while the
	// database is in use.
	LockTimeout time.Duration

	write *sql.DB // one connection; transactions begin IMMEDIATE
	sync  string  // the connection's PRAGMA synchronous; only its holder may use this field
	read  *sql.DB // connections that cannot write
}

// OpenSQLite opens a database file and migrates it. A missing file is created, its
// directory is not. Several processes may have the file open.
func OpenSQLite(ctx context.Context, path string) (*SQLite, error) {
	s, err := openSQLite(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("database %s: %w", path, err)
	}
	return s, nil
}

func openSQLite(ctx context.Context, path string) (*SQLite, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := createPrivate(path); err != nil {
		return nil, err
	}
	if err := migrateSQLite(ctx, path); err != nil {
		return nil, err
	}
	s := &SQLite{LockTimeout: lockTimeout}
	if s.write, err = open(path, 1, writerPragmas); err != nil {
		return nil, err
	}
	if s.read, err = open(path, readers, readerPragmas); err != nil {
		return nil, errors.Join(err, s.write.Close())
	}
	return s, nil
}

func migrateSQLite(ctx context.Context, path string) error {
	db, err := open(path, 1, migrationPragmas)
	if err != nil {
		return err
	}
	return errors.Join(migrate(ctx, db, goose.DialectSQLite3, "sqlite"), db.Close())
}

// Writer returns the connection of Write and WriteLazy, to prepare statements on.
func (s *SQLite) Writer() *sql.DB { return s.write }

// Reader returns a pool of connections that cannot write.
func (s *SQLite) Reader() *sql.DB { return s.read }

// Write runs f in a transaction and commits it if f returns nil. The transaction
// holds the write lock from its beginning. The context bounds the wait for the lock
// and the transaction as a whole. A committed transaction survives a power cut.
func (s *SQLite) Write(ctx context.Context, f func(*sql.Tx) error) error {
	return s.transact(ctx, "FULL", f)
}

// WriteLazy is Write without waiting for the disk, and several times as fast. A
// committed transaction survives a crash of the process, but a power cut may undo
// the latest ones. It is for data that is written often and may be lost.
func (s *SQLite) WriteLazy(ctx context.Context, f func(*sql.Tx) error) error {
	return s.transact(ctx, "NORMAL", f)
}

// transact is Write with a value for PRAGMA synchronous.
func (s *SQLite) transact(ctx context.Context, sync string, f func(*sql.Tx) error) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // returns it to the pool
	if err := s.synchronize(ctx, conn, sync); err != nil {
		return err
	}
	tx, err := s.begin(ctx, conn)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // nothing is left to roll back after Commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// begin begins a transaction. It waits for at most LockTimeout while another
// process holds the write lock. SQLite's own wait does not end with the context,
// so begin repeats a short one (busy_timeout in writerPragmas).
func (s *SQLite) begin(ctx context.Context, conn *sql.Conn) (*sql.Tx, error) {
	for began := time.Now(); ; {
		tx, err := conn.BeginTx(ctx, nil)
		if !isBusy(err) || ctx.Err() != nil || time.Since(began) > s.LockTimeout {
			return tx, err
		}
	}
}

const lockTimeout = 5 * time.Second

// isBusy reports whether err says that another connection holds the lock.
func isBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// synchronize sets PRAGMA synchronous of the writing connection, unless it has
// that value already. If the pool has replaced the connection, s.sync may be
// wrong; but then the new connection has FULL, which is at least as safe as the
// value that was asked for.
func (s *SQLite) synchronize(ctx context.Context, conn *sql.Conn, sync string) error {
	if s.sync == sync {
		return nil
	}
	s.sync = ""
	if _, err := conn.ExecContext(ctx, "PRAGMA synchronous = "+sync); err != nil {
		return err
	}
	s.sync = sync
	return nil
}

// DBID returns the identity of this database. It stays the same across restarts, and
// changes when the database is wiped.
func (s *SQLite) DBID(ctx context.Context) (string, error) {
	var id string
	err := s.read.QueryRowContext(ctx, `SELECT db_id FROM instance`).Scan(&id)
	return id, err
}

// Close closes all connections. When the last one closes, SQLite writes the
// write-ahead log into the file.
func (s *SQLite) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// The settings of the connections. With synchronous=FULL a commit survives a power
// cut: a share code that was handed out must work. With NORMAL it survives only a
// crash of the process. FULL costs one fsync for each commit; WriteLazy avoids it.
// secure_delete overwrites deleted data with zeros: a share that was destroyed must
// not remain in the file.
const (
	common           = "_foreign_keys=1&_dqs=0"
	writing          = common + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_pragma=journal_size_limit(67108864)&_pragma=secure_delete(1)"
	migrationPragmas = writing + "&_busy_timeout=5000"
	writerPragmas    = writing + "&_busy_timeout=50"
	readerPragmas    = common + "&_query_only=1&_busy_timeout=5000"
)

// open opens a pool of at most conns connections.
func open(path string, conns int, pragmas string) (*sql.DB, error) {
	name := (&url.URL{Scheme: "file", Path: path, RawQuery: pragmas}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

// createPrivate creates the file with mode 0600, if it does not exist. SQLite would
// make it readable for everybody. The write-ahead log gets the mode of the file.
func createPrivate(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}
