package quota

import "time"

// Pin replaces Redis's clock by now, for tests that need exact times.
func (r *Redis) Pin(now func() time.Time) { r.pinned = now }

// Sizes returns the number of logs and charges that m keeps.
func (m *Memory) Sizes() (logs, charges int) { return len(m.logs), len(m.charges) }

// LateAfter sets the time after which a charge is too late.
func (r *Redis) LateAfter(d time.Duration) { r.late = d }

// SetClockGap makes r believe that Redis's clock is behind its own by this time.
func (r *Redis) SetClockGap(behind time.Duration) { r.gap.Store(&clockGap{-behind.Milliseconds()}) }
