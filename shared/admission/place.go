package admission

import (
	"container/list"
	"time"
)

type state int

const (
	waiting state = iota
	queued
	preparing
	running
	left
)

// Place is the place of one job in a Line. Its methods may be called from several goroutines, in
// any order; a call that does not fit the job's state does nothing.
type Place struct {
	line    *Line
	caller  *caller
	kind    string // of the caller
	work    Work
	joined  time.Time
	limit   time.Duration // from joining to the deadline
	turn    chan struct{}
	retry   time.Duration // set before turn is closed: the job was refused
	state   state
	regular bool          // it counts in Line.regular
	element *list.Element // in the list of its state
	takenAt time.Time
}

// Caller returns the name under which the job joined.
func (p *Place) Caller() string { return p.caller.name }

// Turn returns a channel that is closed when the job may be put into the queue, or was
// refused: then [Place.Refused] says so.
func (p *Place) Turn() <-chan struct{} { return p.turn }

// Refused reports whether the job was refused because it could not end before its deadline, and
// if so when to try again. It may be called when Turn is closed.
func (p *Place) Refused() (retryAfter time.Duration, refused bool) { return p.retry, p.retry > 0 }

// Late returns when the job must have been taken by a worker to end before its deadline. If it
// was not taken by then, it is better given up.
func (p *Place) Late() time.Time {
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	return p.joined.Add(p.limit - p.line.service.needed(p.work, p.limit))
}

// Untaken reports whether no worker is known to have taken the job.
func (p *Place) Untaken() bool {
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	return p.state <= queued
}

// Position returns the job's place among the waiting jobs of its caller, 1 for the next one; 0 if it
// does not wait for its turn.
func (p *Place) Position() int {
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	if p.state != waiting {
		return 0
	}
	position := 1
	for e := p.element.Prev(); e != nil; e = e.Prev() {
		position++
	}
	return position
}

// Taken records that a worker has taken the job.
func (p *Place) Taken() {
	p.change(func(_ *caller, now time.Time) {
		if p.state == queued {
			p.take(now)
		}
	})
}

// Started records that a provider call of the job was started: the caller pays for it.
func (p *Place) Started() {
	p.change(func(c *caller, now time.Time) {
		if p.state == queued {
			p.take(now)
		}
		if p.state == preparing {
			c.preparing--
			c.running++
			p.state = running
			c.startWindow = min(c.startWindow+1, maxStartWindow)
		}
	})
}

// HitLimit records that the document has reached a limit of its preparation.
func (p *Place) HitLimit() {
	p.change(func(c *caller, now time.Time) {
		if p.state == left {
			return // the line may have forgotten the caller
		}
		c.hit(now)
		p.line.hitters[c] = struct{}{}
	})
}

// Ended records that the job has a result.
func (p *Place) Ended() {
	p.change(func(_ *caller, now time.Time) {
		if p.state == preparing || p.state == running {
			p.line.service.add(p.work, now.Sub(p.takenAt))
			p.line.fastest.add(now)
		}
		p.remove()
	})
}

// Leave takes the job out of the line, if it has not ended.
func (p *Place) Leave() { p.change(func(*caller, time.Time) { p.remove() }) }

func (p *Place) change(f func(c *caller, now time.Time)) {
	p.line.mu.Lock()
	defer p.line.mu.Unlock()
	f(p.caller, time.Now())
	p.line.admitAfter(p.caller)
}

// take moves a queued job to the workers.
func (p *Place) take(now time.Time) {
	l, c := p.line, p.caller
	p.dequeue()
	c.preparing++
	p.state, p.takenAt, p.element = preparing, now, l.taken.PushBack(p)
	c.nextRounding()
	c.peak.note(now, c.active())
	l.peak.note(now, l.taken.Len())
	l.stuck = time.Time{}
	if l.queued > 0 {
		l.stuck = now
	}
}

func (p *Place) dequeue() {
	p.caller.queued.Remove(p.element)
	p.caller.untakenWorks.add(p.work, -1)
	p.line.queued--
	p.line.works.add(p.work, -1)
	if p.regular {
		p.line.regular--
	}
}

// remove takes the job out of the lists and counts of its state.
func (p *Place) remove() {
	switch p.state {
	case waiting:
		p.caller.waiting.Remove(p.element)
		p.caller.untakenWorks.add(p.work, -1)
	case queued:
		p.dequeue()
	case preparing:
		p.caller.preparing--
		p.line.taken.Remove(p.element)
	case running:
		p.caller.running--
		p.line.taken.Remove(p.element)
	case left:
	}
	p.state = left
}

// refuse takes a waiting job out of the line and tells its owner.
func (p *Place) refuse(retryAfter time.Duration) {
	p.remove()
	p.retry = retryAfter
	close(p.turn)
}
