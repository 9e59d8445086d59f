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

// Requests stores the requests that their clients can come back to. *job.Client implements it.
type Requests interface {
	Claims
	Durables
	Retries
}

// Claims stores the records of these requests. What follows is about idempotent ones; the comment
// of durable.go is about durable ones.
//
// An idempotent request is a request to process with an Idempotency-Key. Caller
// and key name it. It may be sent again for 24 hours, to any replica, and all
// repeats get the same response. The record under its name has these states:
//
//	          Claim                 Finish
//	(none) ──────────▶ claimed ───────────────▶ ended
//	   ▲                │  ▲ │
//	   └────Release─────┘  └─┘ TakeOver, if the claim is orphaned
//
// In each state, a request with this name is treated as follows:
//
//   - (none): It claims the name.
//   - claimed: One api, the owner, works on the request, even after its client
//     has left. Repeats follow it: they pass its progress on and wait. A claim is
//     orphaned if its owner will not end it; see Server.orphaned. Then one of the
//     followers takes the request over: with the result of the owner's job if
//     that has one, else with a new job. The request is charged only once.
//   - ended: The record holds the outcome, and repeats get that.
//
// Only an outcome that was charged is stored, be it a success or a failure, and never
// a 503, because that tells the client to try again. If nothing is charged in the end,
// the claim is released, and the next repeat processes the request anew. If a charge
// stands without an outcome that is stored (the response is a 503, or the charge is a
// former owner's and the new owner has failed without a provider call), the claim
// expires at once, and the next repeat takes it over with that charge.
//
// Every repeat is answered within its own time limit, counted from its arrival, and
// answerMargin: request.due. A follower that knows no outcome by then gets 503, and so
// does one that takes the request over when too little time is left for a new job.
// The next repeat has its full time.
//
// A handler that works on a claim ends it by storing the outcome or by releasing
// the claim, or leaves that to the settler, to a later try of this process, or to
// the next repeat (request.endedElsewhere).
type Claims interface {
	// NewRequestID returns the ID of a new request.
	NewRequestID() string
	// RepeatedID returns the ID of a caller's idempotent request. Neither caller nor key can be
	// read from it.
	RepeatedID(subject, key string) string
	// RequestName returns the name under which the request with an ID is stored.
	RequestName(id string) string
	// Claim claims a request whose record does not exist. It returns
	// job.ErrClaimed if there is one.
	Claim(ctx context.Context, name string, r job.ClaimRecord) (*job.Claim, error)
	// TakeOver takes a claimed request over. It returns job.ErrClaimed if its
	// record has changed since orphan was read.
	TakeOver(ctx context.Context, orphan *job.Claim, r job.ClaimRecord) (*job.Claim, error)
	// Leave ends what Claim or TakeOver has begun, also if they have failed: this process does
	// not work on the request with that ID any longer. Repeats take it over if it was not ended.
	Leave(id string)
	// ReadClaim returns the record of a request, nil if there is none.
	ReadClaim(ctx context.Context, name string) (*job.Claim, error)
	// Follow returns the progress of a job that any api has queued. stop must be
	// called.
	Follow(ctx context.Context, h job.Header) (progress <-chan *job.Event, stop func(), err error)
	// Fate returns what is known of a job that any api has queued: its result, if it has
	// ended with one, and whether a provider call was started. It changes nothing.
	Fate(ctx context.Context, h job.Header) (job.Fate, error)
	// Withdraw ends such a job unless it was started or has a result, and returns its fate.
	Withdraw(ctx context.Context, h job.Header) (job.Fate, error)
}

const (
	maxIdempotencyKey = 255 // bytes
	// pollInterval is the pause between two reads of a record that is about to
	// change. A follower pauses for followInterval after its first read.
	pollInterval   = 200 * time.Millisecond
	followInterval = time.Second
	// answerMargin is how long after its time limit an idempotent request may still
	// be answered: its handler asks for the job's fate, waits for the share, and
	// stores the outcome.
	answerMargin = 1500 * time.Millisecond
	// claimMargin is how long after its owner's time limit a claim still counts as
	// being worked on: answerMargin, and a difference between the clocks of two apis.
	claimMargin = 5 * time.Second
	// maxHeldUpload is the largest upload in bytes that a follower keeps in memory
	// in case it has to take the request over.
	maxHeldUpload = 1 << 20
)

// idempotencyKey returns the Idempotency-Key of a request, "" if the header is
// absent.
func idempotencyKey(h http.Header) (string, error) {
	values := h["Idempotency-Key"]
	if len(values) == 0 {
		return "", nil
	}
	key := strings.TrimSpace(values[0])
	if len(values) > 1 || key == "" || len(key) > maxIdempotencyKey || !isPrintableASCII(key) {
		return "", badIdempotencyKey("The header Idempotency-Key must be given once and hold 1 to 255 printable ASCII characters, or be left out.",
			"must be 1 to 255 printable ASCII characters")
	}
	return key, nil
}

// badIdempotencyKey returns the problem for a header Idempotency-Key with a fault.
func badIdempotencyKey(message, fault string) error {
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation, "%s", message).
		With("errors", biometry.Faults{{Path: "Idempotency-Key", Message: fault}})
}

// timeLimit returns how long an idempotent request may take from its acceptance.
// A JSON document, which has no job, may take as long as a standard extraction.
func (s *Server) timeLimit(h job.Header) time.Duration {
	return cmp.Or(h.Deadline.Sub(h.Accepted), s.cfg.ExtractTimeout)
}

// claimExpiry returns when a claim expires whose owner's request has the header h.
func (s *Server) claimExpiry(h job.Header) time.Time {
	return h.Accepted.Add(s.timeLimit(h) + claimMargin)
}

// runIdempotent works on an idempotent request, follows its owner, or takes its outcome.
// It loops until one of these has ended the request; each round makes a new claim with a
// new request ID. It gives up when client ends, but a request that it has claimed goes on.
// id is the ID of the request, content its contentHash.
func (s *Server) runIdempotent(client context.Context, r *request, id, content string) ending {
	limit := s.timeLimit(r.header)
	if r.waits() {
		limit = s.cfg.ExtractTimeout // to be accepted
	}
	var cancel context.CancelFunc
	r.due, cancel = context.WithTimeout(r.due, limit+answerMargin)
	defer cancel()
	name := s.cfg.Requests.RequestName(id)
	for ; ; r.header.ID = uuid.NewString() {
		existing, err := s.claim(r.due, name, s.newRecord(r, content))
		switch {
		case existing != nil && existing.Header.ID == r.header.ID: // our own claim
			return s.runClaim(client, r, existing, nil)
		case r.due.Err() != nil:
			return ending{err: undecided()}
		case err != nil:
			return ending{err: notStored(r, err)}
		case existing == nil: // the record was released just now, or is not yet visible on every server
			if err := clock.Sleep(client, pollInterval); err != nil {
				return ending{err: errGone}
			}
		case existing.ContentHash != content:
			return ending{err: badIdempotencyKey("This Idempotency-Key was used for another request in the last 24 hours. Use a new key for a new request.",
				"was used for other content")}
		case existing.Outcome != nil && !existing.Outcome.Uncharged:
			if r.durable != nil && s.known(existing) {
				r.journal.keep(existing.ClaimRecord)
			}
			return replay(r, *existing.Outcome)
		case existing.Outcome == nil && r.waits() && s.known(existing): // its client can come back to it
			r.journal.keep(existing.ClaimRecord)
			return ending{err: undecided()}
		default:
			claim, result, err := s.takeOrFollow(client, r, existing, content)
			if err != nil {
				return ending{err: err}
			}
			if claim != nil {
				return s.runClaim(client, r, claim, result)
			}
		}
	}
}

// notStored returns the problem for a request whose record could not be written or read.
func notStored(r *request, err error) error {
	if r.left != nil { // it has no Idempotency-Key
		return notKept(err)
	}
	return problem.Unavailable(queueRetry, "The Idempotency-Key could not be looked up. Nothing was charged; try again shortly.").Because(err)
}

// takeOrFollow takes a durable request over that has failed without a charge, to do its work again, and follows
// any other one. It returns nothing if the record has changed.
func (s *Server) takeOrFollow(client context.Context, r *request, existing *job.Claim, content string) (*job.Claim, *job.Result, error) {
	if existing.Outcome == nil {
		return s.follow(client, r, existing)
	}
	claim, err := s.redo(r, existing, content)
	return claim, nil, err
}

// newRecord returns the record of a new request.
func (s *Server) newRecord(r *request, content string) job.ClaimRecord {
	return job.ClaimRecord{ContentHash: content, Header: r.header, Expires: s.claimExpiry(r.header), Durable: r.durable}
}

// redo takes over the record of a durable request that has failed without a charge. It returns nil
// if another api was faster.
func (s *Server) redo(r *request, failed *job.Claim, content string) (*job.Claim, error) {
	s.settler.refund(failed.Charge) // in case its owner has died before it was
	ctx, cancel := context.WithTimeout(r.due, s.cfg.RecordTimeout)
	defer cancel()
	claim, err := s.cfg.Requests.TakeOver(ctx, failed, s.newRecord(r, content))
	if err != nil {
		s.cfg.Requests.Leave(r.header.ID)
	}
	if errors.Is(err, job.ErrClaimed) {
		return nil, nil
	}
	if err != nil {
		return nil, takeOverProblem(err)
	}
	return claim, nil
}

// undecided returns the problem for a repeat whose time has passed before the outcome
// was known.
func undecided() error {
	return problem.Unavailable(queueRetry, "The same request is still being worked on. Send it again with the same Idempotency-Key.")
}

// claim claims a request and returns the record that exists then: the one just
// made, another one, or nil. It does not stop when the client leaves.
func (s *Server) claim(due context.Context, name string, r job.ClaimRecord) (*job.Claim, error) {
	ctx, cancel := context.WithTimeout(due, s.cfg.RecordTimeout)
	defer cancel()
	claim, err := s.cfg.Requests.Claim(ctx, name, r)
	if err == nil {
		return claim, nil
	}
	existing, lookupErr := s.record(due, name) // the claim may be stored although its reply was lost
	if existing == nil || existing.Header.ID != r.Header.ID {
		s.cfg.Requests.Leave(r.Header.ID)
	}
	if lookupErr != nil || existing == nil && !errors.Is(err, job.ErrClaimed) {
		return nil, err
	}
	return existing, nil
}

// record returns the record of a request, nil if there is none.
func (s *Server) record(due context.Context, name string) (*job.Claim, error) {
	ctx, cancel := context.WithTimeout(due, s.cfg.RecordTimeout)
	defer cancel()
	return s.cfg.Requests.ReadClaim(ctx, name)
}

// contentHash returns a hash of everything that decides the outcome of a request:
// the file, its kind, the options and the provider key. Two requests under one
// Idempotency-Key must agree in it. The file's name and the options stream, batch and
// callback do not count.
func contentHash(h http.Header, uploaded *upload.Upload) string {
	sum := sha256.New()
	for _, part := range []string{
		string(uploaded.Kind), strconv.FormatBool(uploaded.Slow), strconv.FormatBool(uploaded.Biompin), h.Get(headerProviderKey), "",
	} {
		_, _ = sum.Write(append([]byte(part), 0)) // Write of a hash never fails
	}
	if uploaded.Evidence { // only then, so that the hashes of an earlier version stay valid
		_, _ = sum.Write([]byte("evidence\x00"))
	}
	_, _ = sum.Write(uploaded.File)
	return hex.EncodeToString(sum.Sum(nil))
}

// runClaim works on a claimed request, under the request ID of the claim, and ends the
// claim. If result is not nil, it is the result of the former owner's job, and only the
// rest of the work is done. From here on the request goes on even if its client leaves.
func (s *Server) runClaim(client context.Context, r *request, claim *job.Claim, result *job.Result) ending {
	r.claim, r.header = claim, claim.Header
	r.charge = charge{id: cmp.Or(claim.Charge, claim.Header.ID), made: claim.Charge != "" || result != nil, spent: claim.ChargeStands}
	r.journal.takeID(claim.Header.ID, false)
	r.journal.detach()
	id := claim.Header.ID // a durable request may get another one
	defer func() {
		if !r.endedElsewhere {
			s.cfg.Requests.Leave(id)
		}
	}()
	if claim.Durable != nil {
		return s.runDurable(r, func(ctx context.Context) ending { return s.workOnClaim(ctx, r, result) })
	}
	end := s.workOnClaim(context.WithoutCancel(client), r, result)
	if end.err == nil || r.endedElsewhere {
		return end
	}
	end.err = problem.From(end.err)
	return s.endClaim(r, end)
}

// workOnClaim does the work of runClaim, but ends the claim only with a response.
func (s *Server) workOnClaim(ctx context.Context, r *request, result *job.Result) ending {
	switch {
	case result != nil:
		r.charge.counts = true // a job is queued only after its charge
		end := ended(result)
		s.settle(r, end.fate, end.err)
		done, err := s.report(r, result)
		if err != nil {
			return ending{err: err}
		}
		return s.complete(ctx, r, done)
	case r.upload.File == nil || s.isLate(r.claim.Header): // follow has released the upload
		return ending{err: cameToNothing()}
	}
	return s.run(ctx, r)
}

// cameToNothing returns the problem for a repeat that has taken a request over, but cannot do the work.
func cameToNothing() error {
	return problem.Unavailable(time.Second, "The request that came before this one with the same Idempotency-Key came to nothing. Send it again.")
}

// isLate reports whether less than half of its time limit is left for a job. It might
// not end in time then, and would be charged nevertheless.
func (s *Server) isLate(h job.Header) bool {
	return h.Tier != "" && h.Deadline.Sub(s.cfg.Now()) < s.timeLimit(h)/2
}

// recordCharge stores the charge's ID in the claim. If that fails and the request
// is taken over, its charge may be refunded and made again.
func (s *Server) recordCharge(r *request) {
	if r.claim == nil {
		return
	}
	ctx, cancel := context.WithTimeout(r.due, s.cfg.RecordTimeout)
	defer cancel()
	if err := r.claim.NoteCharge(ctx, r.charge.id); err != nil {
		s.cfg.Log.Warn("a charge could not be noted for repeats", "request_id", r.header.ID, "error", err)
	}
}

// leaveToSettler lets the settler find out the fate of a job that could not be
// abandoned. The settler then settles the charge and ends the request's claim
// with p.
func (s *Server) leaveToSettler(r *request, p *problem.Problem) {
	// The charge of a durable request is settled when its outcome is stored, and by whoever stores it.
	pending := settlement{chargeID: r.charge.id, openJob: &r.header, kept: r.kept(), stands: r.charge.spent || r.kept()}
	if r.claim != nil {
		r.endedElsewhere = true
		later := *r // r goes on to its end meanwhile
		pending.onFate = func(started bool) { s.endClaimLater(later, p, started) }
	}
	s.settler.settleLater(pending)
}

// endClaimLater ends the claim of a request whose response was due long ago, when it is
// known at last whether a provider call was started.
func (s *Server) endClaimLater(r request, p *problem.Problem, started bool) {
	var cancel context.CancelFunc
	r.due, cancel = context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
	defer cancel()
	r.charge.counts = started
	if r.kept() {
		r.charge.made = started || r.charge.spent
		s.finish(&r, ending{err: p})
	} else {
		s.endClaim(&r, ending{err: p})
	}
	s.cfg.Requests.Leave(r.claim.Copy().ClaimID)
}

// endClaim ends the claim of a request whose work has failed: it stores the problem as
// the outcome if the request was charged, and releases the claim if not. A 503 is no outcome,
// because the client is told to try again. If a charge stands without an outcome, the claim
// is left to the next repeat: after a release that would charge again. If another api has
// taken the request over and has ended it, endClaim returns that api's outcome, else end.
func (s *Server) endClaim(r *request, end ending) ending {
	p := problem.From(end.err)
	if r.charge.counts && p.Status != http.StatusServiceUnavailable {
		body, err := json.Marshal(p.Body(r.header.ID, s.cfg.Now()))
		if err != nil {
			return end
		}
		stored := s.storeOutcome(r, ending{outcome: job.Outcome{ID: r.header.ID, Status: p.Status, Body: body}})
		if stored.outcome.ID != r.header.ID {
			return stored
		}
		return end // with its Retry-After
	}
	ctx, cancel := context.WithTimeout(r.due, s.cfg.RecordTimeout)
	defer cancel()
	var err error
	if r.charge.counts || r.charge.spent {
		err = s.expire(ctx, r)
	} else {
		s.refund(r) // a former owner may have charged
		err = r.claim.Release(ctx)
	}
	if err != nil && !errors.Is(err, job.ErrClaimed) {
		s.cfg.Log.Warn("a request with an Idempotency-Key could not be released", "request_id", r.header.ID, "error", err)
	}
	return end
}

// expire makes a claim orphaned: the next repeat takes it over, with its charge.
func (s *Server) expire(ctx context.Context, r *request) error {
	next := r.claim.Copy()
	if next.Durable != nil {
		next.Durable.Kept = false
	}
	next.Expires, next.Charge, next.ChargeStands = s.cfg.Now(), r.charge.id, true
	_, err := s.cfg.Requests.TakeOver(ctx, r.claim, next)
	s.cfg.Requests.Leave(next.Header.ID)
	return err
}

// storeOutcome stores the outcome of a claimed request and returns it. If another api has
// taken the request over, storeOutcome waits for that api's outcome and returns that,
// because all repeats must get the same response. It does not wait longer than until the
// response is due; an outcome that cannot be stored by then is stored later.
func (s *Server) storeOutcome(r *request, end ending) ending {
	ctx, cancel := context.WithTimeout(r.due, s.cfg.RecordTimeout)
	defer cancel()
	err := r.claim.Finish(ctx, end.outcome)
	switch {
	case err == nil:
		return end
	case errors.Is(err, job.ErrTooLarge):
		s.cfg.Log.Warn("an outcome could not be kept for repeats", "request_id", r.header.ID, "error", err)
		return end
	case !errors.Is(err, job.ErrClaimed):
		s.storeOutcomeLater(r, end.outcome)
		return end
	}
	wait, cancel := context.WithCancel(s.abortCtx)
	defer cancel()
	defer context.AfterFunc(r.due, cancel)()
	for clock.Sleep(wait, pollInterval) == nil {
		if existing, err := s.record(wait, r.claim.Name()); err == nil && (existing == nil || existing.Outcome != nil) {
			if existing == nil {
				return end
			}
			return replay(r, *existing.Outcome)
		}
	}
	return end
}

// storeOutcomeLater stores the outcome of a claimed request, whose client has it already, when the store
// answers again. This process does not leave the claim before, so repeats wait for the outcome.
func (s *Server) storeOutcomeLater(r *request, outcome job.Outcome) {
	r.endedElsewhere = true
	claim := r.claim
	s.runs.Go(func() {
		defer s.cfg.Requests.Leave(claim.Copy().ClaimID)
		again(s.abortCtx, func() error {
			ctx, cancel := context.WithTimeout(s.abortCtx, s.cfg.RecordTimeout)
			defer cancel()
			err := claim.Finish(ctx, outcome)
			if errors.Is(err, job.ErrClaimed) { // after the claim had expired
				return nil
			}
			return err
		})
	})
}

// follow waits until the owner of a claim has ended it, and passes the progress of
// its job on. It returns nothing if the record has changed: then the record must be
// read again. If the claim is orphaned, follow takes the request over with r's header
// and returns the new claim, and the result of the former owner's job if there is one.
func (s *Server) follow(client context.Context, r *request, followed *job.Claim) (*job.Claim, *job.Result, error) {
	if s.orphaned(r.due, followed) {
		return s.takeOver(r, followed)
	}
	if len(r.upload.File) > maxHeldUpload {
		r.upload.Release()
	}
	progress, stopProgress, err := s.cfg.Requests.Follow(client, followed.Header)
	if err != nil {
		return nil, nil, problem.Unavailable(queueRetry, "The same request is being worked on, but cannot be followed. Try again shortly.").Because(err)
	}
	defer stopProgress()
	if r.upload.Stream && !r.journal.begun() {
		r.journal.takeID(followed.Header.ID, true)
		r.journal.stage(job.StageAccepted, "The report is being read for the same request")
	}
	return s.awaitOwner(client, r, followed, progress)
}

// awaitOwner is the wait of follow, with the progress of the owner's job.
func (s *Server) awaitOwner(client context.Context, r *request, followed *job.Claim, progress <-chan *job.Event) (*job.Claim, *job.Result, error) {
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	for {
		select {
		case e := <-progress:
			r.journal.add(*e)
		case <-poll.C:
			poll.Reset(followInterval)
			if s.hasChanged(r.due, followed) {
				return nil, nil, nil
			}
			if s.orphaned(r.due, followed) {
				return s.takeOver(r, followed)
			}
		case <-r.due.Done():
			return nil, nil, undecided()
		case <-s.abortCtx.Done():
			return nil, nil, stopping()
		case <-client.Done():
			return nil, nil, errGone
		}
	}
}

// hasChanged reports whether the claim on a followed request was ended, released
// or taken over. It reports false if the record cannot be read.
func (s *Server) hasChanged(due context.Context, followed *job.Claim) bool {
	existing, err := s.record(due, followed.Name())
	return err == nil && (existing == nil || existing.Outcome != nil || existing.Header.ID != followed.Header.ID ||
		existing.Durable != nil && followed.Durable != nil && existing.Durable.Kept != followed.Durable.Kept)
}

// orphaned reports whether the owner of a claim will not end it: the claim has
// expired, or the owner has left it, because the store did not confirm the claim or its
// end, or the owner is gone and there is no provider call to wait for. There is
// one until the job's deadline if one was started and the job has no result. A job
// that was not started may not even have entered the queue. A JSON document has no
// job. The owner may also have ended the claim since it was read: then takeOver finds
// the record changed. A durable request that was accepted is never orphaned, unless its
// client has deleted it: see Adopt.
func (s *Server) orphaned(due context.Context, claim *job.Claim) bool {
	if claim.Durable != nil && claim.Durable.Kept && !claim.Durable.Forgotten {
		return false
	}
	if s.cfg.Now().After(claim.Expires) {
		return true
	}
	ctx, cancel := context.WithTimeout(due, s.cfg.RecordTimeout)
	defer cancel()
	switch claim.OwnerState(ctx) {
	case job.OwnerWorks:
		return false
	case job.OwnerLeft:
		return true
	}
	if claim.Header.Tier == "" || s.cfg.Now().After(claim.Header.Deadline) {
		return true
	}
	fate, err := s.cfg.Requests.Fate(ctx, claim.Header)
	return err == nil && (fate.Result != nil || !fate.Started)
}

// takeOver takes an orphaned request over. It abandons the former owner's job. If
// that has a result, the new claim keeps the job's header, and takeOver returns
// the result. Otherwise the claim gets r's header, for a new job. If a provider call was
// started, its charge counts for the new job too, whether it is in the record or not. Else it is
// refunded, also if the former owner has done that already, and the new job is charged: only a
// started call proves that a charge stands. It is refunded after the takeover, because the former owner may
// store its outcome until then, and its charge stands with that. If this api dies in between, or does not
// learn that it has taken the request over, the next owner refunds it. If the record has changed, takeOver
// returns nothing.
func (s *Server) takeOver(r *request, orphan *job.Claim) (*job.Claim, *job.Result, error) {
	ctx, cancel := context.WithTimeout(r.due, 2*s.cfg.RecordTimeout)
	defer cancel()
	var fate job.Fate
	var err error
	if orphan.Header.Tier != "" {
		if fate, err = s.cfg.Queue.Abandon(ctx, orphan.Header); err != nil {
			return nil, nil, takeOverProblem(err)
		}
	}
	s.refundFormer(orphan.ClaimRecord)
	next := orphan.ClaimRecord
	next.Durable = r.durable
	if fate.Result == nil {
		next.Header, next.Charge = r.header, ""
		charged := cmp.Or(orphan.Charge, orphan.Header.ID)
		if fate.Started || orphan.ChargeStands { // so there is a charge, even if recordCharge has failed
			next.Charge, next.ChargeStands = charged, true
		} else {
			next.FormerCharge = charged
		}
	}
	next.Expires = s.claimExpiry(r.header)
	claim, err := s.cfg.Requests.TakeOver(ctx, orphan, next)
	if err != nil {
		s.cfg.Requests.Leave(next.Header.ID)
	}
	if errors.Is(err, job.ErrClaimed) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, takeOverProblem(err)
	}
	s.refundFormer(claim.ClaimRecord)
	return claim, fate.Result, nil
}

// refundFormer gives back the charge of a former owner of a request, which cannot store an outcome any more.
func (s *Server) refundFormer(r job.ClaimRecord) {
	if r.FormerCharge != "" {
		s.settler.refund(r.FormerCharge) // a refund without a charge does no harm
	}
}

func takeOverProblem(err error) error {
	return problem.Unavailable(queueRetry, "The request could not be taken over. Nothing more was charged; try again shortly.").Because(err)
}

// replay ends a request with the stored outcome of an earlier one.
func replay(r *request, o job.Outcome) ending {
	r.journal.takeID(o.ID, true)
	if !r.journal.begun() {
		r.journal.stage(job.StageAccepted, "The report was read before for the same request")
	}
	r.journal.withheld(o.Withheld)
	return ending{outcome: o}
}
