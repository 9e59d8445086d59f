// Package fair limits how much work runs at the same time, and divides the places
// fairly between the callers that want them.
package fair

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrBusy is returned by Enter if no place is free and no more may wait.
var ErrBusy = errors.New("fair: too many are waiting")

// Limits are the limits of a Gate.
type Limits struct {
	Places      int // how much may run at the same time; less than 1 means 1
	Waiting     int // how many may wait; 0: any number
	WaitingEach int // how many of one caller may wait; 0: any number
	// RunningEach is how many of one caller may run at the same time while there are other callers: one
	// that came within the last contention. 0: any number. The caller "" is exempt.
	RunningEach int
}

// contention is how long a caller counts as being there after it came.
const contention = 30 * time.Second

// Gate admits work to a limited number of places. A free place goes to the waiting
// caller that has the least work running. If several have as little, it goes to
// the one that has waited longest since it came, or since it last took or freed a
// place. The work of one caller is admitted in the order in which it came.
//
// So a caller that sends much at once delays another one by no more than the work
// that is running already, and callers that always have work waiting get equal
// shares. With RunningEach below Places, a caller that comes finds a place at once, unless
// several callers have taken all of them, or one that was alone until then.
type Gate struct {
	limits Limits

	mu      sync.Mutex
	free    int                // places
	waiting int                // of all callers
	events  uint64             // counts arrivals, admissions and releases: a clock that only orders them
	callers map[string]*caller // those with work running or waiting
	latest  string             // the caller that came last
	others  time.Time          // when the last caller came that was another than the one before it
}

// caller is the work of one caller.
type caller struct {
	capped  bool // RunningEach holds for it
	running int
	waiting []*visit // in the order of arrival
	served  uint64   // the event at which it last took or freed a place
}

// visit is one call of Enter that waits.
type visit struct {
	arrived  uint64 // the event
	admitted chan struct{}
}

// NewGate returns a Gate.
func NewGate(l Limits) *Gate {
	l.Places = max(l.Places, 1)
	return &Gate{limits: l, free: l.Places, callers: map[string]*caller{}}
}

// Enter waits until work of the named caller is admitted. Then release must be
// called at the work's end; further calls of it do nothing. The error is ErrBusy,
// which comes at once, or that of the context, which ends the wait.
func (g *Gate) Enter(ctx context.Context, name string) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	v, err := g.arrive(name)
	if err != nil {
		return nil, err
	}
	select {
	case <-v.admitted:
	case <-ctx.Done():
		if g.leave(name, v) {
			return nil, ctx.Err()
		}
	}
	return sync.OnceFunc(func() { g.release(name) }), nil
}

// Load returns how much work runs, and how much waits.
func (g *Gate) Load() (running, waiting int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.limits.Places - g.free, g.waiting
}

// arrive returns the visit of new work. It is admitted already if a place is free.
func (g *Gate) arrive(name string) (*visit, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.callers[name]
	if c == nil {
		c = &caller{capped: name != "" && g.limits.RunningEach > 0}
	}
	if g.latest != "" && name != g.latest {
		g.others = time.Now()
	}
	g.latest = name
	if (g.free == 0 || g.full(c)) && (reached(g.waiting, g.limits.Waiting) || reached(len(c.waiting), g.limits.WaitingEach)) {
		return nil, ErrBusy
	}
	g.callers[name] = c
	g.events++
	v := &visit{arrived: g.events, admitted: make(chan struct{})}
	c.waiting = append(c.waiting, v)
	g.waiting++
	g.admit()
	return v, nil
}

// full reports whether no further work of the caller may run.
func (g *Gate) full(c *caller) bool {
	return c.capped && c.running >= g.limits.RunningEach && time.Since(g.others) < contention
}

// reached reports whether n has reached a limit, which 0 means there is none.
func reached(n, limit int) bool { return limit > 0 && n >= limit }

// leave ends a visit that is still waiting. It reports false if the visit was admitted.
func (g *Gate) leave(name string, v *visit) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.callers[name]
	i := slices.Index(c.waiting, v)
	if i < 0 {
		return false
	}
	c.waiting = slices.Delete(c.waiting, i, i+1)
	g.waiting--
	g.forgetIdle(name, c)
	return true
}

// release frees the place of one work of a caller.
func (g *Gate) release(name string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c := g.callers[name]
	g.events++
	c.running, c.served = c.running-1, g.events
	g.free++
	g.forgetIdle(name, c)
	g.admit()
}

func (g *Gate) forgetIdle(name string, c *caller) {
	if c.running == 0 && len(c.waiting) == 0 {
		delete(g.callers, name)
	}
}

// admit gives the free places to the next callers.
func (g *Gate) admit() {
	for g.free > 0 {
		c := g.next()
		if c == nil {
			return
		}
		g.admitFirst(c)
	}
}

// admitFirst gives a place to the first waiting work of a caller.
func (g *Gate) admitFirst(c *caller) {
	v := c.waiting[0]
	c.waiting = c.waiting[1:]
	g.waiting--
	g.free--
	g.events++
	c.running, c.served = c.running+1, g.events
	close(v.admitted)
}

// next returns the waiting caller that gets the next place; nil if none may have one.
func (g *Gate) next() (best *caller) {
	for _, c := range g.callers {
		if len(c.waiting) > 0 && !g.full(c) && (best == nil || c.before(best)) {
			best = c
		}
	}
	return best
}

// before reports whether c gets a place before other. Both are waiting.
func (c *caller) before(other *caller) bool {
	if c.running != other.running {
		return c.running < other.running
	}
	return c.waitsSince() < other.waitsSince()
}

// waitsSince returns the event since which the caller waits for its turn.
func (c *caller) waitsSince() uint64 { return max(c.waiting[0].arrived, c.served) }
