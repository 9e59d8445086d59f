package quota

import (
	"context"
	"sync"
	"time"
)

// Memory is the fallback: a store in this process, used while Redis is unavailable.
// Its zero value is ready for use. Its content is lost when the process ends.
type Memory struct {
	// Now is the clock; nil means time.Now.
	Now func() time.Time

	mu      sync.Mutex
	logs    map[logName]*log
	charges map[string]memoryCharge // by charge ID
}

var _ Store = (*Memory)(nil)

// logName names a log: one bucket of one subject.
type logName struct {
	bucket  Bucket
	subject Subject
}

// memoryCharge is the state of a charge ID. It is refunded if entries is nil.
type memoryCharge struct {
	at      int64 // ms since 1970
	entries []memoryEntry
}

// memoryEntry is an entry and the log that holds it.
type memoryEntry struct {
	name  logName
	entry entry
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{} }

// Charge implements [Store].
func (m *Memory) Charge(ctx context.Context, id string, lines ...Line) (Verdict, error) {
	if err := check(id, lines); err != nil {
		return Verdict{}, err
	}
	if err := ctx.Err(); err != nil {
		return Verdict{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.nowLocked()
	if c, ok := m.recallLocked(id, now); ok {
		if c.entries == nil {
			return Verdict{}, ErrRefunded
		}
		return Verdict{Allowed: true}, nil
	}
	if r := m.findFullLocked(lines, now); r.full {
		return r.verdict, nil
	}
	m.consumeLocked(id, lines, now)
	return Verdict{Allowed: true}, nil
}

// Refund implements [Store].
func (m *Memory) Refund(ctx context.Context, id string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.nowLocked()
	c, _ := m.recallLocked(id, now)
	for _, e := range c.entries {
		if l := m.logs[e.name]; l != nil {
			l.dropExpired(now)
			l.remove(e.entry)
		}
	}
	m.charges[id] = memoryCharge{at: now}
	m.sweepLocked(now)
	return nil
}

// Usage implements [Store].
func (m *Memory) Usage(ctx context.Context, bucket Bucket, subject Subject) (Usage, error) {
	if err := checkName(bucket, subject); err != nil {
		return Usage{}, err
	}
	if err := ctx.Err(); err != nil {
		return Usage{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.logs[logName{bucket, subject}]
	if l == nil {
		return Usage{}, nil
	}
	now := m.nowLocked()
	l.dropExpired(now)
	if len(l.entries) == 0 {
		return Usage{}, nil
	}
	return Usage{Used: l.sum, ResetsIn: time.Duration(l.entries[0].at()+windowMS-now) * time.Millisecond}, nil
}

// findFullLocked determines which lines are full.
func (m *Memory) findFullLocked(lines []Line, now int64) (r refusal) {
	for _, line := range lines {
		l := m.logs[logName{line.Bucket, line.Subject}]
		if l == nil {
			l = &log{}
		}
		l.dropExpired(now)
		if line.Cost > line.Limit {
			r.add(line.Bucket, now+windowMS, now)
		} else if need := l.sum + line.Cost - line.Limit; need > 0 {
			r.add(line.Bucket, l.freed(need), now)
		}
	}
	return r
}

// consumeLocked adds the entries of an allowed charge and remembers its ID.
func (m *Memory) consumeLocked(id string, lines []Line, now int64) {
	c := memoryCharge{at: now}
	for _, line := range lines {
		n := logName{line.Bucket, line.Subject}
		if m.logs[n] == nil {
			m.logs[n] = &log{}
		}
		c.entries = append(c.entries, memoryEntry{n, m.logs[n].add(now, line.Cost)})
	}
	m.charges[id] = c
	m.sweepLocked(now)
}

// recallLocked returns the state of a charge ID, if it has not expired.
func (m *Memory) recallLocked(id string, now int64) (memoryCharge, bool) {
	c, ok := m.charges[id]
	if ok && now-c.at >= memoryMS {
		return memoryCharge{}, false
	}
	return c, ok
}

// sweepLocked removes expired charges and empty logs. It is called with each charge
// and looks at two random elements of each map. So both maps stay only a little
// larger than what has not expired, and no call takes long.
func (m *Memory) sweepLocked(now int64) {
	n := 0
	for id, c := range m.charges { // in random order
		if n++; n > 2 {
			break
		}
		if now-c.at >= memoryMS {
			delete(m.charges, id)
		}
	}
	n = 0
	for key, l := range m.logs {
		if n++; n > 2 {
			break
		}
		if l.dropExpired(now); len(l.entries) == 0 {
			delete(m.logs, key)
		}
	}
}

// nowLocked returns the time in ms since 1970. It also makes the maps of a zero
// value.
func (m *Memory) nowLocked() int64 {
	if m.logs == nil {
		m.logs, m.charges = map[logName]*log{}, map[string]memoryCharge{}
	}
	if m.Now != nil {
		return m.Now().UnixMilli()
	}
	return time.Now().UnixMilli()
}
