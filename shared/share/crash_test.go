package share_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"biom/shared/database"
	"biom/shared/share"
	"biom/shared/share/sharetest"
	"biom/shared/testenv"
)

// Environment variables of a child process that guesses.
const (
	guessAt   = "BIOM_TEST_GUESS_AT"   // the SQLite file or Postgres URL
	guessCode = "BIOM_TEST_GUESS_CODE" // the code to guess with
)

// guessAndDie is what the child process does: it makes one guess, prints the hash
// of the payload on which it was made, and is killed after the guess was counted
// and before the result is known.
func guessAndDie(address, code string) error {
	store, err := storeAt(address)
	if err != nil {
		return err
	}
	c, err := share.ParseCode(code)
	if err != nil {
		return err
	}
	s, err := share.New(share.Config{Store: dyingStore{store}, StoreTimeout: sharetest.Timeout, Derive: sharetest.Derive})
	if err != nil {
		return err
	}
	_, err = s.Retrieve(context.Background(), "caller", c)
	return fmt.Errorf("survived, and learned %w", err)
}

// storeAt opens the store at a file or URL.
func storeAt(address string) (share.Store, error) {
	if strings.HasPrefix(address, "postgres:") {
		db, err := database.OpenPostgres(address+testenv.PostgresTimeouts, nil)
		return share.NewPostgres(db), err
	}
	db, err := database.OpenSQLite(context.Background(), address)
	if err != nil {
		return nil, err
	}
	db.LockTimeout = sharetest.Timeout
	return share.NewSQLite(db), nil
}

// dyingStore kills its process when a Try has been committed.
type dyingStore struct{ share.Store }

func (d dyingStore) Try(ctx context.Context, id string, now time.Time, open func([]byte) bool) (share.Attempt, error) {
	a, err := d.Store.Try(ctx, id, now, func(payload []byte) bool {
		sum := sha256.Sum256(payload)
		fmt.Println(hex.EncodeToString(sum[:]))
		return open(payload)
	})
	if err == nil {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	return a, err
}

// recordingStore remembers the payload of the record that was inserted.
type recordingStore struct {
	share.Store
	payload []byte
}

func (r *recordingStore) Insert(ctx context.Context, rec share.Record) (dbID string, taken bool, err error) {
	r.payload = rec.Payload
	return r.Store.Insert(ctx, rec)
}

// A guess counts even if the process is killed before it can return the result.
func TestGuessSurvivesSIGKILL(t *testing.T) {
	t.Parallel()
	guessSurvivesSIGKILL(t, 5)
}

func TestLongGuessSurvivesSIGKILL(t *testing.T) {
	t.Parallel()
	guessSurvivesSIGKILL(t, 100)
}

func guessSurvivesSIGKILL(t *testing.T, kills int) {
	file := filepath.Join(t.TempDir(), "biom.db")
	url := testenv.Postgres(t)
	for name, db := range map[string]struct {
		address string
		store   share.Store
	}{
		"sqlite":   {file, share.NewSQLite(openSQLite(t, file))},
		"postgres": {url, share.NewPostgres(openPostgres(t, url))},
	} {
		t.Run(name, func(t *testing.T) { killGuessers(t, db.address, db.store, kills) })
	}
}

func killGuessers(t *testing.T, address string, store share.Store, kills int) {
	rec := &recordingStore{Store: store}
	s := newShares(t, share.Config{Store: rec})
	created, err := s.Create(t.Context(), "caller", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(rec.payload)
	tried := 0
	for n := range kills {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), guessAt+"="+address, guessCode+"="+sharetest.Wrong(t, created.Code, n+1).Pin())
		out, err := child.CombinedOutput()
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("%v: %s", err, out)
		}
		tried += bytes.Count(out, []byte(hex.EncodeToString(sum[:])))
	}
	if tried != share.MaxFailures {
		t.Errorf("%d numbers were tried on the record, want %d", tried, share.MaxFailures)
	}
	if _, err := s.Retrieve(t.Context(), "caller", created.Code); !errors.Is(err, share.ErrNotFound) {
		t.Errorf("the record is not destroyed: %v", err)
	}
}
