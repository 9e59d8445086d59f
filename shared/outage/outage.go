// Package outage logs failures that recur, without a line for each of them.
package outage

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Log logs the failures of something that is tried again and again: once when it begins to fail,
// and once when it works again, with the number of tries in vain. Goroutines may share one.
type Log struct {
	To    *slog.Logger
	Fails string // the message at the beginning
	Works string // the message at the end

	mu    sync.Mutex
	since time.Time
	tries int
}

// The pause between two tries during an outage doubles from the first of these times to the second.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 2 * time.Second
)

// Note records the outcome of a try. It returns how long to wait before the next one: 0 after a success.
func (l *Log) Note(err error) (pause time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil {
		if l.tries > 0 {
			l.To.Info(l.Works, "tries", l.tries, "after", time.Since(l.since).Round(time.Millisecond))
		}
		l.tries = 0
		return 0
	}
	if l.tries == 0 {
		l.since = time.Now()
		l.To.Warn(l.Fails, "error", err)
	}
	l.tries++
	return min(firstPause<<min(l.tries-1, 10), longestPause)
}

// Recurring logs a failure that recurs, and of which nobody says when it has ended: at most once a
// minute, with the number of those since the last line.
type Recurring struct {
	To      *slog.Logger
	Message string

	mu      sync.Mutex
	logged  time.Time
	skipped int
}

// Note records a failure. The arguments are those of [slog.Logger.Log].
func (r *Recurring) Note(ctx context.Context, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.logged.IsZero() && time.Since(r.logged) < time.Minute {
		r.skipped++
		return
	}
	r.To.WarnContext(ctx, r.Message, append(args, "not_logged", r.skipped)...)
	r.logged, r.skipped = time.Now(), 0
}
