package analytics

import (
	"context"
	"sync"
	"time"
)

// Memory keeps the references of one process, in its memory. Its zero value is ready
// for use.
type Memory struct {
	// Now is the clock; nil means time.Now.
	Now func() time.Time

	mu    sync.Mutex
	known map[string]*reference // by extraction ID
	order []string              // extraction IDs, the oldest first
}

var _ References = (*Memory)(nil)

type reference struct {
	added  time.Time
	rating Rating // "" if none was claimed
	done   bool   // whether the rating was confirmed
}

// NewMemory returns an empty store.
func NewMemory() *Memory { return &Memory{} }

// Add implements [References].
func (m *Memory) Add(ctx context.Context, id string) error {
	if err := check(id, Accurate); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	for len(m.order) > 0 && expired(m.known[m.order[0]], now) {
		m.forgetOldestLocked()
	}
	if r := m.known[id]; r != nil && !expired(r, now) {
		return nil
	}
	m.addLocked(id, now)
	return nil
}

// Claim implements [References].
func (m *Memory) Claim(ctx context.Context, id string, rating Rating) (done bool, err error) {
	if err := check(id, rating); err != nil {
		return false, err
	}
	if err := ctx.Err(); err != nil {
		return false, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.known[id]
	switch {
	case r == nil || expired(r, m.now()):
		return false, ErrUnknown
	case r.rating != "" && r.rating != rating:
		return false, ErrRated
	}
	r.rating = rating
	return r.done, nil
}

// Confirm implements [References].
func (m *Memory) Confirm(ctx context.Context, id string, rating Rating) error {
	if err := check(id, rating); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.known[id]; r != nil && r.rating == rating {
		r.done = true
	}
	return nil
}

// addLocked adds a reference, and removes the oldest one if there are too many.
func (m *Memory) addLocked(id string, now time.Time) {
	if m.known == nil {
		m.known = map[string]*reference{}
	}
	if n := len(m.order); n > 0 {
		if newest := m.known[m.order[n-1]].added; now.Before(newest) {
			now = newest // the order stays sorted if the clock was set back
		}
	}
	m.known[id] = &reference{added: now}
	m.order = append(m.order, id)
	if len(m.order) > MaxReferences {
		m.forgetOldestLocked()
	}
}

func (m *Memory) forgetOldestLocked() {
	delete(m.known, m.order[0])
	m.order = m.order[1:]
}

func (m *Memory) now() time.Time {
	if m.Now != nil {
		return m.Now()
	}
	return time.Now()
}

func expired(r *reference, now time.Time) bool { return now.Sub(r.added) >= ReferenceTTL }
