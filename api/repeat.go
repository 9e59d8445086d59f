package api

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"biom/api/upload"
	"biom/shared/biometry"
	"biom/shared/clock"
	"biom/shared/job"
	"biom/shared/problem"
)

// Repeats keeps the requests that may come again: a *job.Client.
type Repeats interface {
	// Name is what caller and key make, and tells nothing of either.
	Name(subject, key string) string
	// Claim takes a request for the first time, Take takes it over. job.ErrClaimed.
	Claim(ctx context.Context, name string, r job.Repeat) (*job.Claim, error)
	Take(ctx context.Context, was *job.Claim, r job.Repeat) (*job.Claim, error)
	// Repeat returns a request as it stands, nil if there is none.
	Repeat(ctx context.Context, name string) (*job.Claim, error)
	// Follow returns the progress of another's job, and Stored its result.
	Follow(ctx context.Context, h job.Header) (progress <-chan job.Event, stop func(), err error)
	Stored(ctx context.Context, h job.Header) (*job.Result, error)
}

const (
	maxIdempotencyKey = 255
	repeatTimeout     = 2 * time.Second // for one look at the records
	followEvery       = 200 * time.Millisecond
	followRarely      = time.Second
	// keptLonger is how long after a job's deadline its request is believed to
	// be at work: its fate is asked for, it waits for its share, and is stored.
	keptLonger = shareTimeout + 10*time.Second
	// heldWhileFollowing is the size from which on an upload is not kept in
	// memory for the case that its request has to be taken over.
	heldWhileFollowing = 1 << 20
)

// idempotencyKey reads the key under which the caller may send this request
// again, "" if there is none.
func idempotencyKey(h http.Header) (string, error) {
	values := h["Idempotency-Key"]
	if len(values) == 0 {
		return "", nil
	}
	key := strings.TrimSpace(values[0])
	if len(values) > 1 || key == "" || len(key) > maxIdempotencyKey || !printable(key) {
		return "", badKey("The header Idempotency-Key must be given once and hold 1 to 255 printable ASCII characters, or be left out.",
			"must be 1 to 255 printable ASCII characters")
	}
	return key, nil
}

func badKey(message, fault string) error {
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation, "%s", message).
		With("errors", biometry.Faults{{Path: "Idempotency-Key", Message: fault}})
}

// once answers a request that may come again. The first one does the work, and
// goes on with it when its client leaves; others follow it, on whatever
// replica, and get its outcome. Only outcomes that were charged are kept: what
// cost nothing is tried again.
func (s *Server) once(c *call, up *upload.Upload, h job.Header, key string) error {
	name, content := s.cfg.Repeats.Name(string(s.caller(c).subject), key), contentOf(c.Request.Header, up)
	for ; ; h = s.header(uuid.NewString(), up) { // one that has waited in vain begins anew
		there, err := s.claimed(name, job.Repeat{Content: content, Header: h, Kept: h.Deadline.Add(keptLonger)})
		switch {
		case err != nil:
			return problem.Unavailable(queueRetry, "The Idempotency-Key could not be looked up. Nothing was charged; try again shortly.").Because(err)
		case there == nil: // released just now, or not seen everywhere yet
			if err := clock.Sleep(c.Request.Context(), followEvery); err != nil {
				return errGone
			}
		case there.Content != content:
			return badKey("This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new request.",
				"was used for other content")
		case there.Header.ID == h.ID:
			return s.first(c, up, there, nil)
		case there.Outcome != nil:
			return s.replay(c, up, *there.Outcome)
		default:
			claim, r, err := s.follow(c, up, there)
			if err != nil {
				return err
			}
			if claim != nil {
				return s.first(c, up, claim, r)
			}
		}
	}
}

// claimed claims a request, and returns it as it stands then: the caller's own,
// another's, or nil. Whether its client leaves just now does not matter.
func (s *Server) claimed(name string, r job.Repeat) (*job.Claim, error) {
	ctx, cancel := context.WithTimeout(context.Background(), repeatTimeout)
	defer cancel()
	claim, err := s.cfg.Repeats.Claim(ctx, name, r)
	if err == nil {
		return claim, nil
	}
	there, failed := s.repeat(name) // the answer to our claim may have been lost
	if failed != nil || there == nil && !errors.Is(err, job.ErrClaimed) {
		return nil, err
	}
	return there, nil
}

func (s *Server) repeat(name string) (*job.Claim, error) {
	ctx, cancel := context.WithTimeout(context.Background(), repeatTimeout)
	defer cancel()
	return s.cfg.Repeats.Repeat(ctx, name)
}

// contentOf is the same for the same document, asked for in the same way.
func contentOf(h http.Header, up *upload.Upload) string {
	sum := sha256.New()
	for _, part := range []string{
		string(up.Kind), strconv.FormatBool(up.Slow), strconv.FormatBool(up.Biompin), h.Get(headerProviderKey), "",
	} {
		_, _ = sum.Write(append([]byte(part), 0)) // a hash takes everything
	}
	_, _ = sum.Write(up.File)
	return hex.EncodeToString(sum.Sum(nil))
}

// first does the work of a request, or, with the result of a job whose request
// is gone, the rest of it.
func (s *Server) first(c *call, up *upload.Upload, claim *job.Claim, r *job.Result) error {
	c.claim, c.charge = claim, claim.Header.ID
	c.answersAs(claim.Header.ID)
	c.Request = c.Request.WithContext(context.WithoutCancel(c.Request.Context()))
	if c.stream != nil {
		c.stream.id, c.stream.kept = c.id, true
	}
	err := s.work(c, up, r)
	if err == nil || c.left {
		return err
	}
	p := problem.From(err)
	if there := s.conclude(c.claim, p, c.charged); there != nil {
		return s.replay(c, up, *there.Outcome)
	}
	return p
}

func (s *Server) work(c *call, up *upload.Upload, r *job.Result) error {
	switch {
	case r != nil:
		c.charge = cmp.Or(c.claim.Charge, c.charge)
		c.charged = true // else there would be no job
		return s.ended(c, r, c.Request.Header.Get(headerProviderKey) != "")
	case up.File == nil: // it was not kept while its request was followed
		return problem.Unavailable(time.Second, "The request that came before this one with the same Idempotency-Key came to nothing. Send it again.")
	}
	return s.engine(c, up, c.claim.Header)
}

// noteCharge keeps the charge with the claim. Without that the worst is a charge
// that is taken back and made again.
func (s *Server) noteCharge(c *call) {
	if c.claim == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), repeatTimeout)
	defer cancel()
	if err := c.claim.Charged(ctx, c.charge); err != nil {
		s.cfg.Log.Warn("a charge could not be noted for repeats", "request_id", c.id, "error", err)
	}
}

// leave leaves the end of a job whose fate is open to the settler, and of its
// request too.
func (s *Server) leave(c *call, h job.Header, p *problem.Problem) {
	it := settlement{id: c.charge, fate: &h}
	if claim := c.claim; claim != nil {
		c.left = true
		it.ended = func(started bool) { s.conclude(claim, p, started) }
	}
	s.settler.later(it)
}

// conclude keeps a failure that was charged, and forgets one that was not.
// Where another has taken the request over, that one's outcome is returned.
func (s *Server) conclude(claim *job.Claim, p *problem.Problem, charged bool) (others *job.Claim) {
	if charged {
		body, err := json.Marshal(p.Body(claim.Header.ID, s.cfg.Now()))
		if err != nil {
			return nil
		}
		return s.keep(claim, job.Outcome{ID: claim.Header.ID, Status: p.Status, Body: body})
	}
	if claim.Charge != "" && !claim.Spent { // made by an attempt before
		s.settler.refund(claim.Charge)
	}
	ctx, cancel := context.WithTimeout(context.Background(), repeatTimeout)
	defer cancel()
	if err := claim.Release(ctx); err != nil && !errors.Is(err, job.ErrClaimed) {
		s.cfg.Log.Warn("a request with an Idempotency-Key could not be released: its repeats wait", "request_id", claim.Header.ID, "error", err)
	}
	return nil
}

// keep stores the outcome for repeats. Where another has taken the request over,
// that one's outcome is waited for and returned: it is every repeat's answer.
func (s *Server) keep(claim *job.Claim, o job.Outcome) (others *job.Claim) {
	ctx, cancel := context.WithTimeout(context.Background(), repeatTimeout)
	defer cancel()
	err := claim.Finish(ctx, o)
	if !errors.Is(err, job.ErrClaimed) {
		if err != nil {
			s.cfg.Log.Warn("an outcome could not be kept for repeats", "request_id", claim.Header.ID, "error", err)
		}
		return nil
	}
	wait, cancel := context.WithTimeout(s.cutting, keptLonger)
	defer cancel()
	for clock.Sleep(wait, followEvery) == nil {
		if there, err := s.repeat(claim.Name()); err == nil && (there == nil || there.Outcome != nil) {
			return there
		}
	}
	return nil
}

// follow waits for the end of a request that another works on. It returns
// nothing when that has ended or was released, and a claim where whoever
// worked on it is gone, with the job's result if there is one.
func (s *Server) follow(c *call, up *upload.Upload, there *job.Claim) (*job.Claim, *job.Result, error) {
	if s.orphaned(there) {
		return s.takeOver(there)
	}
	if len(up.File) > heldWhileFollowing {
		up.Release()
	}
	progress, stop, err := s.cfg.Repeats.Follow(c.Request.Context(), there.Header)
	if err != nil {
		return nil, nil, problem.Unavailable(queueRetry, "The same request is being worked on, but cannot be followed. Try again shortly.").Because(err)
	}
	defer stop()
	if up.Stream && c.stream == nil {
		c.answersAs(there.Header.ID)
		c.Writer.Header().Set(headerReplayed, "true")
		s.open(c)
		if err := c.stream.stage(job.StageAccepted, "The report is being read for the same request"); err != nil {
			return nil, nil, err
		}
	}
	beat, rest := s.heartbeat(c)
	defer rest()
	look := time.NewTicker(followEvery)
	defer look.Stop()
	for {
		select {
		case e := <-progress:
			err = c.stream.progress(e)
		case <-beat:
			err = c.stream.beat()
		case <-look.C:
			look.Reset(followRarely)
			if s.changed(there) {
				return nil, nil, nil
			}
			if s.orphaned(there) {
				return s.takeOver(there)
			}
		case <-s.cutting.Done():
			return nil, nil, stopping()
		case <-c.Request.Context().Done():
			return nil, nil, errGone
		}
		if err != nil {
			return nil, nil, errGone
		}
	}
}

// changed: the record is another one than that which is followed. While it
// cannot be read nothing has changed.
func (s *Server) changed(there *job.Claim) bool {
	now, err := s.repeat(there.Name())
	return err == nil && (now == nil || now.Outcome != nil || now.Header.ID != there.Header.ID)
}

// orphaned: nobody will end the request. Its time is over, or its api is gone
// and the job has ended; a JSON document has no job, and ends with its api.
func (s *Server) orphaned(there *job.Claim) bool {
	if s.cfg.Now().After(there.Kept) {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), repeatTimeout)
	defer cancel()
	if !there.OwnerGone(ctx) {
		return false
	}
	if there.Header.Tier == "" {
		return true
	}
	r, err := s.cfg.Repeats.Stored(ctx, there.Header)
	return err == nil && r != nil
}

// takeOver goes on with a request whose api is gone: with its job's result, or
// anew. What was charged is not charged again.
func (s *Server) takeOver(there *job.Claim) (*job.Claim, *job.Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*repeatTimeout)
	defer cancel()
	var fate job.Fate
	var err error
	if there.Header.Tier != "" {
		if fate, err = s.cfg.Queue.Abandon(ctx, there.Header); err != nil {
			return nil, nil, notTakenOver(err)
		}
	}
	next := there.Repeat
	if fate.Result == nil {
		now := s.cfg.Now().UTC()
		next.Header.ID, next.Header.Accepted, next.Header.Deadline = uuid.NewString(), now, now.Add(there.Header.Deadline.Sub(there.Header.Accepted))
		if fate.Started { // else nobody knows of a charge that was not noted
			next.Charge, next.Spent = cmp.Or(there.Charge, there.Header.ID), true
		}
	}
	next.Kept = later(next.Header.Deadline, s.cfg.Now()).Add(keptLonger)
	claim, err := s.cfg.Repeats.Take(ctx, there, next)
	if errors.Is(err, job.ErrClaimed) {
		return nil, nil, nil // somebody was faster: follow that one
	}
	if err != nil {
		return nil, nil, notTakenOver(err)
	}
	if fate.Result == nil && next.Charge == "" {
		s.settler.refund(there.Header.ID) // if it was made at all
	}
	return claim, fate.Result, nil
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func notTakenOver(err error) error {
	return problem.Unavailable(queueRetry, "The request could not be taken over. Nothing more was charged; try again shortly.").Because(err)
}

// replay answers with the outcome of an earlier request.
func (s *Server) replay(c *call, up *upload.Upload, o job.Outcome) error {
	c.answersAs(o.ID)
	c.Writer.Header().Set(headerReplayed, "true")
	if up.Stream && c.stream == nil {
		s.open(c)
		if err := c.stream.stage(job.StageAccepted, "The report was read before for the same request"); err != nil {
			return err
		}
	}
	if err := s.tellWithheld(c, o.Withheld); err != nil {
		return err
	}
	if c.stream != nil {
		return c.stream.replay(o)
	}
	s.extend(c)
	s.write(c, o.Status, o.Body)
	return nil
}
