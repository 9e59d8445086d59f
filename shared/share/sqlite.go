package share

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"biom/shared/database"
)

// SQLite is the store of a single machine. Its table is described in
// database/migrations/sqlite.
type SQLite struct{ db *database.SQLite }

var _ Store = (*SQLite)(nil)

// NewSQLite returns a store on an open database.
func NewSQLite(db *database.SQLite) *SQLite { return &SQLite{db} }

// Insert implements [Store].
func (s *SQLite) Insert(ctx context.Context, r Record) (dbID string, taken bool, err error) {
	err = s.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, sqliteInsert, r.ID, r.Payload, r.Created.UnixMilli(), r.Expires.UnixMilli())
		if err != nil {
			return err
		}
		n, err := res.RowsAffected()
		if err != nil {
			return err
		}
		taken = n == 0
		return tx.QueryRowContext(ctx, `SELECT db_id FROM instance`).Scan(&dbID)
	})
	if err != nil {
		return "", false, fmt.Errorf("sqlite: insert: %w", err)
	}
	return dbID, taken, nil
}

// Try implements [Store] in one transaction, which holds the database's write
// lock, and so the lock of every row, from its beginning.
func (s *SQLite) Try(ctx context.Context, id string, now time.Time, open func([]byte) bool) (a Attempt, err error) {
	err = s.db.Write(ctx, func(tx *sql.Tx) error {
		a, err = try(ctx, sqliteRows{tx}, id, now, open)
		return err
	})
	if err != nil {
		return Attempt{}, fmt.Errorf("sqlite: try: %w", err)
	}
	return a, nil
}

// Purge implements [Store].
func (s *SQLite) Purge(ctx context.Context, now time.Time) (n int, err error) {
	err = s.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, sqlitePurge, now.UnixMilli(), purgeRows)
		if err != nil {
			return err
		}
		removed, err := res.RowsAffected()
		n = int(removed)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("sqlite: purge: %w", err)
	}
	return n, nil
}

// Count implements [Store].
func (s *SQLite) Count(ctx context.Context, now time.Time) (n int, dbID string, err error) {
	if err := s.db.Reader().QueryRowContext(ctx, sqliteCount, now.UnixMilli()).Scan(&n, &dbID); err != nil {
		return 0, "", fmt.Errorf("sqlite: count: %w", err)
	}
	return n, dbID, nil
}

// purgeRows is the largest number of records that one purge removes, so that a
// caller of Create does not wait while a month's shares are removed.
const purgeRows = 1000

const (
	sqliteInsert = `
		INSERT INTO share (id, payload, created, expires) VALUES (?, ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET
			payload = excluded.payload, created = excluded.created, expires = excluded.expires, tries = 0, failures = 0
		WHERE share.expires <= excluded.created`
	sqlitePurge = `
		DELETE FROM share WHERE id IN (SELECT id FROM share WHERE expires <= ? ORDER BY expires LIMIT ?)`
	sqliteCount = `
		SELECT count(*), (SELECT db_id FROM instance) FROM share WHERE expires > ?`
	sqliteLock = `
		SELECT id, payload, failures, expires, (SELECT db_id FROM instance) FROM share
		WHERE id = ?1 AND expires > ?3 OR id = ?2 AND expires IS NULL
		ORDER BY expires IS NULL LIMIT 1`
	sqliteDecoy   = `INSERT INTO share (id, payload, created) VALUES (?, ?, 0) ON CONFLICT (id) DO NOTHING`
	sqliteTried   = `UPDATE share SET tries = tries + 1, failures = failures + ? WHERE id = ?`
	sqliteDestroy = `DELETE FROM share WHERE id = ?`
)

// sqliteRows are the statements of a try.
type sqliteRows struct{ *sql.Tx }

func (tx sqliteRows) lock(ctx context.Context, id, decoy string, now int64) (r row, err error) {
	err = tx.QueryRowContext(ctx, sqliteLock, id, decoy, now).Scan(&r.id, &r.payload, &r.failures, &r.expires, &r.dbID)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoRow
	}
	return r, err
}

func (tx sqliteRows) makeDecoy(ctx context.Context, decoy string, payload []byte) error {
	_, err := tx.ExecContext(ctx, sqliteDecoy, decoy, payload)
	return err
}

func (tx sqliteRows) count(ctx context.Context, id string, failed int) error {
	_, err := tx.ExecContext(ctx, sqliteTried, failed, id)
	return err
}

func (tx sqliteRows) destroy(ctx context.Context, id string) error {
	_, err := tx.ExecContext(ctx, sqliteDestroy, id)
	return err
}
