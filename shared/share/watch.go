package share

import (
	"context"
	"fmt"
	"log/slog"
	"time"
)

// watchEvery is the time between two queries of Watch.
const watchEvery = time.Minute

// Count returns the number of shares that have not expired.
func (s *Shares) Count(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.StoreTimeout)
	defer cancel()
	n, dbID, err := s.cfg.Store.Count(ctx, s.now())
	if err != nil {
		return 0, fmt.Errorf("share: count: %w", err)
	}
	s.rememberDBID(dbID)
	return n, nil
}

// DBID returns the last known ID of the database, "" if it is not known yet. It
// does not query the database.
func (s *Shares) DBID() string {
	if id := s.dbID.Load(); id != nil {
		return *id
	}
	return ""
}

// Watch updates DBID now and then once a minute, until the context ends. While the
// database is unavailable, DBID keeps its last known value.
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

// rememberDBID stores the ID of the database, which every successful operation
// returns.
func (s *Shares) rememberDBID(dbID string) { s.dbID.Store(&dbID) }
