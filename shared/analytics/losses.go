package analytics

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"
)

var (
	errFull   = errors.New("too many events wait")
	errClosed = errors.New("the publisher is closed")
)

// losses counts the events that were not stored.
type losses struct {
	mu     sync.Mutex
	untold int
	why    error // of the last one
}

func (l *losses) add(why error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.untold++
	l.why = why
}

// tellEachMinute tells until ctx ends.
func (l *losses) tellEachMinute(ctx context.Context, log *slog.Logger) {
	minute := time.NewTicker(time.Minute)
	defer minute.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-minute.C:
			l.tell(log)
		}
	}
}

// tell logs what was lost since the last time.
func (l *losses) tell(log *slog.Logger) {
	l.mu.Lock()
	n, why := l.untold, l.why
	l.untold, l.why = 0, nil
	l.mu.Unlock()
	if n > 0 {
		log.Warn("analytics events were lost", "count", n, "error", why)
	}
}
