package share

import (
	"cmp"
	"context"
	"runtime"
	"time"
)

// The limits that NewGate uses if it gets 0.
const (
	defaultWaiting = 256
	defaultTimeout = 15 * time.Second
)

// Gate limits how many key derivations run at the same time. Further ones wait,
// and are admitted in the order in which they came. Each derivation takes 32 MiB
// and a core, so running more of them at once would only delay all. Everything
// that derives keys in one process should share one gate.
type Gate struct {
	running chan struct{} // one element for each running derivation
	present chan struct{} // one element for each running or waiting derivation
	timeout time.Duration
}

// NewGate returns a gate that runs at most atOnce derivations at the same time
// and lets at most waiting more of them wait, each for at most timeout. 0 means
// the number of cores, 256, and 15 seconds.
func NewGate(atOnce, waiting int, timeout time.Duration) *Gate {
	atOnce = cmp.Or(atOnce, min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))
	waiting = cmp.Or(waiting, defaultWaiting)
	return &Gate{
		running: make(chan struct{}, atOnce),
		present: make(chan struct{}, atOnce+waiting),
		timeout: cmp.Or(timeout, defaultTimeout),
	}
}

// do waits until f is admitted and runs it. If it returns an error, ErrBusy or
// the context's, f did not run. The context ends the wait; it does not interrupt
// f.
func (g *Gate) do(ctx context.Context, f func()) error {
	select {
	case g.present <- struct{}{}:
		defer func() { <-g.present }()
	default:
		return ErrBusy
	}
	if err := g.enter(ctx); err != nil {
		return err
	}
	defer func() { <-g.running }()
	f()
	return nil
}

// enter waits until a derivation may run. If the error is nil, the caller has to
// take its element out of g.running afterwards.
func (g *Gate) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	timer := time.NewTimer(g.timeout)
	defer timer.Stop()
	select {
	case g.running <- struct{}{}:
		return nil
	case <-timer.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}
