package api

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"time"

	"biom/shared/analytics"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

const (
	// feedbackTimeout is more than the references and the stream's
	// acknowledgement may take, and less than a caller should wait.
	feedbackTimeout = 2800 * time.Millisecond
	feedbackRetry   = 5 * time.Second
	// rateableTimeout is how long an answer waits until it can be rated.
	rateableTimeout = 250 * time.Millisecond
)

// feedback serves POST /api/v1/biom/feedback. Nothing is charged, and keys
// mean nothing here.
func (s *Server) feedback(c *call) error {
	body, err := s.feedbackBody(c)
	if err != nil {
		if !errors.Is(err, os.ErrDeadlineExceeded) { // who was silent for so long is not waited for again
			endpoint.Drain(c.Writer, c.Request)
		}
		return err
	}
	id, rating, faults := readFeedback(body)
	if len(faults) > 0 {
		return noFeedback(faults)
	}
	if s.cfg.Feedback == nil {
		return unrated(analytics.ErrUnknown)
	}
	// A rating under way is brought to its end even if its caller leaves.
	ctx, cancel := context.WithTimeout(context.Background(), feedbackTimeout)
	defer cancel()
	if err := s.cfg.Feedback.Rate(ctx, c.id, id, rating); err != nil {
		return unrated(err)
	}
	return s.json(c, http.StatusOK, struct {
		Success bool `json:"success"`
	}{true})
}

// unrated is what a caller is told whose rating was not taken.
func unrated(err error) error {
	switch {
	case errors.Is(err, analytics.ErrUnknown):
		return problem.New(http.StatusNotFound, problem.NotFound,
			"There is no extraction with this ID that can be rated: only successful extractions of the last 24 hours can.")
	case errors.Is(err, analytics.ErrRated):
		return problem.New(http.StatusConflict, problem.HTTP, "This extraction was rated otherwise already; the first rating stays.")
	}
	return problem.Unavailable(feedbackRetry, "The rating cannot be taken at the moment. Send it again shortly; it counts once.").Because(err)
}

// rateable makes an extraction one that can be rated. Without that it is a
// success all the same.
func (s *Server) rateable(c *call) {
	if s.cfg.Feedback == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), rateableTimeout)
	defer cancel()
	if err := s.cfg.Feedback.Add(ctx, c.id); err != nil {
		s.log(c, slog.LevelWarn, "this extraction cannot be rated", http.StatusOK, err)
	}
}
