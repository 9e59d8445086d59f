package quota

import "time"

// Pin replaces Redis's clock, which goes on between two calls of a test.
func (r *Redis) Pin(now func() time.Time) { r.pinned = now }

// Sizes is how much m keeps.
func (m *Memory) Sizes() (logs, charges int) { return len(m.logs), len(m.charges) }
