package testenv

import (
	"sync/atomic"
	"time"
)

// Clock is a time that only a test moves.
type Clock struct{ ns atomic.Int64 }

// NewClock starts at an odd moment: stores keep milliseconds.
func NewClock() *Clock {
	c := &Clock{}
	c.ns.Store(time.Date(2026, 3, 1, 12, 0, 0, 123_456_789, time.UTC).UnixNano())
	return c
}

// Now is what is asked for the time.
func (c *Clock) Now() time.Time { return time.Unix(0, c.ns.Load()) }

// Advance moves the clock.
func (c *Clock) Advance(d time.Duration) { c.ns.Add(int64(d)) }
