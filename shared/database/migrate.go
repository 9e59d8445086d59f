package database

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// migrations holds one folder for each dialect, with the same numbers and names.
//
//go:embed migrations
var migrations embed.FS

// migrateTries is how often migrate begins again. Several processes may open a
// new database at once; whoever loses a step finds it done the next time.
const migrateTries = 5

func migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string) error {
	files, err := fs.Sub(migrations, "migrations/"+folder)
	if err != nil {
		return err
	}
	for range migrateTries {
		if err = up(ctx, db, dialect, files); err == nil || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("migrating the database: %w", err)
	}
	return nil
}

func up(ctx context.Context, db *sql.DB, dialect goose.Dialect, files fs.FS) error {
	// Without a logger goose writes to standard output, which is the user's.
	p, err := goose.NewProvider(dialect, db, files,
		goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}
