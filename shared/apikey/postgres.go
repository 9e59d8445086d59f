package apikey

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"biom/shared/database"
)

// Postgres is the store of a deployment with several processes. All of them read
// the same rows, so no process needs to tell the others of a new or revoked key.
type Postgres struct{ db *database.Postgres }

var _ Store = (*Postgres)(nil)

// NewPostgres returns a store on an open database.
func NewPostgres(db *database.Postgres) *Postgres { return &Postgres{db} }

// Create implements [Store].
func (p *Postgres) Create(ctx context.Context, h Hash, r Record) error {
	if err := r.check(); err != nil {
		return err
	}
	err := p.db.Write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx,
			`INSERT INTO service_key (hash, `+columns+`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
			append([]any{h[:]}, r.fields()...)...)
		return err
	})
	if err != nil {
		return fmt.Errorf("apikey: create: %w", err)
	}
	return nil
}

// Find implements [Store].
func (p *Postgres) Find(ctx context.Context, h Hash) (r Record, err error) {
	err = p.db.Read(ctx, func(q database.Querier) error {
		r, err = scan(q.QueryRow(ctx, `SELECT `+columns+` FROM service_key WHERE hash = $1 AND revoked IS NULL`, h[:]))
		return err
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Record{}, ErrInvalid
	case err != nil:
		return Record{}, fmt.Errorf("apikey: find: %w", err)
	}
	return r, nil
}

// List implements [Store].
func (p *Postgres) List(ctx context.Context) (list []Record, err error) {
	err = p.db.Read(ctx, func(q database.Querier) error {
		rows, err := q.Query(ctx, `SELECT `+columns+` FROM service_key ORDER BY created, id`)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (Record, error) { return scan(row) })
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("apikey: list: %w", err)
	}
	return list, nil
}

// Revoke implements [Store].
func (p *Postgres) Revoke(ctx context.Context, id string, now time.Time) (r Record, err error) {
	err = p.db.Write(ctx, func(tx pgx.Tx) error {
		r, err = scan(tx.QueryRow(ctx,
			`UPDATE service_key SET revoked = coalesce(revoked, $1) WHERE id = $2 RETURNING `+columns, now.UnixMilli(), id))
		return err
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return Record{}, ErrNoSuchKey
	case err != nil:
		return Record{}, fmt.Errorf("apikey: revoke: %w", err)
	}
	return r, nil
}
