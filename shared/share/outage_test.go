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

// While Postgres is paused, stopped or killed, a retrieval fails after the store's
// timeout. The error is never "not found", and afterwards the share is there.
func TestPostgresOutage(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	s := newShares(t, share.Config{
		Store:        share.NewPostgres(openPostgres(t, server.URL())),
		StoreTimeout: time.Second, // reached in every outage
	})
	var created share.Created
	testenv.Await(t, "a share to be created", func() (ok bool) {
		var err error
		created, err = s.Create(t.Context(), "caller", []byte("{}"))
		return err == nil
	})
	wantErrors := func() {
		t.Helper()
		began := time.Now()
		for _, code := range []share.Code{created.Code, sharetest.Wrong(t, created.Code, 1)} {
			if found, err := s.Retrieve(t.Context(), "caller", code); err == nil || errors.Is(err, share.ErrNotFound) {
				t.Errorf("%+v, %v", found, err)
			}
		}
		if took := time.Since(began); took > sharetest.Timeout {
			t.Errorf("two retrievals took %v", took)
		}
		if s.DBID() != created.DBID {
			t.Errorf("database ID %q", s.DBID())
		}
	}
	wantShare := func() {
		t.Helper()
		testenv.Await(t, "the share", func() bool {
			_, err := s.Retrieve(t.Context(), "caller", created.Code)
			if errors.Is(err, share.ErrNotFound) {
				t.Fatal(err)
			}
			return err == nil
		})
	}
	server.Pause(t)
	wantErrors()
	server.Resume(t)
	wantShare()
	server.Stop(t)
	wantErrors()
	server.Start(t)
	wantShare()
	server.Kill(t)
	wantErrors()
	server.Start(t)
	wantShare()
}

// A program may start before its database.
func TestPostgresStartsLater(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{})
	server.Stop(t)
	s := newShares(t, share.Config{Store: share.NewPostgres(openPostgres(t, server.URL()))})
	if _, err := s.Create(t.Context(), "caller", []byte("{}")); !errors.Is(err, database.ErrNotReady) {
		t.Error(err)
	}
	server.Start(t)
	testenv.Await(t, "the database", func() bool {
		_, err := s.Create(t.Context(), "caller", []byte("{}"))
		return err == nil
	})
}
