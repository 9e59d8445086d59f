package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"biom/shared/analytics"
	"biom/shared/problem"
)

const (
	// feedbackTimeout is how long a caller waits until its rating is stored. It
	// is longer than the time limits of the reference store and of the event
	// stream together.
	feedbackTimeout = 2800 * time.Millisecond
	// feedbackRetry is the Retry-After when a rating could not be stored.
	feedbackRetry = 5 * time.Second
	// rateableTimeout is how long a response waits until it can be rated.
	rateableTimeout = 250 * time.Millisecond
)

// feedback serves POST /api/v1/biom/feedback. It charges nothing and ignores
// keys.
func (s *Server) feedback(c *call) error {
	body, err := s.feedbackBody(c)
	if err != nil {
		return err
	}
	id, rating, faults := readFeedback(body)
	if len(faults) > 0 {
		return invalidFeedback(faults)
	}
	if s.cfg.Feedback == nil {
		return ratingProblem(analytics.ErrUnknown)
	}
	// The rating is completed even if the client leaves.
	ctx, cancel := context.WithTimeout(context.Background(), feedbackTimeout)
	defer cancel()
	if err := s.cfg.Feedback.Rate(ctx, c.id, id, rating); err != nil {
		return ratingProblem(err)
	}
	return s.json(c, http.StatusOK, struct {
		Success bool `json:"success"`
	}{true})
}

// ratingProblem returns the problem for a caller whose rating was not stored.
func ratingProblem(err error) error {
	switch {
	case errors.Is(err, analytics.ErrUnknown):
		return problem.New(http.StatusNotFound, problem.NotFound,
			"There is no extraction with this ID that can be rated: only successful extractions of the last 24 hours can.")
	case errors.Is(err, analytics.ErrRated):
		return problem.New(http.StatusConflict, problem.HTTP, "This extraction was rated otherwise already; the first rating stays.")
	}
	return problem.Unavailable(feedbackRetry, "The rating cannot be taken at the moment. Send it again shortly; it counts once.").Because(err)
}

// makeRateable stores a reference so that the extraction of the request id can be rated. If that
// fails, the extraction is a success nevertheless.
func (s *Server) makeRateable(id string) {
	if s.cfg.Feedback == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), rateableTimeout)
	defer cancel()
	if err := s.cfg.Feedback.Add(ctx, id); err != nil {
		s.cfg.Log.Warn("this extraction cannot be rated", "request_id", id, "error", err)
	}
}
