package fair_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"biom/shared/fair"
)

// crowd is work of several callers at a gate, in a bubble. The name of a work is that of
// its caller and a number.
type crowd struct {
	t       *testing.T
	gate    *fair.Gate
	mu      sync.Mutex
	order   []string          // the works that were admitted, in that order
	release map[string]func() // by work
	errs    map[string]error
}

func inCrowd(t *testing.T, l fair.Limits, test func(*crowd)) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		test(&crowd{t: t, gate: fair.NewGate(l), release: map[string]func(){}, errs: map[string]error{}})
	})
}

// arrive lets works enter one after the other and returns when each is admitted,
// refused, or waiting.
func (c *crowd) arrive(ctx context.Context, works ...string) {
	for _, work := range works {
		go func() {
			release, err := c.gate.Enter(ctx, work[:1])
			c.mu.Lock()
			defer c.mu.Unlock()
			if err != nil {
				c.errs[work] = err
				return
			}
			c.order = append(c.order, work)
			c.release[work] = release
		}()
		synctest.Wait()
	}
}

// end ends works that were admitted.
func (c *crowd) end(works ...string) {
	for _, work := range works {
		c.mu.Lock()
		release := c.release[work]
		c.mu.Unlock()
		if release == nil {
			c.t.Fatalf("%s was not admitted; order %v", work, c.order)
		}
		release()
		release() // does nothing
		synctest.Wait()
	}
}

// want fails the test unless the works were admitted in this order.
func (c *crowd) want(order string) {
	c.t.Helper()
	if got := strings.Join(c.order, " "); got != order {
		c.t.Errorf("admitted %s, want %s", got, order)
	}
}

func TestWorkOfOneCallerIsAdmittedInOrder(t *testing.T) {
	inCrowd(t, fair.Limits{Places: 2}, func(c *crowd) {
		c.arrive(c.t.Context(), "a1", "a2", "a3", "a4")
		c.want("a1 a2")
		c.end("a2", "a1")
		c.want("a1 a2 a3 a4")
		c.end("a3", "a4")
	})
}

func TestFewestRunningIsNext(t *testing.T) {
	inCrowd(t, fair.Limits{Places: 3}, func(c *crowd) {
		c.arrive(c.t.Context(), "a1", "a2", "b1", "a3", "a4", "b2", "c1")
		c.want("a1 a2 b1")
		c.end("a1") // running: a 1, b 1, c 0
		c.want("a1 a2 b1 c1")
		c.end("c1") // running: a 1, b 1; a has freed a place since b took one
		c.want("a1 a2 b1 c1 b2")
		c.end("a2", "b1", "b2", "a3", "a4")
		c.want("a1 a2 b1 c1 b2 a3 a4")
	})
}

// TestBacklogsTakeTurns: a newcomer waits for one work of each caller, not for all that
// came before it.
func TestBacklogsTakeTurns(t *testing.T) {
	inCrowd(t, fair.Limits{Places: 1}, func(c *crowd) {
		c.arrive(c.t.Context(), "a1", "a2", "a3", "b1", "b2", "b3", "c1")
		for _, work := range []string{"a1", "b1", "c1", "a2", "b2", "a3", "b3"} {
			c.end(work)
		}
		c.want("a1 b1 c1 a2 b2 a3 b3")
	})
}

func TestWaitingIsLimited(t *testing.T) {
	inCrowd(t, fair.Limits{Places: 1, Waiting: 3, WaitingEach: 2}, func(c *crowd) {
		c.arrive(c.t.Context(), "a1", "a2", "a3", "a4", "b1", "c1")
		for _, work := range []string{"a4", "c1"} {
			if !errors.Is(c.errs[work], fair.ErrBusy) {
				t.Errorf("%s: %v", work, c.errs[work])
			}
		}
		c.end("a1", "b1", "a2", "a3")
		c.want("a1 b1 a2 a3")
		c.arrive(c.t.Context(), "a5")
		c.end("a5")
		if len(c.errs) != 2 {
			t.Error(c.errs)
		}
	})
}

func TestContextEndsWait(t *testing.T) {
	inCrowd(t, fair.Limits{Places: 1, WaitingEach: 1}, func(c *crowd) {
		ctx, cancel := context.WithCancel(c.t.Context())
		c.arrive(c.t.Context(), "a1")
		c.arrive(ctx, "b1")
		cancel()
		synctest.Wait()
		c.arrive(ctx, "c1")
		if !errors.Is(c.errs["b1"], context.Canceled) || !errors.Is(c.errs["c1"], context.Canceled) {
			t.Error(c.errs)
		}
		c.arrive(c.t.Context(), "b2")
		c.end("a1", "b2")
		c.want("a1 b2")
	})
}

// TestManyCallers: under the race detector, every work is admitted once and never more
// than there are places.
func TestManyCallers(t *testing.T) {
	t.Parallel()
	gate := fair.NewGate(fair.Limits{Places: 3})
	var mu sync.Mutex
	running, peak, done := 0, 0, map[string]int{}
	var works sync.WaitGroup
	for i := range 300 {
		works.Go(func() {
			name := string(rune('a' + i%7))
			release, err := gate.Enter(t.Context(), name)
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			mu.Lock()
			running++
			peak = max(peak, running)
			done[name]++
			mu.Unlock()
			mu.Lock()
			running--
			mu.Unlock()
		})
	}
	works.Wait()
	counts := []int{}
	for _, n := range done {
		counts = append(counts, n)
	}
	slices.Sort(counts)
	if peak > 3 || !slices.Equal(counts, []int{42, 43, 43, 43, 43, 43, 43}) {
		t.Errorf("peak %d, %v", peak, counts)
	}
}

// TestCallerThatIsAloneHasEveryPlace: nothing stands idle as long as only one caller comes.
func TestCallerThatIsAloneHasEveryPlace(t *testing.T) {
	inCrowd(t, fair.Limits{Places: 3, RunningEach: 2}, func(c *crowd) {
		c.arrive(c.t.Context(), "a1", "a2", "a3", "a4")
		c.want("a1 a2 a3")
	})
}

func TestOneCallerOfSeveralNeverHasEveryPlace(t *testing.T) {
	inCrowd(t, fair.Limits{Places: 3, RunningEach: 2, WaitingEach: 2}, func(c *crowd) {
		c.arrive(c.t.Context(), "b0")
		c.end("b0")
		c.arrive(c.t.Context(), "a1", "a2", "a3", "a4", "a5")
		c.want("b0 a1 a2") // although a third place is free
		if !errors.Is(c.errs["a5"], fair.ErrBusy) {
			t.Errorf("a5: %v, want ErrBusy", c.errs["a5"])
		}
		c.arrive(c.t.Context(), "b1", "b2")
		c.want("b0 a1 a2 b1")
		c.end("a1", "b1")
		c.want("b0 a1 a2 b1 b2 a3") // after a1 both have one running, and a was served last
		c.end("a2")
		c.want("b0 a1 a2 b1 b2 a3 a4")
	})
}

// TestWorkOfNoCaller may take every place.
func TestWorkOfNoCaller(t *testing.T) {
	t.Parallel()
	gate := fair.NewGate(fair.Limits{Places: 2, RunningEach: 1})
	ctx := fair.ForCaller(t.Context(), "a")
	if fair.Caller(ctx) != "a" || fair.Caller(t.Context()) != "" {
		t.Errorf("callers are %q and %q", fair.Caller(ctx), fair.Caller(t.Context()))
	}
	for range 2 {
		if _, err := gate.Enter(t.Context(), fair.Caller(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
}
