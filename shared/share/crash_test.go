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

// Where a child that guesses finds its store.
const (
	guessAt   = "BIOM_TEST_GUESS_AT"   // the SQLite file or Postgres URL
	guessCode = "BIOM_TEST_GUESS_CODE" // a code of test data
)

// guessAndDie is a child's whole life: it makes one guess, says on which payload,
// and is killed between the count and the verdict.
func guessAndDie(at, code string) error {
	store, err := storeAt(at)
	if err != nil {
		return err
	}
	c, err := share.ParseCode(code)
	if err != nil {
		return err
	}
	s, err := share.New(share.Config{Store: dying{store}, Derive: sharetest.Derive})
	if err != nil {
		return err
	}
	_, err = s.Retrieve(context.Background(), c)
	return fmt.Errorf("survived, and learned %w", err)
}

func storeAt(at string) (share.Store, error) {
	if strings.HasPrefix(at, "postgres:") {
		db, err := database.OpenPostgres(at, nil)
		return share.NewPostgres(db), err
	}
	db, err := database.OpenSQLite(context.Background(), at)
	return share.NewSQLite(db), err
}

type dying struct{ share.Store }

func (d dying) Try(ctx context.Context, id string, now time.Time, open func([]byte) bool) (share.Attempt, error) {
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

// recording remembers the payload of what was inserted.
type recording struct {
	share.Store
	payload []byte
}

func (r *recording) Insert(ctx context.Context, rec share.Record) (dbID string, taken bool, err error) {
	r.payload = rec.Payload
	return r.Store.Insert(ctx, rec)
}

func TestGuessSurvivesSIGKILL(t *testing.T) {
	t.Parallel()
	const kills = 100
	file := filepath.Join(t.TempDir(), "biom.db")
	url := testenv.Postgres(t)
	for name, db := range map[string]struct {
		at    string
		store share.Store
	}{
		"sqlite":   {file, share.NewSQLite(openSQLite(t, file))},
		"postgres": {url, share.NewPostgres(openPostgres(t, url))},
	} {
		t.Run(name, func(t *testing.T) { killGuessers(t, db.at, db.store, kills) })
	}
}

func killGuessers(t *testing.T, at string, store share.Store, kills int) {
	rec := &recording{Store: store}
	s := newShares(t, share.Config{Store: rec})
	made, err := s.Create(t.Context(), []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(rec.payload)
	tried := 0
	for n := range kills {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), guessAt+"="+at, guessCode+"="+sharetest.Wrong(t, made.Code, n+1).Pin())
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
	if _, err := s.Retrieve(t.Context(), made.Code); !errors.Is(err, share.ErrNotFound) {
		t.Errorf("the record is not destroyed: %v", err)
	}
}
