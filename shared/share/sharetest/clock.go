package sharetest

import (
	"sync"
	"sync/atomic"
	"time"

	"biom/shared/share"
)

// Clock is a time that only a test moves.
type Clock struct{ ns atomic.Int64 }

// NewClock starts at an odd moment: stores keep milliseconds.
func NewClock() *Clock {
	c := &Clock{}
	c.ns.Store(time.Date(2026, 3, 1, 12, 0, 0, 123_456_789, time.UTC).UnixNano())
	return c
}

// Now is the time.
func (c *Clock) Now() time.Time { return time.Unix(0, c.ns.Load()) }

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.ns.Add(int64(d)) }

// steps are what a Config.Step heard.
type steps struct {
	mu    sync.Mutex
	heard []share.Step
	on    func(share.Step) // told too, if there
}

func (s *steps) hear(step share.Step) {
	s.mu.Lock()
	s.heard = append(s.heard, step)
	on := s.on
	s.mu.Unlock()
	if on != nil {
		on(step)
	}
}

func (s *steps) tell(on func(share.Step)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on = on
}

// take returns what was heard since the last take.
func (s *steps) take() []share.Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.heard = nil }()
	return s.heard
}
