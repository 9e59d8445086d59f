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

// readers is how many connections read at once; the write-ahead log lets them
// read while one writes.
const readers = 4

// SQLite is the one-file database of a single machine.
//
// Writes go through one connection: SQLite has one writer at a time anyway, and
// waiting in Go is fair and ends with the context, where waiting for SQLite's
// lock polls.
type SQLite struct {
	write *sql.DB // one connection; transactions begin IMMEDIATE
	sync  string  // how it commits; belongs to who holds the connection
	read  *sql.DB // query only
}

// OpenSQLite opens the database file, making it if need be (not its directory),
// and brings its schema up to date. Several processes may have it open.
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
	s := &SQLite{}
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

// Writer is for preparing the statements of a [SQLite.Write] or WriteLazy.
func (s *SQLite) Writer() *sql.DB { return s.write }

// Reader is a pool of connections that cannot write.
func (s *SQLite) Reader() *sql.DB { return s.read }

// Write runs f in a transaction that holds the write lock from its beginning,
// and commits it if f returns nil. The context bounds the wait for the lock and
// the transaction as a whole. What was committed survives a power cut.
func (s *SQLite) Write(ctx context.Context, f func(*sql.Tx) error) error {
	return s.transact(ctx, "FULL", f)
}

// WriteLazy is Write without waiting for the disk, several times as fast: what
// was committed survives a crash of the process, but a power cut may take the
// last of it. For what is written often and missed by nobody.
func (s *SQLite) WriteLazy(ctx context.Context, f func(*sql.Tx) error) error {
	return s.transact(ctx, "NORMAL", f)
}

func (s *SQLite) transact(ctx context.Context, sync string, f func(*sql.Tx) error) error {
	conn, err := s.write.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() // gives it back to the pool
	if err := s.synchronize(ctx, conn, sync); err != nil {
		return err
	}
	tx, err := begin(ctx, conn)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // nothing is left to roll back after Commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// begin waits for the write lock, which another process may hold, for
// lockPatience at most. SQLite's own wait does not end with the context, so it
// is cut into short ones.
func begin(ctx context.Context, conn *sql.Conn) (*sql.Tx, error) {
	for began := time.Now(); ; {
		tx, err := conn.BeginTx(ctx, nil)
		if !isBusy(err) || ctx.Err() != nil || time.Since(began) > lockPatience {
			return tx, err
		}
	}
}

const lockPatience = 5 * time.Second

func isBusy(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

// synchronize sets how the writer commits, if it is not set so already. Where
// the pool replaced the connection, the new one is at FULL: never less than
// was asked for.
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

// DBID is the identity of this database: the same after every restart, another
// one after the database was wiped.
func (s *SQLite) DBID(ctx context.Context) (string, error) {
	var id string
	err := s.read.QueryRowContext(ctx, `SELECT db_id FROM instance`).Scan(&id)
	return id, err
}

// Close closes all connections; the last one folds the write-ahead log into
// the file.
func (s *SQLite) Close() error { return errors.Join(s.read.Close(), s.write.Close()) }

// synchronous=FULL makes a commit survive a power cut, not only a crash of the
// process (NORMAL does that much): a share code that was handed out must work.
// It costs one fsync a commit; WriteLazy is for those who need not pay it.
// secure_delete overwrites what is deleted: a share that was destroyed is gone.
const (
	common           = "_foreign_keys=1&_dqs=0"
	writing          = common + "&_journal_mode=WAL&_synchronous=FULL&_txlock=immediate&_pragma=journal_size_limit(67108864)&_pragma=secure_delete(1)"
	migrationPragmas = writing + "&_busy_timeout=5000"
	writerPragmas    = writing + "&_busy_timeout=50"
	readerPragmas    = common + "&_query_only=1&_busy_timeout=5000"
)

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

// createPrivate makes the file before SQLite would, which makes it readable for
// all; the write-ahead log inherits its mode.
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
