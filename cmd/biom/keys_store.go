package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"biom/cmd/internal/datadir"
	"biom/shared/apikey"
	"biom/shared/callback"
	"biom/shared/database"
)

// keyStoreFlags say where a deployment stores its keys.
type keyStoreFlags struct {
	DatabaseURL string `env:"BIOM_DATABASE_URL" secret:"" help:"Postgres that keeps shares and service keys (postgres://…)."`
	Data        string `env:"BIOM_DATA" default:"./data" type:"path" help:"Data directory of biom serve, where no database URL is given."`
}

// keysTimeout limits a command of biom keys as a whole.
const keysTimeout = 8 * time.Second

// adminStores are the stores that commands change beside running servers.
type adminStores struct {
	keys      apikey.Store
	callbacks callback.Store
}

// use opens the stores and calls f with them.
func (k *keyStoreFlags) use(t *terminal, f func(context.Context, adminStores) error) error {
	ctx, cancel := context.WithTimeout(t.ctx, keysTimeout)
	defer cancel()
	if k.DatabaseURL == "" {
		return k.useFile(ctx, f)
	}
	return k.usePostgres(ctx, t, f)
}

// usePostgres calls f with the stores in Postgres.
func (k *keyStoreFlags) usePostgres(ctx context.Context, t *terminal, f func(context.Context, adminStores) error) error {
	db, err := database.OpenExistingPostgres(k.DatabaseURL, nil) // no log: the error says the same
	if err != nil {
		return err
	}
	defer db.Close()
	err = f(ctx, adminStores{apikey.NewPostgres(db), callback.NewPostgres(db)})
	if errors.Is(err, database.ErrNotReady) || ctx.Err() != nil && t.ctx.Err() == nil {
		return fmt.Errorf("the database does not answer: %w; start Postgres, or correct BIOM_DATABASE_URL", err)
	}
	return err
}

// useFile calls f with the stores in an existing SQLite file. It makes no new file,
// because a key in a database that no server uses would be useless.
func (k *keyStoreFlags) useFile(ctx context.Context, f func(context.Context, adminStores) error) error {
	path := datadir.Database(k.Data)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no %s; start biom serve once, or say where its data is with --data, or give a cluster's BIOM_DATABASE_URL", path)
	}
	db, err := database.OpenSQLite(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(f(ctx, adminStores{apikey.NewSQLite(db), callback.NewSQLite(db)}), db.Close())
}
