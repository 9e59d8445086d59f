package analytics

import "time"

// Pin replaces Redis's clock by now, for tests that need exact times.
func (r *Redis) Pin(now func() time.Time) { r.pinned = now }

// SetTimeout bounds each call of f's references.
func (f *Feedback) SetTimeout(d time.Duration) { f.timeout = d }

// SetPublishTimeout bounds the wait until the stream has stored an event.
func (p *Publisher) SetPublishTimeout(d time.Duration) { p.publishTimeout = d }
