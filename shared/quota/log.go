package quota

import "slices"

// entry is one charge in a log: its time and its cost in one number, packed as in
// Redis's logs: ms × 256 + half credits.
type entry int64

func (e entry) at() int64     { return int64(e) >> 8 }
func (e entry) cost() Credits { return Credits(e & 255) }

// log is a bucket of one subject in memory: its entries in the order of time, and
// the sum of their costs.
type log struct {
	entries []entry
	sum     Credits
}

// add appends an entry. If the clock was set back, the entry gets the time of the
// newest one, so that the log stays sorted.
func (l *log) add(now int64, cost Credits) entry {
	if n := len(l.entries); n > 0 {
		now = max(now, l.entries[n-1].at())
	}
	e := entry(now<<8 | int64(cost))
	l.entries = append(l.entries, e)
	l.sum += cost
	return e
}

// dropExpired removes the entries that have left the window. Their memory is freed
// when add next reallocates the slice.
func (l *log) dropExpired(now int64) {
	n := 0
	for n < len(l.entries) && l.entries[n].at() <= now-windowMS {
		l.sum -= l.entries[n].cost()
		n++
	}
	l.entries = l.entries[n:]
}

// remove removes the latest entry equal to e. It does not matter which one of
// several equal entries is removed: they have the same time and cost.
func (l *log) remove(e entry) {
	for i, other := range slices.Backward(l.entries) {
		if other == e {
			l.entries = slices.Delete(l.entries, i, i+1)
			l.sum -= e.cost()
			return
		}
	}
}

// freed returns the time at which the oldest entries, worth at least need credits
// together, have left the window. need must not exceed the log's sum.
func (l *log) freed(need Credits) int64 {
	for _, e := range l.entries {
		if need -= e.cost(); need <= 0 {
			return e.at() + windowMS
		}
	}
	return 0
}
