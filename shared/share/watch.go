package share

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// watchEvery is how often Watch looks.
const watchEvery = time.Minute

// Count returns how many shares live.
func (s *Shares) Count(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	n, dbID, err := s.cfg.Store.Count(ctx, s.now())
	if err != nil {
		return 0, fmt.Errorf("share: count: %w", err)
	}
	s.saw(dbID)
	return n, nil
}

// DBID is the last known ID of the database, "" if it was never seen. It asks
// nobody.
func (s *Shares) DBID() string {
	if id := s.dbID.Load(); id != nil {
		return *id
	}
	return ""
}

// Watch keeps DBID fresh, now and once a minute, until the context ends. A
// database that is away keeps its last known ID.
func (s *Shares) Watch(ctx context.Context) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		if _, err := s.Count(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Log.LogAttrs(ctx, slog.LevelWarn, "the share database cannot be asked", slog.Any("error", err))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// saw is told of the database's ID after each operation that succeeded.
func (s *Shares) saw(dbID string) { s.dbID.Store(&dbID) }
