package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"biom/shared/apikey"
	"biom/shared/database"
)

// keyStoreFlags say where a deployment keeps its keys.
type keyStoreFlags struct {
	DatabaseURL string `env:"BIOM_DATABASE_URL" help:"Postgres that keeps shares and service keys (postgres://…)."`
	Data        string `env:"BIOM_DATA" default:"./data" type:"path" help:"Data directory of biom serve, where no database URL is given."`
}

// keysPatience bounds a command as a whole.
const keysPatience = 8 * time.Second

// use opens the store for f.
func (k *keyStoreFlags) use(t *terminal, f func(context.Context, apikey.Store) error) error {
	ctx, cancel := context.WithTimeout(t.ctx, keysPatience)
	defer cancel()
	if k.DatabaseURL == "" {
		return k.useFile(ctx, f)
	}
	return k.usePostgres(ctx, t, f)
}

func (k *keyStoreFlags) usePostgres(ctx context.Context, t *terminal, f func(context.Context, apikey.Store) error) error {
	db, err := database.OpenExistingPostgres(k.DatabaseURL, nil) // what it would log, the error says
	if err != nil {
		return err
	}
	defer db.Close()
	err = f(ctx, apikey.NewPostgres(db))
	if errors.Is(err, database.ErrNotReady) || ctx.Err() != nil && t.ctx.Err() == nil {
		return fmt.Errorf("the database does not answer: %w; start Postgres, or correct BIOM_DATABASE_URL", err)
	}
	return err
}

// useFile makes no new file: a key in a database that nobody serves from would
// be of no use.
func (k *keyStoreFlags) useFile(ctx context.Context, f func(context.Context, apikey.Store) error) error {
	path := filepath.Join(k.Data, "biom.db")
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no %s; start biom serve once, or say where its data is with --data, or give a cluster's BIOM_DATABASE_URL", path)
	}
	db, err := database.OpenSQLite(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(f(ctx, apikey.NewSQLite(db)), db.Close())
}
