package share

import (
	"context"
	"time"

	"biom/shared/fair"
)

// The limits that hold if Config sets no others.
const (
	defaultWaiting     = 1024
	defaultWaitingEach = 32 // two cores need about a second for them
	defaultWaitTimeout = 15 * time.Second
)

// NewGate returns the gate that Config uses if it names none. As many key
// derivations run at once as there are cores: each takes 32 MiB and a core, so more
// of them would only delay all. Further ones wait: 32 of one caller, 1024 in all.
// Everything that derives keys in one process should share one gate.
func NewGate() *fair.Gate {
	return fair.NewGate(fair.Limits{
		Places:  fair.Processors(),
		Waiting: defaultWaiting, WaitingEach: defaultWaitingEach,
	})
}

// admitted runs f when the gate admits work of the caller. If it returns an error,
// ErrBusy or the context's, f did not run. The context ends the wait; it does not
// interrupt f.
func (s *Shares) admitted(ctx context.Context, caller string, f func()) error {
	wait, cancel := context.WithTimeout(ctx, s.cfg.WaitTimeout)
	defer cancel()
	release, err := s.cfg.Gate.Enter(wait, caller)
	switch {
	case ctx.Err() != nil && err != nil:
		return ctx.Err()
	case err != nil:
		return ErrBusy
	}
	defer release()
	f()
	return nil
}
