package share_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"biom/shared/share"
	"biom/shared/share/sharetest"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) {
	if at := os.Getenv(guessAt); at != "" {
		fmt.Println(guessAndDie(at, os.Getenv(guessCode)))
		os.Exit(1)
	}
	goleak.VerifyTestMain(testenv.Closing(m))
}

// fakeStore is a store whose methods call the functions that a test sets.
type fakeStore struct {
	share.Store
	insert func() (string, bool, error)
	purge  func(context.Context) (int, error)
	try    func(ctx context.Context, open func([]byte) bool) (share.Attempt, error)
	count  func() (int, string, error)
}

func (f *fakeStore) Insert(context.Context, share.Record) (dbID string, taken bool, err error) {
	return f.insert()
}

func (f *fakeStore) Purge(ctx context.Context, _ time.Time) (int, error) { return f.purge(ctx) }

func (f *fakeStore) Count(context.Context, time.Time) (n int, dbID string, err error) {
	return f.count()
}

func (f *fakeStore) Try(ctx context.Context, _ string, _ time.Time, open func([]byte) bool) (share.Attempt, error) {
	return f.try(ctx, open)
}

// newShares returns Shares with a fast key derivation, and with time limits that
// no test reaches on a slow machine, unless cfg has others.
func newShares(t testing.TB, cfg share.Config) *share.Shares {
	t.Helper()
	if cfg.Derive == nil {
		cfg.Derive = sharetest.Derive
	}
	cfg.StoreTimeout = cmp.Or(cfg.StoreTimeout, sharetest.Timeout)
	cfg.PurgeTimeout = cmp.Or(cfg.PurgeTimeout, sharetest.Timeout)
	return newDefaultShares(t, cfg)
}

// newDefaultShares returns Shares with the time limits of production, unless cfg
// has others.
func newDefaultShares(t testing.TB, cfg share.Config) *share.Shares {
	t.Helper()
	s, err := share.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var errStore = errors.New("the store failed")

func TestNewChecksConfig(t *testing.T) {
	t.Parallel()
	if _, err := share.New(share.Config{}); err == nil || !strings.Contains(err.Error(), "Store") {
		t.Error(err)
	}
	if _, err := share.New(share.Config{Store: &fakeStore{}, TTL: -1}); err == nil || !strings.Contains(err.Error(), "TTL") {
		t.Error(err)
	}
}

func TestDocumentSizeIsLimited(t *testing.T) {
	t.Parallel()
	s := newShares(t, share.Config{Store: &fakeStore{
		insert: func() (string, bool, error) { return "db", false, nil },
		purge:  func(context.Context) (int, error) { return 0, nil },
	}})
	if _, err := s.Create(t.Context(), "caller", make([]byte, share.MaxDocument)); err != nil {
		t.Error(err)
	}
	if _, err := s.Create(t.Context(), "caller", make([]byte, share.MaxDocument+1)); !errors.Is(err, share.ErrTooLarge) {
		t.Errorf("err = %v", err)
	}
}

// A share that was stored is a success, even if the purge after it fails.
func TestPurgeMayFail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var log strings.Builder
		began := time.Now()
		f := &fakeStore{
			insert: func() (string, bool, error) { return "db", false, nil },
			purge:  func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() },
		}
		s := newDefaultShares(t, share.Config{Store: f, Derive: sharetest.Derive, Log: slog.New(slog.NewTextHandler(&log, nil))})
		created, err := s.Create(t.Context(), "caller", []byte("{}"))
		if err != nil || created.DBID != "db" || created.Purged != 0 {
			t.Error(created, err)
		}
		if took := time.Since(began); took > time.Second {
			t.Errorf("the purge held the caller for %v", took)
		}
		if !strings.Contains(log.String(), "purged") || strings.Contains(log.String(), created.Code.ID()) {
			t.Errorf("log %q", log.String())
		}
	})
}

// The error of a failing store is not "not found": it says nothing about the code.
func TestStoreUnavailable(t *testing.T) {
	t.Parallel()
	f := &fakeStore{
		insert: func() (string, bool, error) { return "", false, errStore },
		count:  func() (int, string, error) { return 0, "", errStore },
		try: func(_ context.Context, open func([]byte) bool) (share.Attempt, error) {
			open(nil)
			return share.Attempt{}, errStore
		},
	}
	s := newShares(t, share.Config{Store: f})
	_, err1 := s.Create(t.Context(), "caller", []byte("{}"))
	_, err2 := s.Retrieve(t.Context(), "caller", sharetest.Code(t, "able-able-000000"))
	_, err3 := s.Count(t.Context())
	for _, err := range []error{err1, err2, err3} {
		if !errors.Is(err, errStore) || errors.Is(err, share.ErrNotFound) || strings.Contains(err.Error(), "able") {
			t.Error(err)
		}
	}
	if s.DBID() != "" {
		t.Error(s.DBID())
	}
}

// A store that does not answer delays a caller by two seconds at most.
func TestHangingStoreDelaysTwoSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		f := &fakeStore{try: func(ctx context.Context, _ func([]byte) bool) (share.Attempt, error) {
			<-ctx.Done()
			return share.Attempt{}, ctx.Err()
		}}
		s := newDefaultShares(t, share.Config{Store: f, Derive: sharetest.Derive})
		began := time.Now()
		if _, err := s.Retrieve(t.Context(), "caller", sharetest.Code(t, "able-able-000000")); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// Watch asks for the database's ID now and once a minute. While the database is
// unavailable, the last known ID stays.
func TestWatchUpdatesDBID(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ids := []string{"", "one", "", "two"} // "": unavailable
		f := &fakeStore{count: func() (int, string, error) {
			id := ids[0]
			if ids = ids[1:]; id == "" {
				return 0, "", errStore
			}
			return 0, id, nil
		}}
		s := newShares(t, share.Config{Store: f})
		ctx, cancel := context.WithCancel(t.Context())
		go s.Watch(ctx)
		for _, want := range []string{"", "one", "one", "two"} {
			synctest.Wait()
			if got := s.DBID(); got != want {
				t.Errorf("database ID %q, want %q", got, want)
			}
			time.Sleep(time.Minute - time.Nanosecond)
			if got := s.DBID(); got != want {
				t.Errorf("database ID %q within the minute, want %q", got, want)
			}
			if want != "two" {
				time.Sleep(time.Nanosecond)
			}
		}
		cancel()
		synctest.Wait()
	})
}

// The error of a failed retrieval says whether the code was tried, which does not depend
// on the code.
func TestErrorsSayWhetherTheCodeWasTried(t *testing.T) {
	t.Parallel()
	errStore := errors.New("the store fails")
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		tries    bool // the store tries the code before it fails
		notTried bool
	}{
		"before the code is tried": {false, true},
		"after the code was tried": {true, false},
	} {
		s := newShares(t, share.Config{Store: &fakeStore{try: func(_ context.Context, open func([]byte) bool) (share.Attempt, error) {
			if c.tries {
				open(make([]byte, 100))
			}
			return share.Attempt{}, errStore
		}}})
		_, err := s.Retrieve(t.Context(), "caller", sharetest.Code(t, "able-able-000000"))
		if errors.Is(err, share.ErrNotTried) != c.notTried || !errors.Is(err, errStore) {
			t.Errorf("%s: %v", name, err)
		}
	}
	s := newShares(t, share.Config{Store: &fakeStore{}, Derive: func(_, _ []byte) []byte { panic("derived") }})
	if _, err := s.Retrieve(cancelled, "caller", sharetest.Code(t, "able-able-000000")); !errors.Is(err, share.ErrNotTried) || !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled at the gate: %v", err)
	}
}
