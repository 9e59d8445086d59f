package apikey

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"biom/shared/database"
)

// SQLite is the store of a single machine, in the database file of `biom serve`.
// `biom keys` may have the file open at the same time.
type SQLite struct{ db *database.SQLite }

var _ Store = (*SQLite)(nil)

// NewSQLite returns a store on an open database.
func NewSQLite(db *database.SQLite) *SQLite { return &SQLite{db} }

// Create implements [Store].
func (s *SQLite) Create(ctx context.Context, h Hash, r Record) error {
	if err := r.check(); err != nil {
		return err
	}
	err := s.db.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO service_key (hash, `+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			append([]any{h[:]}, r.fields()...)...)
		return err
	})
	if err != nil {
		return fmt.Errorf("apikey: create: %w", err)
	}
	return nil
}

// Find implements [Store].
func (s *SQLite) Find(ctx context.Context, h Hash) (Record, error) {
	r, err := scan(s.db.Reader().QueryRowContext(ctx,
		`SELECT `+columns+` FROM service_key WHERE hash = ? AND revoked IS NULL`, h[:]))
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Record{}, ErrInvalid
	case err != nil:
		return Record{}, fmt.Errorf("apikey: find: %w", err)
	}
	return r, nil
}

// List implements [Store].
func (s *SQLite) List(ctx context.Context) ([]Record, error) {
	list, err := s.list(ctx)
	if err != nil {
		return nil, fmt.Errorf("apikey: list: %w", err)
	}
	return list, nil
}

func (s *SQLite) list(ctx context.Context) (list []Record, err error) {
	rows, err := s.db.Reader().QueryContext(ctx, `SELECT `+columns+` FROM service_key ORDER BY created, id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close() // rows.Err returns its error
	for rows.Next() {
		r, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, rows.Err()
}

// Revoke implements [Store].
func (s *SQLite) Revoke(ctx context.Context, id string, now time.Time) (r Record, err error) {
	err = s.db.Write(ctx, func(tx *sql.Tx) error {
		r, err = scan(tx.QueryRowContext(ctx,
			`UPDATE service_key SET revoked = coalesce(revoked, ?) WHERE id = ? RETURNING `+columns, now.UnixMilli(), id))
		return err
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Record{}, ErrNoSuchKey
	case err != nil:
		return Record{}, fmt.Errorf("apikey: revoke: %w", err)
	}
	return r, nil
}
