package share

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"strconv"
	"time"
)

// row is what a try works on: a record, or a decoy in its place.
type row struct {
	id       string
	payload  []byte
	failures int
	expires  *int64 // ms since 1970; nil: a decoy
	dbID     string
}

// rows are the statements of a try, within one transaction.
type rows interface {
	// lock locks the record of id if it lives at now, ms since 1970, else the
	// decoy. errNoRow: that is missing too.
	lock(ctx context.Context, id, decoy string, now int64) (row, error)
	// makeDecoy makes it, unless somebody else has.
	makeDecoy(ctx context.Context, decoy string, payload []byte) error
	// count writes that there was a try, and whether it failed.
	count(ctx context.Context, id string, failed int) error
	destroy(ctx context.Context, id string) error
}

var errNoRow = errors.New("no row to lock")

// try is the transaction of Store.Try. It always writes, or nothing of the
// outcome is known: on a disk that is full, a right number that needs no write
// would be told from wrong ones without any of them being counted.
func try(ctx context.Context, tx rows, id string, now time.Time, open func(payload []byte) bool) (Attempt, error) {
	r, err := lock(ctx, tx, id, now.UnixMilli())
	if err != nil {
		return Attempt{}, err
	}
	step(ctx, StepLock)
	opened := open(r.payload)
	step(ctx, StepWrite)
	a := Attempt{Opened: opened, DBID: r.dbID}
	switch {
	case r.expires == nil:
		return Attempt{DBID: r.dbID}, tx.count(ctx, r.id, 1)
	case opened:
		a.Expires = time.UnixMilli(*r.expires).UTC()
		return a, tx.count(ctx, r.id, 0)
	case r.failures+1 < MaxFailures:
		return a, tx.count(ctx, r.id, 1)
	default:
		a.Destroyed = true
		return a, tx.destroy(ctx, r.id)
	}
}

// decoyBytes is about as long as a stored report.
const decoyBytes = 2048

func lock(ctx context.Context, tx rows, id string, now int64) (row, error) {
	decoy := decoyOf(id)
	r, err := tx.lock(ctx, id, decoy, now)
	if !errors.Is(err, errNoRow) {
		return r, err
	}
	payload := make([]byte, decoyBytes)
	_, _ = rand.Read(payload) // never fails
	if err := tx.makeDecoy(ctx, decoy, payload); err != nil {
		return row{}, err
	}
	return tx.lock(ctx, id, decoy, now)
}

// decoyOf spreads the IDs over the decoys, so that those who guess at different
// IDs do not wait for each other.
func decoyOf(id string) string {
	return "decoy-" + strconv.Itoa(int(sha256.Sum256([]byte(id))[0]))
}

type stepsKey struct{}

// withSteps has a store tell of its steps.
func withSteps(ctx context.Context, hear func(Step)) context.Context {
	return context.WithValue(ctx, stepsKey{}, hear)
}

func step(ctx context.Context, s Step) {
	if hear, ok := ctx.Value(stepsKey{}).(func(Step)); ok {
		hear(s)
	}
}
