package api

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"biom/api/upload"
	"biom/shared/biometry"
	"biom/shared/filekind"
	"biom/shared/job"
	"biom/shared/problem"
)

// extract is the AI engine: charge, queue, wait. Every way out of it after the
// charge settles the charge.
func (s *Server) extract(c *call, up *upload.Upload, h job.Header) error {
	key, err := providerKey(c.Request.Header)
	if err != nil {
		return err
	}
	if after, over := s.cfg.Queue.Overloaded(h.Tier, h.Deadline.Sub(h.Accepted)); over {
		return problem.Unavailable(after, "More reports are waiting than can be read in time. Nothing was charged; try again later.")
	}
	if err := s.chargeExtraction(c, h.Tier, key != ""); err != nil {
		return err
	}
	settled := false
	defer func() {
		if !settled { // a panic
			s.leave(c, h, problem.From(errors.New("panic")))
		}
	}()
	r, err := s.run(c, h, up, key)
	settled = true
	s.emitExtraction(c, h, key != "", r, err)
	if err != nil {
		return err
	}
	return s.ended(c, r, key != "")
}

// ended answers with a job's result.
func (s *Server) ended(c *call, r *job.Result, byok bool) error {
	if !r.Started {
		s.refund(c)
	}
	if r.Problem != nil {
		return r.Problem
	}
	return s.extracted(c, r, byok)
}

// header begins the time limit, which counts from acceptance. A JSON document
// is no job, and has no tier.
func (s *Server) header(id string, up *upload.Upload) job.Header {
	tier, limit := job.Standard, s.cfg.ExtractTimeout
	switch {
	case up.Kind == filekind.JSON:
		tier, limit = "", 0
	case up.Slow:
		tier, limit = job.Slow, s.cfg.ExtractTimeoutSlow
	}
	now := s.cfg.Now().UTC()
	return job.Header{ID: id, Tier: tier, Accepted: now, Deadline: now.Add(limit)}
}

// run takes a charged upload through the queue.
func (s *Server) run(c *call, h job.Header, up *upload.Upload, key string) (*job.Result, error) {
	if up.Stream && c.stream == nil {
		s.open(c)
		if c.stream.stage(job.StageAccepted, "The report was accepted") != nil {
			s.refund(c)
			return nil, errGone
		}
	}
	t, err := s.submit(c, h, up, key)
	up.Release() // it is in the queue; the wait may be long
	if errors.Is(err, job.ErrNotQueued) {
		s.refund(c)
		return nil, s.why(c, h, err)
	}
	if err != nil { // it may be queued all the same
		return s.abandon(c, h, s.why(c, h, err))
	}
	defer t.Close()
	if c.stream.stage(job.StageQueued, "Waiting for a worker") != nil {
		return s.abandon(c, h, errGone)
	}
	return s.relay(c, h, t)
}

func (s *Server) submit(c *call, h job.Header, up *upload.Upload, key string) (Ticket, error) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), h.Deadline.Sub(s.cfg.Now()))
	defer cancel()
	defer context.AfterFunc(s.cutting, cancel)()
	return s.cfg.Queue.Submit(ctx, job.Job{
		Header: h, Kind: string(up.Kind), Filename: up.Name, ProviderKey: key, File: up.File,
	})
}

// why is what a caller is told whose job could not be queued.
func (s *Server) why(c *call, h job.Header, err error) error {
	switch {
	case c.Request.Context().Err() != nil:
		return errGone
	case s.cutting.Err() != nil:
		return stopping()
	case !s.cfg.Now().Before(h.Deadline):
		return s.timedOut(h)
	}
	return problem.Unavailable(queueRetry, "The report could not be queued. Try again shortly.").Because(err)
}

// queueRetry: a leader election takes 4 to 9 s.
const queueRetry = 10 * time.Second

func (s *Server) timedOut(h job.Header) error {
	return problem.New(http.StatusGatewayTimeout, problem.ExtractionTimeout,
		"The extraction took longer than its limit of %v and was cancelled.", h.Deadline.Sub(h.Accepted))
}

// abandon ends a job whose caller is answered with why, or has left: unless
// its result is there after all.
func (s *Server) abandon(c *call, h job.Header, why error) (*job.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), abandonTimeout)
	defer cancel()
	fate, err := s.cfg.Queue.Abandon(ctx, h)
	switch {
	case err != nil:
		s.cfg.Log.Warn("a job's fate is open", "request_id", h.ID, "error", err)
		s.leave(c, h, problem.From(why))
	case fate.Result != nil:
		return fate.Result, nil
	case !fate.Started:
		s.refund(c)
	}
	return nil, why
}

// extracted answers with a report. Extra data is kept for the devices the
// specification names.
func (s *Server) extracted(c *call, r *job.Result, byok bool) error {
	resp := &biometry.Response{Data: *r.Report, ExtraData: r.Extra, Metadata: biometry.Metadata{
		SchemaVersion: biometry.SchemaVersion,
		Extraction: biometry.Extraction{
			Method: biometry.MethodAI, Timestamp: r.At.UTC().Format(time.RFC3339Nano), BYOK: byok, LLM: r.Model,
		},
	}}
	if !biometry.CarriesExtra(r.Report.Biometer.DeviceName) {
		resp.ExtraData = nil
	}
	c.withheld = r.Withheld
	s.rateable(c)
	if err := s.tellWithheld(c, r.Withheld); err != nil {
		return err
	}
	return s.answer(c, resp)
}

// tellWithheld names the fields whose values were doubtful: in a header, or,
// where the headers are long gone, in one more event of the stage that found
// them.
func (s *Server) tellWithheld(c *call, paths []string) error {
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
