package admission

import (
	"container/list"
	"sync"
	"time"
)

// reviewEvery is the time between two looks at the waiting jobs whose deadline may come
// too soon.
const reviewEvery = 500 * time.Millisecond

// Line holds the jobs of one queue that this process has accepted and that have not ended. It
// is safe for concurrent use. The zero value is not usable; use [New].
type Line struct {
	mu        sync.Mutex
	callers   map[string]*caller
	hitters   map[*caller]struct{} // those whose documents have reached limits
	taken     *list.List           // *Place; the jobs that workers have, the longest taken first
	queued    int                  // jobs in the queue
	works     works                // of the jobs in the queue
	regular   int                  // of these, the jobs of callers that have not reached limits too often
	service   services
	fastest   throughput
	peak      peak      // of taken.Len()
	stuck     time.Time // since when jobs have been queued and none was taken; zero: not so
	review    *time.Timer
	suspended bool // the queue does not answer
}

// New returns an empty Line.
func New() *Line {
	return &Line{callers: map[string]*caller{}, hitters: map[*caller]struct{}{}, taken: list.New(), works: works{}, service: newServices()}
}

// Join puts a job of a caller into the line, which must end within limit from now on. Who calls
// Join waits for [Place.Turn] and must call [Place.Leave] in the end. kind is for [Line.Counts] alone.
func (l *Line) Join(name, kind string, work Work, limit time.Duration) *Place {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	for c := range l.hitters {
		l.forgetIdle(c, now)
	}
	c := l.callers[name]
	if c == nil {
		c = newCaller(name)
		l.callers[name] = c
	}
	p := &Place{line: l, caller: c, kind: kind, work: work, joined: now, limit: limit, turn: make(chan struct{})}
	p.element = c.waiting.PushBack(p)
	c.untakenWorks.add(work, 1)
	l.admit(c, now)
	if p.state == waiting && l.review == nil {
		l.review = time.AfterFunc(reviewEvery, l.reviewWaiting)
	}
	return p
}

// Waiting returns how many jobs wait for their turn.
func (l *Line) Waiting() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.callers {
		n += c.waiting.Len()
	}
	return n
}

// Suspend says that the queue does not answer, or that it answers again. While it does not answer,
// every job has its turn at once: it would wait in vain for the jobs before it, and it finds out by
// itself that it cannot be queued.
func (l *Line) Suspend(suspended bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.suspended = suspended
	now := time.Now()
	for _, c := range l.callers {
		l.admit(c, now)
	}
}

// Forecast reports whether a new job of a caller would wait so long that it could not end
// within limit. If so, retryAfter is when to try again.
func (l *Line) Forecast(name string, work Work, limit time.Duration) (retryAfter time.Duration, overloaded bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if l.queued > 0 && !l.stuck.IsZero() && now.Sub(l.stuck) >= limit { // no worker takes a job
		return limit / 2, true
	}
	c := l.callers[name]
	if c == nil {
		c = newCaller(name)
	}
	late := l.wait(c, c.untakenWorks.weight(&l.service), now, limit) + l.service.needed(work, limit) - limit
	return max(late, time.Second), late > 0
}

// admit lets the first waiting jobs of c into the queue, as far as its windows are open.
func (l *Line) admit(c *caller, now time.Time) {
	for c.waiting.Len() > 0 && l.open(c, now) {
		p := c.waiting.Remove(c.waiting.Front()).(*Place)
		p.element = c.queued.PushBack(p)
		p.state = queued
		l.queued++
		l.works.add(p.work, 1)
		if !c.penalised(now) {
			p.regular = true
			l.regular++
		}
		if l.stuck.IsZero() {
			l.stuck = now
		}
		close(p.turn)
	}
}

// open reports whether both windows of c are open.
func (l *Line) open(c *caller, now time.Time) bool {
	if l.suspended {
		return true
	}
	unstarted := c.queued.Len() + c.preparing
	if c.penalised(now) {
		return unstarted == 0 && l.regular == 0
	}
	return c.queued.Len() < c.queueWindow() && unstarted < c.startWindow
}

// admitAfter lets jobs into the queue after a job of c has changed its state.
func (l *Line) admitAfter(c *caller) {
	now := time.Now()
	l.admit(c, now)
	if l.regular == 0 {
		for other := range l.hitters {
			l.admit(other, now)
		}
	}
	l.forgetIdle(c, now)
}

// forgetIdle forgets c if nothing needs to be known of it.
func (l *Line) forgetIdle(c *caller, now time.Time) {
	if c.idle(now) {
		delete(l.callers, c.name)
		delete(l.hitters, c)
	}
}

// settledAfter is the share of the limit after which a backlog tells how fast it is worked off.
// While it is younger, the workers are only beginning, and the upload of the burst itself
// makes them slow.
const settledAfter = 0.2

// wait returns how long a job waits until a worker takes it, if jobs of its caller are to be taken
// first that are worth ahead jobs of the mean length. A young backlog is assumed to be worked off as fast as any was lately.
func (l *Line) wait(c *caller, ahead float64, now time.Time, limit time.Duration) time.Duration {
	mean := l.meanService(now)
	if mean == 0 {
		return 0
	}
	queued := l.works.weight(&l.service)
	all := rate(l.peak.value(now, l.taken.Len()), mean)
	age := c.backlogAge(now)
	if age < backlogAge {
		return all.time(queued)
	}
	own := rate(c.peak.value(now, c.active()), mean)
	if age < time.Duration(settledAfter*float64(limit)) {
		best := jobsPerSecond(l.fastest.best)
		if best == 0 {
			return 0
		}
		own, all = max(own, best), max(all, best)
	}
	return max(all.time(queued), own.time(ahead))
}

// jobsPerSecond is how fast workers take jobs; 0: nothing is known.
type jobsPerSecond float64

// rate returns how fast workers take jobs if they have active jobs at once and each takes mean.
func rate(active int, mean time.Duration) jobsPerSecond {
	return jobsPerSecond(float64(active) / mean.Seconds())
}

// time returns how long it takes until workers have taken that many jobs, 0 if nothing is known.
func (r jobsPerSecond) time(jobs float64) time.Duration {
	if r == 0 {
		return 0
	}
	return time.Duration(jobs / float64(r) * float64(time.Second))
}

// meanService returns the mean time that a worker needs for a job. Until enough jobs have ended, it
// is at least the age of the oldest one that a worker has.
func (l *Line) meanService(now time.Time) time.Duration {
	switch {
	case l.service.all.known():
		return l.service.all.mean
	case l.taken.Len() > 0:
		return now.Sub(l.taken.Front().Value.(*Place).takenAt)
	}
	return 0
}

// reviewWaiting refuses the waiting jobs that will not end in time. It runs again as long as jobs
// wait.
func (l *Line) reviewWaiting() {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, left := time.Now(), 0
	for _, c := range l.callers {
		l.refuseLate(c, now)
		left += c.waiting.Len()
		l.admitAfter(c) // the windows of a caller open again when its penalty ends
	}
	l.review = nil
	if left > 0 {
		l.review = time.AfterFunc(reviewEvery, l.reviewWaiting)
	}
}

// refuseLate refuses the waiting jobs of c that will not end before their deadline. Those that
// are refused make room for the ones behind them.
func (l *Line) refuseLate(c *caller, now time.Time) {
	ahead := 0.0
	for e := c.queued.Front(); e != nil; e = e.Next() {
		ahead += l.service.weight(e.Value.(*Place).work)
	}
	for e := c.waiting.Front(); e != nil; {
		p, next := e.Value.(*Place), e.Next()
		needed := l.wait(c, ahead, now, p.limit) + l.service.needed(p.work, p.limit)
		if now.Add(needed).After(p.joined.Add(p.limit)) {
			p.refuse(max(needed-p.limit, time.Second))
		} else {
			ahead += l.service.weight(p.work)
		}
		e = next
	}
}
