package analytics

import "time"

// Pin replaces Redis's clock, which goes on between two calls of a test.
func (r *Redis) Pin(now func() time.Time) { r.pinned = now }
