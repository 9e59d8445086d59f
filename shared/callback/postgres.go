package callback

import (
	"context"

	"github.com/jackc/pgx/v5"

	"biom/shared/database"
)

// NewPostgres returns the store of a deployment with several processes.
func NewPostgres(db *database.Postgres) Store { return statements{postgres{db}} }

type postgres struct{ db *database.Postgres }

func (p postgres) exec(ctx context.Context, statement string, args ...any) (changed int64, err error) {
	err = p.db.Write(ctx, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, statement, args...)
		changed = tag.RowsAffected()
		return err
	})
	return changed, err
}

func (p postgres) query(ctx context.Context, each func(row) error, query string, args ...any) error {
	return p.db.Read(ctx, func(q database.Querier) error {
		rows, err := q.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := each(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}
