package api

import (
	"context"
	"net/http"
	"time"

	"biom/shared/biometry"
	"biom/shared/callback"
	"biom/shared/clock"
	"biom/shared/problem"
)

// Callbacks tells users' endpoints that jobs have ended. *callback.Deliverer implements it.
type Callbacks interface {
	// Allowed reports whether the operator has allowed an endpoint of this name for the user.
	Allowed(ctx context.Context, user, name string) (bool, error)
	// Queue stores an event for delivery. To queue it again is harmless.
	Queue(ctx context.Context, e callback.Event) error
}

// checkCallback returns a problem if the endpoint that a request names is not one of its user's.
func (s *Server) checkCallback(c *call, r *request) error {
	name, user := r.upload.Callback, s.caller(c).user
	if name == "" {
		return nil
	}
	if user == "" || s.cfg.Callbacks == nil {
		return badCallback("needs a valid service key: endpoints belong to users")
	}
	ctx, cancel := context.WithTimeout(c.Request.Context(), s.cfg.RecordTimeout)
	defer cancel()
	allowed, err := s.cfg.Callbacks.Allowed(ctx, user, name)
	switch {
	case err != nil:
		return problem.Unavailable(queueRetry, "The endpoint for the callback could not be looked up. Nothing was charged; try again shortly.").Because(err)
	case !allowed:
		return badCallback("is none of your endpoints: the operator adds them")
	}
	return nil
}

func badCallback(fault string) error {
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation, "The form is not valid; details.errors lists every fault.").
		With("errors", biometry.Faults{{Path: "callback", Message: fault}})
}

// callbackPause is the pause before a callback is queued again.
const callbackPause = 2 * time.Second

// queueCallback queues the callback of a durable request that has ended. It tries until the callback is
// stored, or this process stops; then another api does it.
func (s *Server) queueCallback(r *request) {
	record := r.claim.Copy()
	d := record.Durable
	if d.Callback == "" || s.cfg.Callbacks == nil {
		return
	}
	e := callback.Event{
		ID: record.Outcome.ID, User: d.User, Endpoint: d.Callback, JobID: d.ID, Status: statusOf(&record), Batch: d.Batch, Time: d.Ended,
	}
	for {
		ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
		err := s.cfg.Callbacks.Queue(ctx, e)
		cancel()
		if err == nil {
			return
		}
		s.cfg.Log.Warn("a callback could not be queued; it is tried again", "request_id", r.header.ID, "error", err)
		if clock.Sleep(s.abortCtx, callbackPause) != nil {
			return
		}
	}
}
