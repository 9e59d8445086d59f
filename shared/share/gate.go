package share

import (
	"cmp"
	"context"
	"runtime"
	"time"
)

// What a Gate allows unless NewGate is told otherwise.
const (
	defaultWaiting  = 256
	defaultPatience = 15 * time.Second
)

// Gate admits a few derivations at once and has the others wait in order. Each
// derivation costs 32 MiB and a core, so that more at once would only make all
// of them late. All that derive keys in one process share one gate.
type Gate struct {
	inside   chan struct{} // holds one for each that was admitted
	present  chan struct{} // and here also for each that waits
	patience time.Duration
}

// NewGate makes a gate that admits atOnce, and has at most waiting more wait,
// each for patience at most. 0 means as many as there are cores, 256, and 15
// seconds.
func NewGate(atOnce, waiting int, patience time.Duration) *Gate {
	atOnce = cmp.Or(atOnce, min(runtime.NumCPU(), runtime.GOMAXPROCS(0)))
	waiting = cmp.Or(waiting, defaultWaiting)
	return &Gate{
		inside:   make(chan struct{}, atOnce),
		present:  make(chan struct{}, atOnce+waiting),
		patience: cmp.Or(patience, defaultPatience),
	}
}

// do runs f once it is admitted. The error is ErrBusy or the context's, and f
// did not run; the context does not interrupt f.
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
	defer func() { <-g.inside }()
	f()
	return nil
}

func (g *Gate) enter(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	late := time.NewTimer(g.patience)
	defer late.Stop()
	select {
	case g.inside <- struct{}{}:
		return nil
	case <-late.C:
		return ErrBusy
	case <-ctx.Done():
		return ctx.Err()
	}
}
