package share

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"strconv"
	"time"
)

// row is the row that a try locks: a record, or a decoy in its place.
type row struct {
	id       string
	payload  []byte
	failures int
	expires  *int64 // ms since 1970; nil: the row is a decoy
	dbID     string
}

// rows are the statements of a try, in one transaction.
type rows interface {
	// lock locks and returns the record with this ID if it has not expired at now
	// (ms since 1970), or else the decoy. If there is no decoy either, the error is
	// errNoRow.
	lock(ctx context.Context, id, decoy string, now int64) (row, error)
	// makeDecoy inserts a decoy, unless it exists already.
	makeDecoy(ctx context.Context, decoy string, payload []byte) error
	// count adds a try to the row, and failed (0 or 1) to its failures.
	count(ctx context.Context, id string, failed int) error
	// destroy deletes the row.
	destroy(ctx context.Context, id string) error
}

var errNoRow = errors.New("no row to lock")

// try is the transaction of Store.Try. It writes with every outcome, also where
// the number was right. Otherwise, when the disk is full, the right number would
// succeed and wrong ones fail without being counted, and all numbers could be
// tried.
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

// decoyBytes is the size of a decoy's payload, about that of a stored report.
const decoyBytes = 2048

// lock locks the record with this ID, or its decoy, which it makes if need be.
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

// decoyOf returns the ID of the decoy that takes the place of a share. The shares
// are spread over 256 decoys, so that retrievals of different shares seldom wait
// for the same lock.
func decoyOf(id string) string {
	return "decoy-" + strconv.Itoa(int(sha256.Sum256([]byte(id))[0]))
}

// observerKey is the context key of the function that withSteps sets.
type observerKey struct{}

// withSteps returns a context with which a store calls observe at each step.
func withSteps(ctx context.Context, observe func(Step)) context.Context {
	return context.WithValue(ctx, observerKey{}, observe)
}

// step calls the function that withSteps has set, if there is one.
func step(ctx context.Context, s Step) {
	if observe, ok := ctx.Value(observerKey{}).(func(Step)); ok {
		observe(s)
	}
}
