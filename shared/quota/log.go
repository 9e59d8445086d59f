package quota

import "slices"

// entry packs a charge's time and cost as Redis's log does: ms × 256 + half
// credits.
type entry int64

func (e entry) at() int64     { return int64(e) >> 8 }
func (e entry) cost() Credits { return Credits(e & 255) }

// log is a bucket in memory: entries in the order of their times, and the sum
// of their costs.
type log struct {
	entries []entry
	sum     Credits
}

// add appends an entry. A clock that went backwards must not unsort the log.
func (l *log) add(now int64, cost Credits) entry {
	if n := len(l.entries); n > 0 {
		now = max(now, l.entries[n-1].at())
	}
	e := entry(now<<8 | int64(cost))
	l.entries = append(l.entries, e)
	l.sum += cost
	return e
}

// drop forgets what has left the window; what append reallocates later lets go
// of the memory.
func (l *log) drop(now int64) {
	n := 0
	for n < len(l.entries) && l.entries[n].at() <= now-windowMS {
		l.sum -= l.entries[n].cost()
		n++
	}
	l.entries = l.entries[n:]
}

// remove takes back the latest entry equal to e. Equal entries are
// interchangeable: same time, same cost.
func (l *log) remove(e entry) {
	for i, have := range slices.Backward(l.entries) {
		if have == e {
			l.entries = slices.Delete(l.entries, i, i+1)
			l.sum -= e.cost()
			return
		}
	}
}

// freed is the time at which the oldest entries worth need have left; need is
// no more than the sum.
func (l *log) freed(need Credits) int64 {
	for _, e := range l.entries {
		if need -= e.cost(); need <= 0 {
			return e.at() + windowMS
		}
	}
	return 0
}
