package quota

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"biom/shared/database"
)

// SQLite is the store of a single machine, in the database file of `biom serve`.
// Its tables are described in database/migrations/sqlite. Its commits do not wait
// for the disk: a power cut may lose the latest charges, which is a few credits,
// while an fsync for each charge would delay every caller.
type SQLite struct {
	// Now is the clock; nil means time.Now.
	Now func() time.Time

	db    *database.SQLite
	stmts statements
	purge purge // used only within write transactions, of which there is one at a time
}

var _ Store = (*SQLite)(nil)

// NewSQLite returns a store on an open database.
func NewSQLite(ctx context.Context, db *database.SQLite) (*SQLite, error) {
	stmts, err := prepare(ctx, db)
	if err != nil {
		return nil, fmt.Errorf("quota: %w", err)
	}
	return &SQLite{db: db, stmts: stmts}, nil
}

// Charge implements [Store] in one transaction. It holds the write lock from its
// beginning, so that nothing changes between the check and the charge.
func (s *SQLite) Charge(ctx context.Context, id string, lines ...Line) (v Verdict, err error) {
	if err := check(id, lines); err != nil {
		return Verdict{}, err
	}
	var refunded bool
	err = s.db.WriteLazy(ctx, func(tx *sql.Tx) error {
		v, refunded, err = s.charge(sqliteTx{tx, &s.stmts, s.now()}, id, lines)
		return err
	})
	switch {
	case err != nil:
		return Verdict{}, fmt.Errorf("quota: charge: %w", err)
	case refunded:
		return Verdict{}, ErrRefunded
	}
	return v, nil
}

// Refund implements [Store].
func (s *SQLite) Refund(ctx context.Context, id string) error {
	err := s.db.WriteLazy(ctx, func(tx *sql.Tx) error {
		return sqliteTx{tx, &s.stmts, s.now()}.refund(id)
	})
	if err != nil {
		return fmt.Errorf("quota: refund: %w", err)
	}
	return nil
}

// Usage implements [Store]. It reads beside the writer and deletes nothing.
func (s *SQLite) Usage(ctx context.Context, bucket Bucket, subject Subject) (Usage, error) {
	if err := checkName(bucket, subject); err != nil {
		return Usage{}, err
	}
	var used Credits
	var oldest sql.NullInt64
	now := s.now()
	err := s.stmts.usage.QueryRowContext(ctx, now-windowMS, string(bucket), string(subject)).Scan(&used, &oldest)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !oldest.Valid {
		return Usage{}, nil
	}
	if err != nil {
		return Usage{}, fmt.Errorf("quota: usage: %w", err)
	}
	return Usage{Used: used, ResetsIn: time.Duration(oldest.Int64+windowMS-now) * time.Millisecond}, nil
}

// charge makes a charge within a transaction. refunded reports whether its ID was
// refunded before.
func (s *SQLite) charge(tx sqliteTx, id string, lines []Line) (v Verdict, refunded bool, err error) {
	known, err := tx.recall(id)
	if err != nil || known.seq != 0 {
		return Verdict{Allowed: true}, known.refunded, err
	}
	ids, r, err := tx.findFull(lines)
	if err != nil || r.full {
		return r.verdict, false, err
	}
	if err := tx.consume(id, ids, lines); err != nil {
		return Verdict{}, false, err
	}
	return Verdict{Allowed: true}, false, s.purge.step(tx)
}

// now returns the time in ms since 1970.
func (s *SQLite) now() int64 {
	if s.Now != nil {
		return s.Now().UnixMilli()
	}
	return time.Now().UnixMilli()
}
