package database

import "time"

// SetCloseTimeout sets how long Close waits.
func (p *Postgres) SetCloseTimeout(d time.Duration) { p.closeTimeout = d }
