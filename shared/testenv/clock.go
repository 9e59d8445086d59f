package testenv

import (
	"sync/atomic"
	"time"
)

// Clock is a clock that only the test moves.
type Clock struct{ ns atomic.Int64 }

// NewClock returns a clock that shows a fixed time, with nanoseconds that the
// stores round away: they keep milliseconds.
func NewClock() *Clock {
	c := &Clock{}
	c.ns.Store(time.Date(2026, 3, 1, 12, 0, 0, 123_456_789, time.UTC).UnixNano())
	return c
}

// Now returns the time that the clock shows.
func (c *Clock) Now() time.Time { return time.Unix(0, c.ns.Load()) }

// Advance moves the clock forward by d, or back if d is negative.
func (c *Clock) Advance(d time.Duration) { c.ns.Add(int64(d)) }
