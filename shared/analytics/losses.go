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

// losses counts the events that were lost because they could not be stored.
type losses struct {
	mu     sync.Mutex
	count  int   // since the last report
	reason error // of the latest loss
}

func (l *losses) add(reason error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count++
	l.reason = reason
}

// reportEachMinute reports the losses once a minute until ctx ends.
func (l *losses) reportEachMinute(ctx context.Context, log *slog.Logger) {
	minute := time.NewTicker(time.Minute)
	defer minute.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-minute.C:
			l.report(log)
		}
	}
}

// report logs how many events were lost since the last report.
func (l *losses) report(log *slog.Logger) {
	l.mu.Lock()
	count, reason := l.count, l.reason
	l.count, l.reason = 0, nil
	l.mu.Unlock()
	if count > 0 {
		log.Warn("analytics events were lost", "count", count, "error", reason)
	}
}
