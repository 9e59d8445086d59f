package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"biom/api/upload"
	"biom/shared/admission"
	"biom/shared/biometry"
	"biom/shared/filekind"
	"biom/shared/job"
	"biom/shared/problem"
)

// extract is the AI engine of POST /api/v1/biom/process. It charges, queues a
// job, and waits for its result. Once the charge is made, every return of this
// function has settled it or has left it to the settler, also after a panic.
func (s *Server) extract(c *call, uploaded *upload.Upload, h job.Header) error {
	key, err := providerKey(c.Request.Header)
	if err != nil {
		return err
	}
	if err := s.cfg.CanQueue(s.gate.Budget.Held()); err != nil {
		return problem.Unavailable(storageRetry, "Reports cannot be queued at the moment. Nothing was charged; try again later.").Because(err)
	}
	if retryAfter, overloaded := s.cfg.Queue.Forecast(string(s.caller(c).subject), h); overloaded {
		return overload(retryAfter)
	}
	if err := s.chargeExtraction(c, h.Tier, key != ""); err != nil {
		return err
	}
	settled := false
	defer func() {
		if !settled { // runJob panicked
			s.leaveToSettler(c, h, problem.From(errors.New("panic")))
		}
	}()
	result, err := s.runJob(c, h, uploaded, key)
	settled = true
	s.emitExtraction(c, h, key != "", result, err)
	if err != nil {
		return err
	}
	return s.respondWithResult(c, result, key != "")
}

// respondWithResult responds with a job's result. It refunds the charge if no
// provider call was started.
func (s *Server) respondWithResult(c *call, result *job.Result, byok bool) error {
	if !result.Started {
		s.refund(c)
	}
	if result.Problem != nil {
		return result.Problem
	}
	return s.respondWithReport(c, result, byok)
}

// newHeader returns the job header of a request that is accepted now. The time
// limit counts from here. A JSON document makes no job, so its header has no
// tier and its deadline is now.
func (s *Server) newHeader(id string, uploaded *upload.Upload) job.Header {
	tier, limit := job.Standard, s.cfg.ExtractTimeout
	switch {
	case uploaded.Kind == filekind.JSON:
		tier, limit = "", 0
	case uploaded.Slow:
		tier, limit = job.Slow, s.cfg.ExtractTimeoutSlow
	}
	now := s.cfg.Now().UTC()
	return job.Header{ID: id, Tier: tier, Accepted: now, Deadline: now.Add(limit)}
}

// runJob queues a charged upload and returns the job's result. If it returns an
// error, it has refunded the charge, left it to the settler, or found that it
// stands.
func (s *Server) runJob(c *call, h job.Header, uploaded *upload.Upload, key string) (*job.Result, error) {
	if uploaded.Stream && c.stream == nil {
		s.openStream(c)
		if c.stream.stage(job.StageAccepted, "The report was accepted") != nil {
			s.refund(c)
			return nil, errGone
		}
	}
	place := s.cfg.Queue.Join(string(s.caller(c).subject), h)
	defer place.Leave()
	if err := s.awaitTurn(c, h, place); err != nil {
		s.refund(c)
		return nil, err
	}
	ticket, err := s.submit(c, h, place, uploaded, key)
	uploaded.Release() // the queue has the file now, and the wait may be long
	if errors.Is(err, job.ErrNotQueued) {
		s.refund(c)
		return nil, s.submitProblem(c, h, err)
	}
	if err != nil { // the job may still have been queued
		if s.abortCtx.Err() != nil {
			return s.stopWaiting(c, h)
		}
		return s.abandon(c, h, s.submitProblem(c, h, err))
	}
	defer ticket.Close()
	return s.relay(c, h, place, ticket)
}

// overload returns the problem for a request whose job cannot end in time.
func overload(retryAfter time.Duration) error {
	return problem.Unavailable(retryAfter, "More reports are waiting than can be read in time. Nothing was charged; try again later.")
}

// awaitTurn waits until a job may enter the queue; see package admission. If it
// returns an error, the job was not queued.
func (s *Server) awaitTurn(c *call, h job.Header, place *admission.Place) error {
	if c.stream.stage(job.StageQueued, "Waiting for a worker") != nil {
		return errGone
	}
	select {
	case <-place.Turn(): // whatever else has happened meanwhile
		return refusal(place)
	default:
	}
	deadline := time.NewTimer(h.Deadline.Sub(s.cfg.Now()))
	defer deadline.Stop()
	heartbeats, stop := s.heartbeats(c)
	defer stop()
	for {
		select {
		case <-place.Turn():
			return refusal(place)
		case <-heartbeats:
			if c.stream.heartbeat() != nil {
				return errGone
			}
		case <-deadline.C:
			return overload(time.Second)
		case <-s.abortCtx.Done():
			return stopping()
		case <-c.Request.Context().Done():
			return errGone
		}
	}
}

// refusal returns the problem for a job that was refused at its turn, nil if it may enter the queue.
func refusal(place *admission.Place) error {
	if retryAfter, refused := place.Refused(); refused {
		return overload(retryAfter)
	}
	return nil
}

// submit queues the job of an upload. It gives up at the job's deadline, when
// the client leaves, and when the server aborts requests.
func (s *Server) submit(c *call, h job.Header, place *admission.Place, uploaded *upload.Upload, key string) (Ticket, error) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), h.Deadline.Sub(s.cfg.Now()))
	defer cancel()
	defer context.AfterFunc(s.abortCtx, cancel)()
	return s.cfg.Queue.Submit(ctx, job.Job{
		Header: h, Kind: string(uploaded.Kind), Filename: uploaded.Name, ProviderKey: key, File: uploaded.File, Place: place,
	})
}

// submitProblem returns the error for a caller whose job could not be queued
// because of cause.
func (s *Server) submitProblem(c *call, h job.Header, cause error) error {
	switch {
	case c.Request.Context().Err() != nil:
		return errGone
	case s.abortCtx.Err() != nil:
		return stopping()
	case !s.cfg.Now().Before(h.Deadline):
		return s.timeoutProblem(h)
	}
	return problem.Unavailable(queueRetry, "The report could not be queued. Try again shortly.").Because(cause)
}

// queueRetry is the Retry-After when the queue does not answer. A leader
// election takes 4 to 9 s.
const queueRetry = 10 * time.Second

// storageRetry is the Retry-After when the queue cannot store jobs. It is long enough
// for an operator to free space on a disk.
const storageRetry = time.Minute

func (s *Server) timeoutProblem(h job.Header) error {
	return problem.New(http.StatusGatewayTimeout, problem.ExtractionTimeout,
		"The extraction took longer than its limit of %v and was cancelled.", h.Deadline.Sub(h.Accepted))
}

// abandonLate ends a job that cannot end within its limit any more. If no worker is known
// to have taken it, and no provider call was started, the caller is told to try again later.
func (s *Server) abandonLate(c *call, h job.Header, place *admission.Place) (*job.Result, error) {
	untaken := place.Untaken()
	result, err := s.abandon(c, h, s.timeoutProblem(h))
	if err != nil && untaken && !c.charged {
		err = overload(time.Second)
	}
	return result, err
}

// abandon ends a job that the api does not wait for any longer. reason is the
// error for the caller, or errGone. If the job has a result already, abandon
// returns that. Otherwise it refunds the charge if no provider call was started,
// and returns reason.
func (s *Server) abandon(c *call, h job.Header, reason error) (*job.Result, error) {
	ctx, cancel := context.WithTimeout(c.due, s.cfg.AbandonTimeout)
	defer cancel()
	fate, err := s.cfg.Queue.Abandon(ctx, h)
	switch {
	case err != nil:
		s.cfg.Log.Warn("a job's fate is open", "request_id", h.ID, "error", err)
		s.leaveToSettler(c, h, problem.From(reason))
	case fate.Result != nil:
		return fate.Result, nil
	case !fate.Started:
		s.refund(c)
	}
	return nil, reason
}

// respondWithReport responds with the report in a job's result. Extra data is
// kept only for the devices that the specification names.
func (s *Server) respondWithReport(c *call, result *job.Result, byok bool) error {
	response := &biometry.Response{Data: *result.Report, ExtraData: result.Extra, Metadata: biometry.Metadata{
		SchemaVersion: biometry.SchemaVersion,
		Extraction: biometry.Extraction{
			Method: biometry.MethodAI, Timestamp: result.At.UTC().Format(time.RFC3339Nano), BYOK: byok, LLM: result.Model,
		},
	}}
	if !biometry.CarriesExtra(result.Report.Biometer.DeviceName) {
		response.ExtraData = nil
	}
	c.withheld = result.Withheld
	s.makeRateable(c)
	if err := s.announceWithheld(c, result.Withheld); err != nil {
		return err
	}
	return s.respond(c, response)
}

// announceWithheld names the withheld fields in a response header. On a stream
// the headers are already sent, so it sends one more event of the stage
// "validating" instead, which is the stage that withheld them.
func (s *Server) announceWithheld(c *call, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	if c.stream == nil {
		c.Writer.Header().Set(headerWithheld, strings.Join(paths, ", "))
		return nil
	}
	return c.stream.progress(job.Event{
		Stage: job.StageValidating, Progress: job.StageProgress(job.StageValidating), Fields: paths,
		Message: "Doubtful values were left out", Timestamp: s.cfg.Now().UTC(),
	})
}
