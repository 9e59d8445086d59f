package share_test

import (
	"context"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"

	"biom/shared/database"
	"biom/shared/share"
	"biom/shared/share/sharetest"
	"biom/shared/testenv"
)

func openPostgres(t testing.TB, url string) *database.Postgres {
	t.Helper()
	db, err := database.OpenPostgres(url+testenv.PostgresTimeouts, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func newPostgres(t testing.TB) sharetest.Fixture {
	url := testenv.Postgres(t)
	return sharetest.Fixture{Open: func(t testing.TB) share.Store { return share.NewPostgres(openPostgres(t, url)) }}
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	sharetest.Exercise(t, newPostgres)
}

func TestLongPostgres(t *testing.T) {
	t.Parallel()
	sharetest.ExerciseLong(t, newPostgres)
}

// withPostgres calls f with a connection to the database of a store.
func withPostgres(t *testing.T, url string, f func(ctx context.Context, conn *pgx.Conn) error) error {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	return f(t.Context(), conn)
}

func wipePostgres(t *testing.T, url string) {
	t.Helper()
	err := withPostgres(t, url, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `DROP SCHEMA public CASCADE; CREATE SCHEMA public`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestPostgresRestartAndWipe(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	restartAndWipe(t, func(wipe bool) (*share.Shares, func()) {
		if wipe {
			wipePostgres(t, url)
		}
		db := openPostgres(t, url)
		return newShares(t, share.Config{Store: share.NewPostgres(db)}), func() { _ = db.Close() }
	})
}

// If a database is wiped while the program runs, the program soon makes it anew,
// with another ID.
func TestPostgresWipedWhileOpen(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	s := newShares(t, share.Config{Store: share.NewPostgres(openPostgres(t, url))})
	created, err := s.Create(t.Context(), "caller", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	wipePostgres(t, url)
	testenv.Await(t, "the new database", func() bool {
		_, err := s.Retrieve(t.Context(), "caller", created.Code)
		if !errors.Is(err, share.ErrNotFound) && !errors.Is(err, database.ErrNotReady) {
			t.Fatal(err)
		}
		return errors.Is(err, share.ErrNotFound)
	})
	if id := s.DBID(); id == "" || id == created.DBID {
		t.Errorf("database ID %q, was %q", id, created.DBID)
	}
}

func postgresScan(t *testing.T, url string) scan {
	return func(query string, to any) error {
		return withPostgres(t, url, func(ctx context.Context, conn *pgx.Conn) error {
			return conn.QueryRow(ctx, query).Scan(to)
		})
	}
}

func TestPostgresEveryTryWrites(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	everyTryWrites(t, share.NewPostgres(openPostgres(t, url)), postgresScan(t, url))
}

func TestPostgresDecryptedByPython(t *testing.T) {
	t.Parallel()
	url := testenv.Postgres(t)
	decryptedByPython(t, share.NewPostgres(openPostgres(t, url)), postgresScan(t, url))
}
