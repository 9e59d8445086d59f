package share_test

import (
	"errors"
	"testing"
	"time"

	"biom/shared/database"
	"biom/shared/share"
	"biom/shared/share/sharetest"
	"biom/shared/testenv"
)

// A Postgres that is paused, stopped or killed is an error within three
// seconds, never a false "not found", and nothing is forgotten.
func TestPostgresOutage(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	s := newShares(t, share.Config{Store: share.NewPostgres(openPostgres(t, server.URL()))})
	made, err := s.Create(t.Context(), []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	away := func() {
		t.Helper()
		began := time.Now()
		for _, code := range []share.Code{made.Code, sharetest.Wrong(t, made.Code, 1)} {
			if found, err := s.Retrieve(t.Context(), code); err == nil || errors.Is(err, share.ErrNotFound) {
				t.Errorf("%+v, %v", found, err)
			}
		}
		if took := time.Since(began); took > 6*time.Second {
			t.Errorf("two retrievals took %v", took)
		}
		if s.DBID() != made.DBID {
			t.Errorf("database ID %q", s.DBID())
		}
	}
	back := func() {
		t.Helper()
		testenv.Await(t, "the share", func() bool {
			_, err := s.Retrieve(t.Context(), made.Code)
			if errors.Is(err, share.ErrNotFound) {
				t.Fatal(err)
			}
			return err == nil
		})
	}
	server.Pause(t)
	away()
	server.Resume(t)
	back()
	server.Stop(t)
	away()
	server.Start(t)
	back()
	server.Kill(t)
	away()
	server.Start(t)
	back()
}

// A program that starts before its database can be asked at once.
func TestPostgresNotThereYet(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	server.Stop(t)
	s := newShares(t, share.Config{Store: share.NewPostgres(openPostgres(t, server.URL()))})
	if _, err := s.Create(t.Context(), []byte("{}")); !errors.Is(err, database.ErrNotReady) {
		t.Error(err)
	}
	server.Start(t)
	testenv.Await(t, "the database", func() bool {
		_, err := s.Create(t.Context(), []byte("{}"))
		return err == nil
	})
}
