package api

import (
	"context"
	"encoding/json"
	"fmt"
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
func (s *Server) share(parent context.Context, r *request, response *biometry.Response) error {
	r.journal.stage(job.StageSharing, "A share code is being made")
	ctx, cancel := context.WithTimeout(parent, shareTimeout)
	defer cancel()
	defer context.AfterFunc(s.abortCtx, cancel)()
	defer context.AfterFunc(r.due, cancel)()
	begun := time.Now()
	ctx, ended := spans.Start(ctx, "make the share")
	created, err := s.createShare(ctx, r.caller, response)
	ended(err)
	s.metrics.shared(err)
	since(s.metrics.stages, begun, job.StageSharing, string(r.header.Tier))
	switch {
	case parent.Err() != nil:
		return errGone
	case err != nil && r.claim != nil && s.abortCtx.Err() != nil: // the next repeat makes the share
		r.endedElsewhere = true
		return stopping()
	case err != nil:
		s.cfg.Log.Warn("a share could not be made", "request_id", r.header.ID, "error", err)
		return nil
	}
	response.Biompin = shareInfo(created.Code, created.Expires, created.DBID)
	s.emit(r.header.ID, analytics.Event{Kind: analytics.KindShareCreated, Auth: r.caller.authType()})
	if created.Purged > 0 {
		s.emit(r.header.ID, analytics.Event{Kind: analytics.KindShareExpired, Count: created.Purged})
	}
	return nil
}

func (s *Server) createShare(ctx context.Context, by caller, response *biometry.Response) (share.Created, error) {
	shared := *response
	shared.Evidence = nil // it is about a document that is not shared
	document, err := json.Marshal(shared)
	if err != nil {
		return share.Created{}, fmt.Errorf("api: share: %w", err)
	}
	return s.cfg.Shares.Create(ctx, string(by.subject), document)
}

// shareInfo returns the member biompin of a response.
func shareInfo(code share.Code, expires time.Time, dbID string) *biometry.Share {
	pin, at := code.Pin(), biometry.FormatTime(expires.UTC())
	return &biometry.Share{Pin: &pin, ExpiresAt: &at, DBID: nilIfEmpty(dbID)}
}
