package share

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"biom/shared/database"
)

// Postgres is the store of a deployment with several processes. Its table is
// described in database/migrations/postgres.
type Postgres struct{ db *database.Postgres }

var _ Store = (*Postgres)(nil)

// NewPostgres returns a store on an open database.
func NewPostgres(db *database.Postgres) *Postgres { return &Postgres{db} }

// Insert implements [Store].
func (p *Postgres) Insert(ctx context.Context, r Record) (dbID string, taken bool, err error) {
	err = p.db.Write(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, postgresInsert, r.ID, r.Payload, r.Created.UnixMilli(), r.Expires.UnixMilli())
		if err != nil {
			return err
		}
		taken = tag.RowsAffected() == 0
		return tx.QueryRow(ctx, `SELECT db_id FROM instance`).Scan(&dbID)
	})
	if err != nil {
		return "", false, fmt.Errorf("postgres: insert: %w", err)
	}
	return dbID, taken, nil
}

// Try implements [Store] in one transaction, which locks one row.
func (p *Postgres) Try(ctx context.Context, id string, now time.Time, open func([]byte) bool) (a Attempt, err error) {
	err = p.db.Write(ctx, func(tx pgx.Tx) error {
		a, err = try(ctx, postgresRows{tx}, id, now, open)
		return err
	})
	if err != nil {
		return Attempt{}, fmt.Errorf("postgres: try: %w", err)
	}
	return a, nil
}

// Purge implements [Store]. It skips rows that another transaction has locked.
func (p *Postgres) Purge(ctx context.Context, now time.Time) (n int, err error) {
	err = p.db.Write(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, postgresPurge, now.UnixMilli(), purgeRows)
		n = int(tag.RowsAffected())
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("postgres: purge: %w", err)
	}
	return n, nil
}

// Count implements [Store].
func (p *Postgres) Count(ctx context.Context, now time.Time) (n int, dbID string, err error) {
	err = p.db.Read(ctx, func(q database.Querier) error {
		return q.QueryRow(ctx, postgresCount, now.UnixMilli()).Scan(&n, &dbID)
	})
	if err != nil {
		return 0, "", fmt.Errorf("postgres: count: %w", err)
	}
	return n, dbID, nil
}

const (
	postgresInsert = `
		INSERT INTO share (id, payload, created, expires) VALUES ($1, $2, $3, $4)
		ON CONFLICT (id) DO UPDATE SET
			payload = excluded.payload, created = excluded.created, expires = excluded.expires, tries = 0, failures = 0
		WHERE share.expires <= excluded.created`
	postgresPurge = `
		DELETE FROM share WHERE id IN (
			SELECT id FROM share WHERE expires <= $1 ORDER BY expires LIMIT $2 FOR UPDATE SKIP LOCKED)`
	postgresCount = `
		SELECT count(*), (SELECT db_id FROM instance) FROM share WHERE expires > $1`
	// If the record is destroyed while this statement waits for its lock, Postgres
	// goes on to the next row, which is the decoy.
	postgresLock = `
		SELECT id, payload, failures, expires, (SELECT db_id FROM instance) FROM share
		WHERE id = $1 AND expires > $3 OR id = $2 AND expires IS NULL
		ORDER BY expires IS NULL LIMIT 1 FOR UPDATE`
	postgresDecoy   = `INSERT INTO share (id, payload, created) VALUES ($1, $2, 0) ON CONFLICT (id) DO NOTHING`
	postgresTried   = `UPDATE share SET tries = tries + 1, failures = failures + $1 WHERE id = $2`
	postgresDestroy = `DELETE FROM share WHERE id = $1`
)

// postgresRows are the statements of a try.
type postgresRows struct{ pgx.Tx }

func (tx postgresRows) lock(ctx context.Context, id, decoy string, now int64) (r row, err error) {
	err = tx.QueryRow(ctx, postgresLock, id, decoy, now).Scan(&r.id, &r.payload, &r.failures, &r.expires, &r.dbID)
	if errors.Is(err, pgx.ErrNoRows) {
		err = errNoRow
	}
	return r, err
}

func (tx postgresRows) makeDecoy(ctx context.Context, decoy string, payload []byte) error {
	_, err := tx.Exec(ctx, postgresDecoy, decoy, payload)
	return err
}

func (tx postgresRows) count(ctx context.Context, id string, failed int) error {
	_, err := tx.Exec(ctx, postgresTried, failed, id)
	return err
}

func (tx postgresRows) destroy(ctx context.Context, id string) error {
	_, err := tx.Exec(ctx, postgresDestroy, id)
	return err
}
