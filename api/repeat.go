package api

import (
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
	repeatTimeout     = 3 * time.Second // for one look at the records
	followEvery       = 200 * time.Millisecond
	followRarely      = time.Second
	claimAgain        = 50 * time.Millisecond
	// keptLonger is how long after a job's deadline its request is believed to
	// be at work: it may wait for its share.
	keptLonger = shareTimeout + 5*time.Second
	// orphaned is how long a result may lie there before whoever claimed its
	// request is taken for gone.
	orphaned = 3 * time.Second
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
		return "", problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
			"The header Idempotency-Key must be given once and hold 1 to %d printable ASCII characters, or be left out.", maxIdempotencyKey).
			With("errors", []map[string]string{{"path": "Idempotency-Key", "message": "must be 1 to 255 printable ASCII characters"}})
	}
	return key, nil
}

// once answers a request that may come again. The first one does the work, and
// goes on with it when its client leaves; others follow it, on whatever
// replica, and get its outcome. Only outcomes that were charged are kept: what
// cost nothing is tried again.
func (s *Server) once(c *call, up *upload.Upload, h job.Header, key string) error {
	name, content := s.cfg.Repeats.Name(string(s.caller(c).subject), key), contentOf(c.Request.Header, up)
	for ; ; h = s.header(uuid.NewString(), up) { // one that has waited in vain begins anew
		first := job.Repeat{Content: content, Charge: h.ID, Header: h, Kept: h.Deadline.Add(keptLonger)}
		claim, err := s.claim(c, name, first)
		if err == nil {
			return s.first(c, up, claim, nil)
		}
		if !errors.Is(err, job.ErrClaimed) {
			return problem.Unavailable(queueRetry, "The Idempotency-Key could not be kept. Nothing was charged; try again shortly.").Because(err)
		}
		there, err := s.repeat(c, name)
		switch {
		case err != nil:
			return problem.Unavailable(queueRetry, "The Idempotency-Key could not be looked up. Nothing was charged; try again shortly.").Because(err)
		case there == nil: // released just now, or not seen everywhere yet
			time.Sleep(claimAgain)
		case there.Content != content:
			return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
				"This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new request.").
				With("errors", []map[string]string{{"path": "Idempotency-Key", "message": "was used for other content"}})
		case there.Header.ID == first.Header.ID: // the answer to our claim was lost
			return s.first(c, up, there, nil)
		case there.Outcome != nil:
			return s.replay(c, up, *there.Outcome)
		default:
			if claim, r, err := s.follow(c, up, there); err != nil || claim != nil {
				if err != nil {
					return err
				}
				return s.first(c, up, claim, r)
			}
		}
	}
}

func (s *Server) claim(c *call, name string, r job.Repeat) (*job.Claim, error) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), repeatTimeout)
	defer cancel()
	return s.cfg.Repeats.Claim(ctx, name, r)
}

func (s *Server) repeat(c *call, name string) (*job.Claim, error) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), repeatTimeout)
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
	c.claim, c.charge = claim, claim.Charge
	c.answersAs(claim.Header.ID)
	c.Request = c.Request.WithContext(context.WithoutCancel(c.Request.Context()))
	if c.stream != nil {
		c.stream.id, c.stream.kept = c.id, true
	}
	err := s.work(c, up, r)
	if err != nil && !c.left {
		err = s.conclude(c, problem.From(err))
	}
	return err
}

func (s *Server) work(c *call, up *upload.Upload, r *job.Result) error {
	if r == nil {
		return s.engine(c, up, c.claim.Header)
	}
	c.charged = true
	return s.ended(c, r, c.Request.Header.Get(headerProviderKey) != "")
}

// conclude keeps an outcome that was charged, and forgets one that was not.
func (s *Server) conclude(c *call, p *problem.Problem) error {
	if !c.charged {
		ctx, cancel := context.WithTimeout(context.Background(), repeatTimeout)
		defer cancel()
		if err := c.claim.Release(ctx); err != nil && !errors.Is(err, job.ErrClaimed) {
			s.cfg.Log.Warn("a request with an Idempotency-Key could not be released: its repeats wait", "request_id", c.id, "error", err)
		}
		return p
	}
	body, err := json.Marshal(p.Body(c.id, s.cfg.Now()))
	if err != nil {
		return err
	}
	if answered, err := s.keep(c, job.Outcome{ID: c.id, Status: p.Status, Body: body, RetryAfter: p.RetrySeconds()}); answered {
		return err
	}
	return p
}

// keep stores the outcome for repeats. Where another has taken the request
// over, that one's outcome is the answer.
func (s *Server) keep(c *call, o job.Outcome) (answered bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), repeatTimeout)
	defer cancel()
	err = c.claim.Finish(ctx, o)
	if errors.Is(err, job.ErrClaimed) {
		if there, err := s.cfg.Repeats.Repeat(ctx, c.claim.Name()); err == nil && there != nil && there.Outcome != nil {
			return true, s.replay(c, nil, *there.Outcome)
		}
	}
	if err != nil {
		s.cfg.Log.Warn("an outcome could not be kept for repeats", "request_id", c.id, "error", err)
	}
	return false, nil
}

// follow waits for the end of a request that another works on. It returns
// nothing when that has ended or was released, and a claim where whoever
// worked on it is gone, with the job's result if there is one.
func (s *Server) follow(c *call, up *upload.Upload, there *job.Claim) (*job.Claim, *job.Result, error) {
	progress, stop, err := s.cfg.Repeats.Follow(c.Request.Context(), there.Header)
	if err != nil {
		return nil, nil, problem.Unavailable(queueRetry, "The same request is being worked on, but cannot be followed. Try again shortly.").Because(err)
	}
	defer stop()
	if up.Stream && c.stream == nil {
		c.answersAs(there.Header.ID)
		s.open(c)
		if err := c.stream.stage(job.StageAccepted, "The report is being read for the same request"); err != nil {
			return nil, nil, err
		}
	}
	beat, rest := s.heartbeat(c)
	defer rest()
	look := time.NewTicker(followEvery)
	defer look.Stop()
	w := watch{there: there}
	for {
		select {
		case e := <-progress:
			err = c.stream.progress(e)
		case <-beat:
			err = c.stream.beat()
		case <-look.C:
			look.Reset(followRarely)
			if w.changed(s, c) {
				return nil, nil, nil
			}
			if w.gone(s, c) {
				return s.takeOver(c, there, w.result)
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

// watch is what a follower has seen of the request that it follows.
type watch struct {
	there  *job.Claim
	result *job.Result
	since  time.Time // the result is there
}

// changed: the record is another one than that which is followed. While it
// cannot be read nothing has changed.
func (w *watch) changed(s *Server, c *call) bool {
	now, err := s.repeat(c, w.there.Name())
	return err == nil && (now == nil || now.Outcome != nil || now.Header.ID != w.there.Header.ID)
}

// gone: nobody seems to work on the request any more.
func (w *watch) gone(s *Server, c *call) bool {
	now := s.cfg.Now()
	if w.there.Header.Tier != "" && w.result == nil {
		ctx, cancel := context.WithTimeout(c.Request.Context(), repeatTimeout)
		defer cancel()
		if r, err := s.cfg.Repeats.Stored(ctx, w.there.Header); err == nil && r != nil {
			w.result, w.since = r, now
		}
	}
	return w.result != nil && now.Sub(w.since) >= orphaned || now.After(w.there.Kept)
}

// takeOver goes on with a request whose api is gone: with its result, or anew
// under its old charge.
func (s *Server) takeOver(c *call, there *job.Claim, r *job.Result) (*job.Claim, *job.Result, error) {
	next := there.Repeat
	if r == nil {
		now := s.cfg.Now().UTC()
		next.Header.ID = uuid.NewString()
		next.Header.Accepted, next.Header.Deadline = now, now.Add(there.Header.Deadline.Sub(there.Header.Accepted))
	}
	next.Kept = s.cfg.Now().Add(there.Kept.Sub(there.Header.Accepted))
	ctx, cancel := context.WithTimeout(c.Request.Context(), repeatTimeout)
	defer cancel()
	claim, err := s.cfg.Repeats.Take(ctx, there, next)
	if errors.Is(err, job.ErrClaimed) {
		return nil, nil, nil // somebody was faster: follow that one
	}
	if err != nil {
		return nil, nil, problem.Unavailable(queueRetry, "The request could not be taken over. Nothing more was charged; try again shortly.").Because(err)
	}
	return claim, r, nil
}

// replay answers with the outcome of an earlier request.
func (s *Server) replay(c *call, up *upload.Upload, o job.Outcome) error {
	c.answersAs(o.ID)
	h := c.Writer.Header()
	h.Set("Idempotency-Replayed", "true")
	if up != nil && up.Stream && c.stream == nil {
		s.open(c)
		if err := c.stream.stage(job.StageAccepted, "The report was read before for the same request"); err != nil {
			return err
		}
	}
	if c.stream != nil {
		return c.stream.replay(o)
	}
	if len(o.Withheld) > 0 {
		h.Set(headerWithheld, strings.Join(o.Withheld, ", "))
	}
	if o.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(o.RetryAfter))
	}
	s.extend(c)
	s.write(c, o.Status, o.Body)
	return nil
}
