package admission

import (
	"container/list"
	"math"
	"time"
)

const (
	// firstStartWindow is the start window of a caller of whom nothing is known.
	firstStartWindow = 4
	// maxStartWindow bounds the start window.
	maxStartWindow = 1024
	// maxHits is how many documents may reach a limit of their preparation before the caller is
	// penalised.
	maxHits = 3
	// penalty is how long a hit counts.
	penalty = 10 * time.Minute
	// backlogAge is how long a caller's oldest job must have waited before the caller counts as
	// having a backlog. Before that, idle workers may still be taking its jobs.
	backlogAge = 250 * time.Millisecond
)

// caller is what a Line knows of one caller.
type caller struct {
	name               string
	waiting, queued    *list.List // *Place, in the order in which they joined
	untakenWorks       works      // of the jobs in both lists
	preparing, running int        // jobs that workers have
	peak               peak       // of preparing + running
	rounding           float64    // of the queue window, 0 to 1
	startWindow        int
	hits               int       // documents that reached a limit
	lastHit            time.Time // when the latest of them did
}

func newCaller(name string) *caller {
	return &caller{name: name, waiting: list.New(), queued: list.New(), untakenWorks: works{}, startWindow: firstStartWindow}
}

// active is the number of its jobs that workers have.
func (c *caller) active() int { return c.preparing + c.running }

// untaken is the number of its jobs that no worker has.
func (c *caller) untaken() int { return c.waiting.Len() + c.queued.Len() }

// queueWindow is how many of its jobs may be queued; see the package comment. It is the square
// root, rounded up or down so that its mean over many jobs is right: always rounded down, it
// would leave shares unequal that differ by less than a whole job.
func (c *caller) queueWindow() int {
	return max(1, int(math.Sqrt(float64(c.active()))+c.rounding))
}

// nextRounding chooses how the window is rounded until the next job is taken. The multiples of
// the golden ratio spread evenly between 0 and 1.
func (c *caller) nextRounding() { _, c.rounding = math.Modf(c.rounding + math.Phi) }

// penalised reports whether its jobs enter the queue after those of everybody else.
func (c *caller) penalised(now time.Time) bool {
	return c.hits >= maxHits && now.Sub(c.lastHit) < penalty
}

// backlogAge returns how long its oldest untaken job has waited, 0 if there is none.
func (c *caller) backlogAge(now time.Time) time.Duration {
	oldest := c.queued.Front()
	if oldest == nil {
		oldest = c.waiting.Front()
	}
	if oldest == nil {
		return 0
	}
	return now.Sub(oldest.Value.(*Place).joined)
}

// idle reports whether the Line may forget the caller.
func (c *caller) idle(now time.Time) bool {
	return c.untaken()+c.active() == 0 && (c.hits == 0 || now.Sub(c.lastHit) >= penalty)
}

// hit counts a document that reached a limit.
func (c *caller) hit(now time.Time) {
	if now.Sub(c.lastHit) >= penalty {
		c.hits = 0
	}
	c.hits++
	c.lastHit, c.startWindow = now, 1
}
