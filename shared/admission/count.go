package admission

import (
	"container/list"
	"time"
)

// Count is how many jobs of a kind of caller a line has.
type Count struct {
	Waiting int           // for their turn
	Queued  int           // and not taken by a worker
	Taken   int           // by workers
	Oldest  time.Duration // how long the oldest of them has been in the line
}

// Counts returns the jobs of the line, by the kind under which they joined.
func (l *Line) Counts() map[string]Count {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, counts := time.Now(), map[string]Count{}
	each := func(places *list.List, count func(*Count)) {
		for e := places.Front(); e != nil; e = e.Next() {
			p := e.Value.(*Place)
			c := counts[p.kind]
			count(&c)
			c.Oldest = max(c.Oldest, now.Sub(p.joined))
			counts[p.kind] = c
		}
	}
	for _, c := range l.callers {
		each(c.waiting, func(c *Count) { c.Waiting++ })
		each(c.queued, func(c *Count) { c.Queued++ })
	}
	each(l.taken, func(c *Count) { c.Taken++ })
	return counts
}
