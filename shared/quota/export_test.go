package quota

import "time"

// Pin replaces Redis's clock, which goes on between two calls of a test.
func (r *Redis) Pin(now func() time.Time) { r.pinned = now }

// Sizes is how much m keeps.
func (m *Memory) Sizes() (logs, charges int) { return len(m.logs), len(m.charges) }

// LateAfter sets when a charge is too late.
func (r *Redis) LateAfter(d time.Duration) { r.late = d }

// MistakeClock has r believe that Redis's clock is behind by so much.
func (r *Redis) MistakeClock(behind time.Duration) { r.clock.Store(&clockGap{-behind.Milliseconds()}) }
