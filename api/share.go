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

// shareTimeout is the most that an answer waits for its share: the gate's
// patience of 15 s, and what the derivation and the store take behind it.
const shareTimeout = 20 * time.Second

// share makes a share of the response as it stands. Without one the request
// succeeds all the same; an error says that nobody is left to be answered.
func (s *Server) share(c *call, resp *biometry.Response) error {
	if err := c.stream.stage(job.StageSharing, "A share code is being made"); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), shareTimeout)
	defer cancel()
	defer context.AfterFunc(s.cutting, cancel)()
	rest := s.keepAwake(c, cancel)
	defer rest() //nolint:errcheck // of a panic, else it was looked at
	made, err := s.create(ctx, resp)
	switch {
	case rest() != nil || c.Request.Context().Err() != nil:
		return errGone
	case err != nil && c.claim != nil && s.cutting.Err() != nil: // whoever asks next makes it
		c.left = true
		return stopping()
	case err != nil:
		s.log(c, slog.LevelWarn, "a share could not be made", http.StatusOK, err)
		return nil
	}
	resp.Biompin = shareInfo(made.Code, made.Expires, made.DBID)
	s.emit(c, analytics.Event{Kind: analytics.KindShareCreated, Auth: s.caller(c).auth()})
	if made.Purged > 0 {
		s.emit(c, analytics.Event{Kind: analytics.KindShareExpired, Count: made.Purged})
	}
	return nil
}

func (s *Server) create(ctx context.Context, resp *biometry.Response) (share.Created, error) {
	document, err := json.Marshal(resp)
	if err != nil {
		return share.Created{}, fmt.Errorf("api: share: %w", err)
	}
	return s.cfg.Shares.Create(ctx, document)
}

// shareInfo is the biompin member of a response. Stores keep times with
// different precision, so a share expires in the second that it names.
func shareInfo(code share.Code, expires time.Time, dbID string) *biometry.Share {
	pin, at := code.Pin(), expires.UTC().Format(time.RFC3339)
	return &biometry.Share{Pin: &pin, ExpiresAt: &at, DBID: orNil(dbID)}
}

// keepAwake sends a stream's heartbeat while its handler waits for something
// else. When the stream breaks it calls gone. What it returns ends it, and
// tells whether the stream broke.
func (s *Server) keepAwake(c *call, gone func()) (rest func() error) {
	if c.stream == nil {
		return func() error { return nil }
	}
	beat, stop := s.heartbeat(c)
	rested, broken := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-rested:
				broken <- nil
				return
			case <-beat:
				if err := c.stream.beat(); err != nil {
					gone()
					broken <- err
					return
				}
			}
		}
	}()
	return sync.OnceValue(func() error {
		stop()
		close(rested)
		return <-broken
	})
}
