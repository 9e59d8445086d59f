package api

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"biom/shared/outage"
	"biom/shared/quota"
)

// ledger makes and refunds charges, in the quota store or in the fallback.
//
//	           a call fails, and no other call succeeded during it
//	available ─────────────────────────────────────────────────────▶ unavailable
//	    ▲                                                                 │
//	    └──────────────────────── a call succeeds ◀───────────────────────┘
//
// While the store is unavailable, the ledger asks it once in retryInterval. The
// other charges do not wait for it: those for extraction at the deployment's
// expense are refused, and the rest are counted in the fallback, in this process's
// memory under the same limits.
//
// Nothing is moved from the fallback to the store when the store is available
// again. The fallback keeps its counts, so that a caller does not get the full
// limits anew with each of several short outages.
type ledger struct {
	store    quota.Store
	fallback quota.Memory
	timeout  time.Duration // of one call of the store
	outage   outage.Log

	slots chan struct{} // a semaphore: calls of the store

	now     func() time.Time
	mu      sync.Mutex
	retryAt time.Time // zero: the store is available; else when to ask it again
	answers uint64    // how often the store has answered so far
}

// maxConcurrentCharges is below the number of connections that a store has.
// Otherwise many callers at once would look like a store that does not answer.
const maxConcurrentCharges = 24

// minSlotTimeout is the shortest time that a charge waits for a slot. Where one call
// of the store may take longer, as with SQLite on a busy machine, a charge waits
// for a slot as long as for a call: the fallback would count the caller's
// credits a second time although the store is available.
const minSlotTimeout = time.Second

// retryInterval is how long an unavailable store is not asked. A half-open
// connection costs the full timeout for each call, and each charge without a
// reply has to be refunded.
const retryInterval = time.Second

var (
	// errNotAsked says that the store was not asked, so it has not charged.
	errNotAsked = errors.New("api: the quota store did not answer a moment ago")
	// errUncertain says that the store did not answer, so it may have charged.
	errUncertain = errors.New("api: the quota store does not answer")
)

func newLedger(cfg Config) *ledger {
	return &ledger{
		store: cfg.Quota, fallback: quota.Memory{Now: cfg.Now}, timeout: cfg.QuotaTimeout, now: cfg.Now,
		slots: make(chan struct{}, maxConcurrentCharges),
		outage: outage.Log{
			To: cfg.Log, Works: "the quota store answers again",
			Fails: "the quota store does not answer: extraction at our expense is refused, the rest is counted in memory",
		},
	}
}

// charge charges in the store. It returns errNotAsked, or an error that wraps
// errUncertain and the cause.
func (l *ledger) charge(id string, lines []quota.Line) (quota.Verdict, error) {
	if !l.acquireSlot() {
		return quota.Verdict{}, errNotAsked
	}
	defer func() { <-l.slots }()
	verdict, busy, err := l.chargeStore(id, lines)
	if busy { // try once more; a charge with the same ID is made only once
		verdict, _, err = l.chargeStore(id, lines)
	}
	if err != nil {
		return quota.Verdict{}, fmt.Errorf("%w: %w", errUncertain, err)
	}
	return verdict, nil
}

// acquireSlot waits for a slot. It reports whether the store may be asked; only
// then the slot is held.
func (l *ledger) acquireSlot() bool {
	select {
	case l.slots <- struct{}{}:
	default:
		timeout := time.NewTimer(max(minSlotTimeout, l.timeout))
		defer timeout.Stop()
		select {
		case l.slots <- struct{}{}:
		case <-timeout.C:
			return false
		}
	}
	if l.mayAskStore() {
		return true
	}
	<-l.slots
	return false
}

// chargeStore calls the store once. busy means that this call failed although
// the store has answered others during it: this machine is slow, not the store.
func (l *ledger) chargeStore(id string, lines []quota.Line) (verdict quota.Verdict, busy bool, err error) {
	before := l.answersSoFar()
	// The call does not use the request's context: a client that leaves must not
	// leave a charge half made.
	ctx, cancel := context.WithTimeout(context.Background(), l.timeout)
	defer cancel()
	verdict, err = l.store.Charge(ctx, id, lines...)
	return verdict, l.noteCall(err, before), err
}

// chargeFallback charges in memory.
func (l *ledger) chargeFallback(id string, lines []quota.Line) (quota.Verdict, error) {
	return l.fallback.Charge(context.Background(), id, lines...)
}

// refund gives back the store's part of a charge, whether it was made or not.
// It waits no longer than until parent ends.
func (l *ledger) refund(parent context.Context, id string) error {
	before := l.answersSoFar()
	ctx, cancel := context.WithTimeout(parent, l.timeout)
	defer cancel()
	err := l.store.Refund(ctx, id)
	if parent.Err() == nil { // else the error says nothing about the store
		l.noteCall(err, before)
	}
	return err
}

// refundFallback gives back the part of a charge that is in memory. If there is
// none, the fallback only remembers the ID.
func (l *ledger) refundFallback(id string) {
	_ = l.fallback.Refund(context.Background(), id) // it fails only if its context ends
}

// atDeploymentsExpense reports whether a charge is for an extraction with the
// deployment's provider keys, which costs its operator money. Only the store may allow such a charge.
func atDeploymentsExpense(lines []quota.Line) bool {
	return slices.ContainsFunc(lines, func(l quota.Line) bool { return l.Bucket == quota.BiomAI })
}

// storeAvailable reports whether the store answered when it was last asked.
func (l *ledger) storeAvailable() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.retryAt.IsZero()
}

// mayAskStore reports whether the store may be asked now. While it is
// unavailable, that is true for one call in each retryInterval.
func (l *ledger) mayAskStore() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.retryAt.IsZero() {
		return true
	}
	now := l.now()
	if now.Before(l.retryAt) {
		return false
	}
	l.retryAt = now.Add(retryInterval)
	return true
}

// answersSoFar returns how often the store has answered.
func (l *ledger) answersSoFar() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.answers
}

// noteCall records how a call of the store ended. before is answersSoFar when the call began. busy
// means that the call failed, but the store has answered others since then, so
// it is available.
func (l *ledger) noteCall(err error, before uint64) (busy bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch available := l.retryAt.IsZero(); {
	case err == nil:
		l.answers++
		l.retryAt = time.Time{}
	case l.answers > before:
		return true
	case available:
		l.retryAt = l.now().Add(retryInterval)
	}
	l.outage.Note(err)
	return false
}
