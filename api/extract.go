package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/trace"

	"biom/shared/admission"
	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/shared/job"
	"biom/shared/problem"
)

// extract is the AI engine. It charges, queues a job, and waits for its result. Once the
// charge is made, every return of this function has settled it, also after a panic.
func (s *Server) extract(ctx context.Context, r *request) (response, error) {
	if r.keyProblem != nil {
		return response{}, r.keyProblem
	}
	if err := s.canAccept(r); err != nil {
		return response{}, err
	}
	if err := s.chargeExtraction(r); err != nil {
		return response{}, err
	}
	end := jobEnd{fate: unknown, err: errors.New("panic")}
	defer func() { s.settle(r, end.fate, end.err) }()
	end = s.runJob(ctx, r)
	s.emitExtraction(r, end.result, end.err)
	if end.err != nil {
		return response{}, end.err
	}
	return s.report(r, end.result)
}

// canAccept returns a problem for a request that would be refused or be late after its charge.
func (s *Server) canAccept(r *request) error {
	if r.kept() {
		return nil
	}
	if err := s.cfg.CanQueue(s.gate.Budget.Held()); err != nil {
		return problem.Unavailable(storageRetry, "Reports cannot be queued at the moment. Nothing was charged; try again later.").Because(err)
	}
	if retryAfter, overloaded := s.cfg.Queue.Forecast(line(r), r.header); overloaded && !r.waits() {
		return overload(retryAfter)
	}
	return nil
}

// waits reports whether the client of the request does not wait for it.
func (r *request) waits() bool { return r.durable != nil && r.durable.Waits }

// line returns the name of the line in which the job of a request waits. The jobs of clients that do not
// wait have one of their own, so that the caller's other jobs do not wait behind thousands of them.
func line(r *request) string {
	if r.waits() {
		return string(r.caller.subject) + " does not wait"
	}
	return string(r.caller.subject)
}

// jobEnd is how the api's work on a job has ended: with a result or an error.
type jobEnd struct {
	result *job.Result
	err    error
	fate   fate
}

func ended(result *job.Result) jobEnd {
	if result.Started {
		return jobEnd{result: result, fate: started}
	}
	return jobEnd{result: result, fate: notStarted}
}

// report returns the response for a job's result. Extra data is kept only for the devices
// that the specification names.
func (s *Server) report(r *request, result *job.Result) (response, error) {
	if result.Problem != nil {
		return response{}, result.Problem
	}
	done := &biometry.Response{Data: *result.Report, ExtraData: result.Extra, Metadata: biometry.Metadata{
		SchemaVersion: biometry.SchemaVersion,
		Extraction: biometry.Extraction{
			Method: biometry.MethodAI, Timestamp: biometry.FormatTime(result.At.UTC()), BYOK: r.providerKey != "", LLM: result.Model,
			Withheld: result.Doubtful(),
		},
	}}
	if !biometry.CarriesExtra(result.Report.Biometer.DeviceName) {
		done.ExtraData = nil
	}
	if r.upload.Evidence {
		done.Evidence = shown(result.Evidence)
	}
	s.makeRateable(r.header.ID)
	r.journal.withheld(result.Withheld)
	return response{done, result.Withheld}, nil
}

// shown returns evidence as a response has it: with empty lists in place of null, and boxes without
// digits that nobody can see.
func shown(e evidence.Evidence) *evidence.Evidence {
	return &evidence.Evidence{Pages: append([]evidence.Page{}, e.Pages...), Values: rounded(e.Values), Withheld: rounded(e.Withheld)}
}

func rounded(sources map[string]evidence.Source) map[string]evidence.Source {
	out := map[string]evidence.Source{}
	for path, source := range sources {
		for i, edge := range source.Box {
			source.Box[i] = math.Round(edge*1e5) / 1e5
		}
		out[path] = source
	}
	return out
}

// runJob queues the job of a charged request and waits for its result. The job of a client that
// does not wait is queued again as long as it was not started because of a fault that passes.
func (s *Server) runJob(ctx context.Context, r *request) jobEnd {
	if err := s.keep(ctx, r); err != nil {
		return jobEnd{err: err, fate: notStarted}
	}
	if !r.journal.begun() {
		r.journal.stage(job.StageAccepted, "The report was accepted")
	}
	for {
		end := s.queueJob(ctx, r)
		if handedOver(ctx) && end.result == nil {
			return jobEnd{err: stopping(), fate: goesOn}
		}
		if !s.queuedAgain(ctx, r, end) || s.renew(ctx, r) != nil {
			return end
		}
	}
}

// queueJob queues a job when it is its turn, and waits for its result.
func (s *Server) queueJob(ctx context.Context, r *request) jobEnd {
	place := s.cfg.Queue.Join(line(r), r.header)
	defer place.Leave()
	if r.kept() {
		r.header.Upload = r.claim.Name()
		s.owned.setPlace(r.header.Upload, place)
	}
	_, ended := spans.Start(ctx, "wait for a turn")
	err := s.awaitTurn(ctx, r, place)
	ended(err)
	if err != nil {
		return jobEnd{err: err, fate: notStarted}
	}
	if r.waits() {
		r.header.Accepted = s.cfg.Now().UTC()
		r.header.Deadline = r.header.Accepted.Add(s.cfg.ExtractTimeoutSlow)
	}
	ticket, err := s.submit(ctx, r, place)
	r.upload.Release() // the queue has the file now, and the wait may be long
	if errors.Is(err, job.ErrNotQueued) {
		return jobEnd{err: s.submitProblem(ctx, r.header, err), fate: notStarted}
	}
	if err != nil { // the job may still have been queued
		if s.abortCtx.Err() != nil {
			return s.stopWaiting(r)
		}
		reason := s.submitProblem(ctx, r.header, err)
		if r.waits() {
			return s.awaitUncertain(ctx, r, reason)
		}
		return s.abandon(r, reason)
	}
	defer ticket.Close()
	return s.awaitResult(ctx, r, place, ticket)
}

// awaitUncertain waits for the result of a job that may have been queued, and ends it if it was not
// started. Its client does not wait, so there is time to find that out.
func (s *Server) awaitUncertain(ctx context.Context, r *request, reason error) jobEnd {
	end, again := s.formerJob(ctx, r)
	if again {
		end.err = reason
	}
	return end
}

// overload returns the problem for a request whose job cannot end in time.
func overload(retryAfter time.Duration) error {
	return problem.Unavailable(retryAfter, "More reports are waiting than can be read in time. Nothing was charged; try again later.")
}

// awaitTurn waits until a job may enter the queue; see package admission. If it
// returns an error, the job was not queued.
func (s *Server) awaitTurn(ctx context.Context, r *request, place *admission.Place) error {
	r.journal.stage(job.StageQueued, "Waiting for a worker")
	defer since(s.metrics.turns, time.Now(), string(r.header.Tier))
	select {
	case <-place.Turn(): // whatever else has happened meanwhile
		return refusal(place)
	default:
	}
	deadline := time.NewTimer(r.header.Deadline.Sub(s.cfg.Now()))
	defer deadline.Stop()
	select {
	case <-place.Turn():
		return refusal(place)
	case <-deadline.C:
		return overload(time.Second)
	case <-s.abortCtx.Done():
		return stopping()
	case <-ctx.Done():
		return errGone
	}
}

// refusal returns the problem for a job that was refused at its turn, nil if it may enter the queue.
func refusal(place *admission.Place) error {
	if retryAfter, refused := place.Refused(); refused {
		return overload(retryAfter)
	}
	return nil
}

// submit queues the job of a request. It gives up at the job's deadline, when
// the client leaves, and when the server aborts requests.
func (s *Server) submit(parent context.Context, r *request, place *admission.Place) (Ticket, error) {
	ctx, cancel := context.WithTimeout(parent, r.header.Deadline.Sub(s.cfg.Now()))
	defer cancel()
	defer context.AfterFunc(s.abortCtx, cancel)()
	ctx, published := spans.Start(ctx, "publish the job", trace.WithSpanKind(trace.SpanKindProducer))
	ticket, err := s.cfg.Queue.Submit(ctx, job.Job{
		Header: r.header, Kind: string(r.upload.Kind), Filename: r.upload.Name, ProviderKey: r.providerKey, File: r.upload.File, Place: place,
	})
	published(err)
	return ticket, err
}

// submitProblem returns the error for a caller whose job could not be queued
// because of cause.
func (s *Server) submitProblem(ctx context.Context, h job.Header, cause error) error {
	switch {
	case ctx.Err() != nil:
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

// awaitResult waits for the result of a job and passes the job's progress on. It abandons
// the job if the client leaves, if the time limit passes, if no worker takes it early
// enough to end within the limit, or if the server aborts requests.
func (s *Server) awaitResult(ctx context.Context, r *request, place *admission.Place, ticket Ticket) jobEnd {
	late := time.NewTimer(time.Until(place.Late()))
	defer late.Stop()
	deadline := time.NewTimer(r.header.Deadline.Sub(s.cfg.Now()))
	defer deadline.Stop()
	for {
		select {
		case result := <-ticket.Result:
			r.journal.addAll(ticket.Progress)
			return ended(result)
		case e := <-ticket.Progress:
			r.journal.add(*e)
		case <-late.C:
			if place.Untaken() {
				return s.abandonLate(r, place)
			}
		case <-deadline.C:
			return s.abandonLate(r, place)
		case <-s.abortCtx.Done():
			return s.stopWaiting(r)
		case <-ctx.Done():
			if handedOver(ctx) {
				return jobEnd{err: stopping(), fate: goesOn}
			}
			return s.abandon(r, errGone)
		}
	}
}

// stopWaiting ends the wait for a job when the server stops. The job of an idempotent
// request goes on, and the next repeat takes the request over.
func (s *Server) stopWaiting(r *request) jobEnd {
	if r.claim != nil {
		return jobEnd{err: stopping(), fate: goesOn}
	}
	return s.abandon(r, stopping())
}

// abandonLate ends a job that cannot end within its limit any more. If no worker is known
// to have taken it, and no provider call was started, the caller is told to try again later.
func (s *Server) abandonLate(r *request, place *admission.Place) jobEnd {
	untaken := place.Untaken()
	end := s.abandon(r, s.timeoutProblem(r.header))
	if end.result == nil && end.fate == notStarted && untaken {
		end.err = overload(time.Second)
	}
	return end
}

// abandon ends a job that the api does not wait for any longer. reason is the
// error for the caller, or errGone. If the job has a result already, abandon
// returns that.
func (s *Server) abandon(r *request, reason error) jobEnd {
	ctx, cancel := context.WithTimeout(r.due, s.cfg.AbandonTimeout)
	defer cancel()
	found, err := s.cfg.Queue.Abandon(ctx, r.header)
	switch {
	case err != nil:
		s.cfg.Log.Warn("a job's fate is open", "request_id", r.header.ID, "error", err)
		return jobEnd{err: reason, fate: unknown}
	case found.Result != nil:
		return ended(found.Result)
	case found.Started:
		return jobEnd{err: reason, fate: started}
	}
	return jobEnd{err: reason, fate: notStarted}
}
