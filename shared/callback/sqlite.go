package callback

import (
	"context"
	"database/sql"
	"strings"

	"biom/shared/database"
)

// NewSQLite returns the store of a single machine, in the database file of `biom serve`.
// `biom keys` and `biom jobs` may have the file open at the same time.
func NewSQLite(db *database.SQLite) Store { return statements{sqlite{db}} }

type sqlite struct{ db *database.SQLite }

func (s sqlite) exec(ctx context.Context, statement string, args ...any) (changed int64, err error) {
	err = s.db.Write(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, numbered(statement), args...)
		if err != nil {
			return err
		}
		changed, err = res.RowsAffected()
		return err
	})
	return changed, err
}

func (s sqlite) query(ctx context.Context, each func(row) error, query string, args ...any) error {
	rows, err := s.db.Reader().QueryContext(ctx, numbered(query), args...)
	if err != nil {
		return err
	}
	defer rows.Close() // rows.Err returns its error
	for rows.Next() {
		if err := each(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// numbered returns a statement with its parameters as SQLite writes them: ?1, ?2, ….
func numbered(statement string) string { return strings.ReplaceAll(statement, "$", "?") }
