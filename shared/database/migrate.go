package database

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// migrations has one folder for each SQL dialect. The files in both have the same
// numbers and names.
//
//go:embed migrations
var migrations embed.FS

// migrateTries is the number of times that migrate tries. Several processes may
// migrate a new database at once. If one of them fails because another was faster,
// its next try finds that migration done.
const migrateTries = 5

// migrate brings the schema up to date with the migrations in folder.
func migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string) (err error) {
	for range migrateTries {
		if err = migrateOnce(ctx, db, dialect, folder); err == nil || ctx.Err() != nil {
			break
		}
	}
	return err
}

func migrateOnce(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string) error {
	files, err := fs.Sub(migrations, "migrations/"+folder)
	if err != nil {
		return err
	}
	// Without a logger goose writes to the standard output of the command.
	p, err := goose.NewProvider(dialect, db, files, goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if _, err = p.Up(ctx); err != nil {
		return fmt.Errorf("migrating the database: %w", err)
	}
	return nil
}
