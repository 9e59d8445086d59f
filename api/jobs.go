package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/problem"
)

// The routes of durable requests, which their clients know as jobs.
const jobsPath = "/api/v1/biom/jobs/"

// The states of a durable request, as its client sees them.
const (
	statusQueued    = "queued"
	statusRunning   = "running"
	statusSucceeded = "succeeded"
	statusFailed    = "failed"
)

// jobBody is a durable request, as its client sees it.
type jobBody struct {
	ID            string          `json:"id"`
	Status        string          `json:"status"`
	Stage         string          `json:"stage"`
	Progress      float64         `json:"progress"`
	QueuePosition int             `json:"queue_position,omitempty"`
	Batch         string          `json:"batch,omitempty"`
	Filename      string          `json:"filename"`
	Created       string          `json:"created"`
	Ended         string          `json:"ended,omitempty"`
	Expires       string          `json:"expires"`
	Links         jobLinks        `json:"links"`
	Withheld      []string        `json:"withheld,omitempty"`
	Response      json.RawMessage `json:"response,omitempty"`
	Problem       *streamError    `json:"problem,omitempty"`
}

type jobLinks struct {
	Self   string `json:"self"`
	Events string `json:"events"`
	Result string `json:"result"`
}

func linksOf(id string) jobLinks {
	self := jobsPath + id
	return jobLinks{Self: self, Events: self + "/events", Result: self + "/result"}
}

// statusOf returns the state of a durable request.
func statusOf(r *job.ClaimRecord) string {
	switch {
	case r.Outcome != nil && r.Outcome.Status == http.StatusOK:
		return statusSucceeded
	case r.Outcome != nil:
		return statusFailed
	case stageOf(r).Stage == job.StageAccepted, stageOf(r).Stage == job.StageQueued:
		return statusQueued
	}
	return statusRunning
}

// stageOf returns the latest event of a durable request.
func stageOf(r *job.ClaimRecord) job.Event {
	if events := r.Durable.Events; len(events) > 0 {
		return events[len(events)-1]
	}
	return job.Event{Stage: job.StageAccepted, Progress: job.StageProgress(job.StageAccepted)}
}

// newJobBody returns a durable request as its client sees it. position is the place of its job in
// the queue; 0: it is not known.
func newJobBody(r *job.ClaimRecord, position int) (jobBody, error) {
	d, event := r.Durable, stageOf(r)
	b := jobBody{
		ID: d.ID, Status: statusOf(r), Stage: event.Stage, Progress: event.Progress, Batch: d.Batch, Filename: d.Filename,
		Created: biometry.FormatTime(d.Created.UTC()), Expires: biometry.FormatTime(d.Forget.UTC()), Links: linksOf(d.ID),
	}
	if r.Outcome == nil {
		if b.Status == statusQueued {
			b.QueuePosition = position
		}
		return b, nil
	}
	b.Progress, b.Ended, b.Withheld = 1, biometry.FormatTime(d.Ended.UTC()), r.Outcome.Withheld
	if b.Status == statusSucceeded {
		b.Response = r.Outcome.Body
		return b, nil
	}
	failure, err := failureOf(*r.Outcome)
	b.Problem = &failure
	return b, err
}

// known reports whether the client of a durable request can come back to it: it was accepted, and
// is not forgotten.
func (s *Server) known(c *job.Claim) bool {
	return c != nil && c.Durable != nil && c.Durable.Kept && !c.Durable.Forgotten && s.cfg.Now().Before(c.Durable.Forget)
}

// errUnknownJob returns the problem for a job that is unknown, forgotten, or of another user: they
// cannot be told apart.
func errUnknownJob() error {
	return problem.New(http.StatusNotFound, problem.NotFound,
		"There is no such job: it is unknown, was deleted, has expired, or belongs to another user.")
}

// findJob returns the record of the job that a call names, if it belongs to the caller.
func (s *Server) findJob(c *call) (*job.Claim, error) {
	id := c.Param("id")
	if s.cfg.Requests == nil || !isJobID(id) {
		return nil, errUnknownJob()
	}
	claim, err := s.record(c.Request.Context(), s.cfg.Requests.RequestName(id))
	if err != nil {
		if c.Request.Context().Err() != nil {
			return nil, errGone
		}
		return nil, problem.Unavailable(queueRetry, "The job could not be looked up. Try again shortly.").Because(err)
	}
	if !s.known(claim) || claim.Durable.ID != id {
		return nil, errUnknownJob()
	}
	if owner := claim.Durable.User; owner != "" {
		user, err := s.user(c)
		if err != nil {
			return nil, err
		}
		if user != owner {
			return nil, errUnknownJob()
		}
	}
	return claim, nil
}

// isJobID reports whether a text has the form of an ID.
func isJobID(id string) bool {
	return len(id) == 32 && strings.Trim(id, "0123456789abcdef") == ""
}

// job serves GET /api/v1/biom/jobs/{id}.
func (s *Server) job(c *call) error {
	claim, err := s.awaitJob(c)
	if err != nil {
		return err
	}
	return s.showJob(c, claim, http.StatusOK)
}

// jobResult serves GET /api/v1/biom/jobs/{id}/result.
func (s *Server) jobResult(c *call) error {
	claim, err := s.awaitJob(c)
	if err != nil {
		return err
	}
	if claim.Outcome == nil {
		return s.showJob(c, claim, http.StatusAccepted)
	}
	return s.showOutcome(c, *claim.Outcome)
}

// showOutcome responds as the request itself would have been responded to.
func (s *Server) showOutcome(c *call, o job.Outcome) error {
	j := newJournal(o.ID, s.cfg.Now)
	j.end(ending{outcome: o})
	return s.respond(c, j.from(0))
}

// deleteJob serves DELETE /api/v1/biom/jobs/{id}.
func (s *Server) deleteJob(c *call) error {
	for {
		claim, err := s.findJob(c)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(c.Request.Context(), s.cfg.RecordTimeout)
		err = s.cfg.Requests.Forget(ctx, claim)
		cancel()
		switch {
		case err == nil:
			s.forgetInBatch(claim)
			c.Writer.WriteHeader(http.StatusNoContent)
			return nil
		case !errors.Is(err, job.ErrClaimed): // else the record has changed meanwhile
			return problem.Unavailable(queueRetry, "The job could not be deleted. Try again shortly.").Because(err)
		}
	}
}

// awaitJob returns the record of the job that a call names. With the parameter wait it waits until the
// job has ended; with If-None-Match, until it has changed.
func (s *Server) awaitJob(c *call) (*job.Claim, error) {
	wait, err := waitOf(c.Request)
	if err != nil {
		return nil, err
	}
	claim, err := s.findJob(c)
	if err != nil || wait == 0 {
		return claim, err
	}
	tag := c.Request.Header.Get("If-None-Match")
	return s.await(c, claim, wait, func(now *job.Claim) bool {
		return now.Outcome != nil || tag != "" && etag(now) != tag
	})
}

// waitOf returns the parameter wait.
func waitOf(r *http.Request) (time.Duration, error) {
	text := r.URL.Query().Get("wait")
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > int(maxWait/time.Second) {
		return 0, problem.New(http.StatusUnprocessableEntity, problem.RequestValidation, "The parameter wait must be a number of seconds.").
			With("errors", biometry.Faults{{Path: "wait", Message: "must be a whole number from 0 to 60"}})
	}
	return time.Duration(n) * time.Second, nil
}

// await returns the record of a job as soon as done says so, or after wait.
func (s *Server) await(c *call, claim *job.Claim, wait time.Duration, done func(*job.Claim) bool) (*job.Claim, error) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), wait)
	defer cancel()
	defer context.AfterFunc(s.handOver, cancel)()
	latest := claim
	err := s.followRecord(ctx, claim.Name(), func(now *job.Claim) bool {
		latest = now
		return now == nil || done(now)
	})
	switch {
	case c.Request.Context().Err() != nil:
		return nil, errGone
	case err != nil:
		return nil, err
	case !s.known(latest):
		return nil, errUnknownJob()
	}
	s.extendWriteDeadline(c)
	return latest, nil
}

// etag returns the entity tag of a job. It is weak, because the position in the queue does not
// count.
func etag(claim *job.Claim) string { return `W/"` + strconv.FormatUint(claim.Revision(), 36) + `"` }

// showJob responds with a job.
func (s *Server) showJob(c *call, claim *job.Claim, status int) error {
	c.Writer.Header().Set("ETag", etag(claim))
	if status == http.StatusOK && c.Request.Header.Get("If-None-Match") == etag(claim) {
		setRetryAfter(c, &claim.ClaimRecord)
		c.Writer.WriteHeader(http.StatusNotModified)
		return nil
	}
	position := 0
	if statusOf(&claim.ClaimRecord) == statusQueued {
		position = s.cfg.Requests.Position(c.Request.Context(), claim)
	}
	return s.showRecord(c, &claim.ClaimRecord, position, status)
}

// showRecord responds with the job of a record, at a place in the queue.
func (s *Server) showRecord(c *call, record *job.ClaimRecord, position, status int) error {
	setRetryAfter(c, record)
	body, err := newJobBody(record, position)
	if err != nil {
		return err
	}
	return s.json(c, status, body)
}

// setRetryAfter tells a client when it may ask again for a job that has not ended.
func setRetryAfter(c *call, record *job.ClaimRecord) {
	if record.Outcome == nil {
		c.Writer.Header().Set("Retry-After", retryAfterOf(record))
	}
}

// retryAfterOf returns after how many seconds a client may ask again for a job that has not ended.
func retryAfterOf(r *job.ClaimRecord) string {
	if statusOf(r) == statusQueued {
		return "5"
	}
	return "1"
}

// showAccepted responds to a request whose client comes back for its outcome.
func (s *Server) showAccepted(c *call, r *request) error {
	p := preferences(c.Request.Header)
	kept, err := s.awaitAccepted(c, r)
	if err != nil || kept == nil {
		return err
	}
	h := c.Writer.Header()
	h.Set("Location", jobsPath+kept.Durable.ID)
	if r.upload.Stream {
		return s.showEvents(c, kept, 0)
	}
	h.Set("Preference-Applied", p.applied())
	claim, err := s.record(c.Request.Context(), s.cfg.Requests.RequestName(kept.Durable.ID))
	if claim != nil && p.wait > 0 {
		claim, err = s.await(c, claim, p.wait, func(now *job.Claim) bool { return now.Outcome != nil })
	}
	switch {
	case c.Request.Context().Err() != nil:
		return errGone
	case claim == nil: // the job was accepted, whatever can be read of it now
		s.cfg.Log.Warn("a job that was just accepted cannot be read", "request_id", c.id, "error", err)
		return s.showRecord(c, kept, 0, http.StatusAccepted)
	case p.wait > 0 && claim.Outcome != nil:
		return s.showOutcome(c, *claim.Outcome)
	}
	return s.showJob(c, claim, http.StatusAccepted)
}

// awaitAccepted waits until a durable request was accepted, and returns its record then. It returns
// nil if it has responded to the client itself, because the request was refused.
func (s *Server) awaitAccepted(c *call, r *request) (*job.ClaimRecord, error) {
	for {
		v := r.journal.from(0)
		switch {
		case v.kept != nil:
			return v.kept, nil
		case v.ending != nil:
			return nil, s.respond(c, v)
		}
		select {
		case <-v.changed:
		case <-c.Request.Context().Done():
			return nil, errGone
		}
	}
}

// jobEvents serves GET /api/v1/biom/jobs/{id}/events.
func (s *Server) jobEvents(c *call) error {
	seen, err := lastEventID(c.Request)
	if err != nil {
		return err
	}
	claim, err := s.findJob(c)
	if err != nil {
		return err
	}
	if claim.Outcome != nil && seen > len(claim.Durable.Events) { // an EventSource stops after 204
		c.Writer.WriteHeader(http.StatusNoContent)
		return nil
	}
	return s.showEvents(c, &claim.ClaimRecord, seen)
}

// lastEventID returns the number of the last event that the client has seen, 0 if it has seen none.
func lastEventID(r *http.Request) (int, error) {
	text := strings.TrimSpace(r.Header.Get("Last-Event-ID"))
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, problem.New(http.StatusUnprocessableEntity, problem.RequestValidation, "The header Last-Event-ID is not the ID of an event of this stream.").
			With("errors", biometry.Faults{{Path: "Last-Event-ID", Message: "must be the ID of an event"}})
	}
	return n, nil
}

// showEvents streams the events of a job, after those that the client has seen, until its end.
func (s *Server) showEvents(c *call, record *job.ClaimRecord, seen int) error {
	j := s.openEvents(c, record, seen)
	if c.Request.Method == http.MethodHead {
		return nil
	}
	leave := s.followJob(c.Request.Context(), j, s.cfg.Requests.RequestName(record.Durable.ID))
	defer leave()
	return s.watchFrom(c, j, true, seen)
}

// openEvents opens the stream of a job, for a client that has seen the first events.
func (s *Server) openEvents(c *call, record *job.ClaimRecord, seen int) *journal {
	j := newJournal(record.Header.ID, s.cfg.Now)
	j.load(*record)
	s.openStream(c, j.from(0))
	c.stream.events = seen
	return j
}

// followJob keeps the journal of a job of any api as its record is, until that has ended or leave is called.
func (s *Server) followJob(parent context.Context, j *journal, name string) (leave func()) {
	ctx, cancel := context.WithCancel(parent)
	stop := context.AfterFunc(s.handOver, cancel)
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		err := s.followRecord(ctx, name, j.see)
		if err == nil && s.handOver.Err() != nil {
			err = errGone // the client goes on at another api
		}
		if err != nil {
			j.end(ending{err: err})
		}
	}()
	return func() { stop(); cancel(); <-followed }
}

// see takes over what the record of a durable request says now, and reports whether that has ended.
func (j *journal) see(now *job.Claim) (ended bool) {
	if now == nil || now.Durable == nil || now.Durable.Forgotten {
		j.end(ending{err: errUnknownJob()})
		return true
	}
	j.load(now.ClaimRecord)
	return now.Outcome != nil
}

// rereadEvery is how often the record of a followed job is read, in case a message was lost.
const rereadEvery = 5 * time.Second

// followRecord calls see with the record of a job as it is now, and whenever it is written, nil if it was
// deleted, until see returns true or ctx ends. Versions may be left out. A published copy may arrive late, and
// then be of a record that another of the same name has replaced. So what is first seen, and that a record was
// deleted, is always read.
func (s *Server) followRecord(ctx context.Context, name string, see func(*job.Claim) bool) error {
	changes, stop, err := s.cfg.Requests.Watch(ctx, name)
	if err != nil && ctx.Err() == nil {
		return problem.Unavailable(queueRetry, "The job cannot be followed. Try again shortly.").Because(err)
	}
	if err != nil {
		return nil // nobody waits any more
	}
	defer stop()
	reread := time.NewTimer(0)
	defer reread.Stop()
	seen := uint64(0)
	for {
		var now *job.Claim
		select {
		case now = <-changes:
		case <-reread.C:
			reread.Reset(rereadEvery)
		case <-ctx.Done():
			return nil
		}
		if now == nil || seen == 0 {
			if now, err = s.record(ctx, name); err != nil {
				continue // a later look may succeed
			}
		}
		if now != nil && now.Revision() <= seen {
			continue
		}
		if now != nil {
			seen = now.Revision()
		}
		if see(now) {
			return nil
		}
	}
}
