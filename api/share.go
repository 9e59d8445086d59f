package api

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"biom/shared/analytics"
	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/share"
)

// shareTimeout is how long a response waits for its share: 15 s in the queue for
// the key derivation, and the time for the derivation and the store after it.
const shareTimeout = 20 * time.Second

// share makes a share of the response and adds it to the response. If that fails,
// the request succeeds without a share. share returns an error only if there is
// nobody to respond to, or if the next repeat of the request will make the share.
func (s *Server) share(c *call, response *biometry.Response) error {
	if err := c.stream.stage(job.StageSharing, "A share code is being made"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), shareTimeout)
	defer cancel()
	defer context.AfterFunc(s.abortCtx, cancel)()
	defer context.AfterFunc(c.due, cancel)()
	stopHeartbeats := s.heartbeatsDuring(c, cancel)
	defer stopHeartbeats() //nolint:errcheck // this one is for a panic; without a panic the error is checked below
	created, err := s.createShare(ctx, c, response)
	switch {
	case stopHeartbeats() != nil || c.Request.Context().Err() != nil:
		return errGone
	case err != nil && c.claim != nil && s.abortCtx.Err() != nil: // the next repeat makes the share
		c.endedElsewhere = true
		return stopping()
	case err != nil:
		s.log(c, slog.LevelWarn, "a share could not be made", http.StatusOK, err)
		return nil
	}
	response.Biompin = shareInfo(created.Code, created.Expires, created.DBID)
	s.emit(c, analytics.Event{Kind: analytics.KindShareCreated, Auth: s.caller(c).authType()})
	if created.Purged > 0 {
		s.emit(c, analytics.Event{Kind: analytics.KindShareExpired, Count: created.Purged})
	}
	return nil
}

func (s *Server) createShare(ctx context.Context, c *call, response *biometry.Response) (share.Created, error) {
	document, err := json.Marshal(response)
	if err != nil {
		return share.Created{}, fmt.Errorf("api: share: %w", err)
	}
	return s.cfg.Shares.Create(ctx, string(s.caller(c).subject), document)
}

// shareInfo returns the member biompin of a response. The time of expiry has whole
// seconds, because stores keep times with different precision.
func shareInfo(code share.Code, expires time.Time, dbID string) *biometry.Share {
	pin, at := code.Pin(), expires.UTC().Format(time.RFC3339)
	return &biometry.Share{Pin: &pin, ExpiresAt: &at, DBID: nilIfEmpty(dbID)}
}

// heartbeatsDuring sends a stream's heartbeats while its handler waits for
// something else. If the stream breaks, it calls onBroken. The handler must call
// stop, which returns an error if the stream has broken. stop may be called
// repeatedly.
func (s *Server) heartbeatsDuring(c *call, onBroken func()) (stop func() error) {
	if c.stream == nil {
		return func() error { return nil }
	}
	heartbeats, stopTicker := s.heartbeats(c)
	stopped, broken := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-stopped:
				broken <- nil
				return
			case <-heartbeats:
				if err := c.stream.heartbeat(); err != nil {
					onBroken()
					broken <- err
					return
				}
			}
		}
	}()
	return sync.OnceValue(func() error {
		stopTicker()
		close(stopped)
		return <-broken
	})
}
