package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"biom/shared/quota"
)

// ledger takes charges: in the store, and what does not spend our money goes
// on, while the store is away, under the same limits in this process's memory.
// Nothing is carried over when the store is back; what is counted in memory
// counts again if the store goes away again, so that an outage now and then
// gives nobody a day's credits each time.
type ledger struct {
	store   quota.Store
	spare   quota.Memory
	timeout time.Duration // of one call of the store
	log     *slog.Logger

	slots chan struct{} // charges under way

	now     func() time.Time
	mu      sync.Mutex
	away    time.Time // zero: the store answers; else when somebody may ask it again
	answers uint64    // of the store so far
}

// chargesAtOnce is less than the connections that a store has: a crowd of our
// own callers must not look like a store that does not answer.
const chargesAtOnce = 24

// slotPatience is how long a charge waits for its turn.
const slotPatience = time.Second

// askAgain is how long nobody waits for a store that did not answer: one that
// is half open would cost every request its time-out, and every such charge
// is one more to be taken back.
const askAgain = time.Second

var (
	// errAway says that the store was not asked.
	errAway = errors.New("api: the quota store did not answer a moment ago")
	// errUncertain says that the store may have charged.
	errUncertain = errors.New("api: the quota store does not answer")
)

func newLedger(cfg Config) *ledger {
	return &ledger{
		store: cfg.Quota, spare: quota.Memory{Now: cfg.Now}, timeout: cfg.QuotaTimeout, log: cfg.Log, now: cfg.Now,
		slots: make(chan struct{}, chargesAtOnce),
	}
}

// charge has the store judge. errAway, or errUncertain with why.
func (l *ledger) charge(id string, lines []quota.Line) (quota.Verdict, error) {
	if !l.enter() {
		return quota.Verdict{}, errAway
	}
	defer func() { <-l.slots }()
	v, busy, err := l.ask(id, lines)
	if busy { // the machine is, and the store is well: the same charge again is the same charge
		v, _, err = l.ask(id, lines)
	}
	if err != nil {
		return quota.Verdict{}, fmt.Errorf("%w: %w", errUncertain, err)
	}
	return v, nil
}

// enter waits for a slot, and tells whether the store is to be asked then.
func (l *ledger) enter() bool {
	select {
	case l.slots <- struct{}{}:
	default:
		late := time.NewTimer(slotPatience)
		defer late.Stop()
		select {
		case l.slots <- struct{}{}:
		case <-late.C:
			return false
		}
	}
	if l.admits() {
		return true
	}
	<-l.slots
	return false
}

// ask has the store judge once. busy: it failed, but the store answered others
// meanwhile.
func (l *ledger) ask(id string, lines []quota.Line) (v quota.Verdict, busy bool, err error) {
	before := l.heardSoFar()
	// Not the request's context: a client that leaves must not leave a charge
	// half made.
	ctx, cancel := context.WithTimeout(context.Background(), l.timeout)
	defer cancel()
	v, err = l.store.Charge(ctx, id, lines...)
	return v, l.heard(err, before), err
}

// chargeSpare judges what must go on, and cannot do without a verdict.
func (l *ledger) chargeSpare(id string, lines []quota.Line) (quota.Verdict, error) {
	return l.spare.Charge(context.Background(), id, lines...)
}

// refund takes back the store's part of a charge, made or not.
func (l *ledger) refund(until context.Context, id string) error {
	before := l.heardSoFar()
	ctx, cancel := context.WithTimeout(until, l.timeout)
	defer cancel()
	err := l.store.Refund(ctx, id)
	if until.Err() == nil { // else it was not waited for
		l.heard(err, before)
	}
	return err
}

// refundSpare takes back the part in memory. Where there is none, only the ID
// is noted.
func (l *ledger) refundSpare(id string) {
	_ = l.spare.Refund(context.Background(), id) // it fails with its context only
}

// spendsOurMoney tells which charges the store alone may judge.
func spendsOurMoney(lines []quota.Line) bool {
	return slices.ContainsFunc(lines, func(l quota.Line) bool { return l.Bucket == quota.BiomAI })
}

// isThere tells whether the store answered when it was last asked.
func (l *ledger) isThere() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.away.IsZero()
}

// admits tells whether to ask the store: while it is away, one in askAgain is
// sent to see whether it is back.
func (l *ledger) admits() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.away.IsZero() {
		return true
	}
	now := l.now()
	if now.Before(l.away) {
		return false
	}
	l.away = now.Add(askAgain)
	return true
}

func (l *ledger) heardSoFar() uint64 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.answers
}

// heard notes what became of a call that began when the store had given so
// many answers, and tells the operator of a change. busy: the call failed, but
// the store has answered others since, so it is not away.
func (l *ledger) heard(err error, before uint64) (busy bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		l.answers++
	}
	switch answered := l.away.IsZero(); {
	case err != nil && l.answers > before:
		return true
	case answered && err != nil:
		l.away = l.now().Add(askAgain)
		l.log.Warn("the quota store does not answer: extraction at our expense is refused, the rest is counted in memory", "error", err)
	case !answered && err == nil:
		l.away = time.Time{}
		l.log.Info("the quota store answers again")
	}
	return false
}
