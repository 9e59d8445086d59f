package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
	"go.opentelemetry.io/otel/trace"

	"biom/api/upload"
	"biom/shared/admission"
	"biom/shared/clock"
	"biom/shared/filekind"
	"biom/shared/job"
	"biom/shared/outage"
	"biom/shared/problem"
)

// A durable request is one that its client may leave, and come back to through any api: see
// job.Durable. Its work is that of every request (run), with four differences:
//
//   - Its upload and its record are stored before the client is told that it was accepted
//     (keep). From then on it ends, whatever becomes of the client and of this process.
//   - What can be seen of it is written to the record (recordProgress). Those who watch it read
//     only the record, so it looks the same from every api.
//   - Its outcome is stored before its charge is settled (finish), so that another api can see
//     after a crash what is still to be done.
//   - If its owner dies, another api adopts it (adopt) and goes on where the owner was.
//
// If its client does not wait (job.Durable.Waits), its time limit counts from the turn of its
// job, and a job that could not be read because of a fault that passes is queued again.

// Durables stores what durable requests have beside their records, and connects the apis that own
// them with those that their clients ask.
type Durables interface {
	// KeepUpload stores the file of a durable request, ReadUpload returns it (nil if there is
	// none), and DropUpload deletes it, but not that of a later request: one with a greater
	// number. KeepUpload overwrites file, and returns job.ErrNoRoom.
	KeepUpload(ctx context.Context, name string, file []byte) (number uint64, err error)
	ReadUpload(ctx context.Context, name string) ([]byte, error)
	DropUpload(ctx context.Context, name string, number uint64) error
	// BeOwner says that this process owns durable requests. Orphans returns those whose owner
	// does not run any more.
	BeOwner(ctx context.Context) error
	Orphans(ctx context.Context) ([]*job.Claim, error)
	// Watch returns the record of a request whenever it is written, nil when it is deleted. A
	// record may be lost. stop must be called.
	Watch(ctx context.Context, name string) (changes <-chan *job.Claim, stop func(), err error)
	// Forget deletes a durable request. If it has not ended, its owner is told to end it.
	Forget(ctx context.Context, claim *job.Claim) error
	// Position returns the place of a durable request's job among the waiting jobs of its
	// caller, 0 if it is not known.
	Position(ctx context.Context, claim *job.Claim) int
	// ServeOwned answers other apis' questions about the requests that this process owns: the
	// position of a request's job, and that a request is to be ended.
	ServeOwned(position func(name string) int, forget func(name string)) error
	BatchLists
}

// BatchLists stores the lists of batches.
type BatchLists interface {
	// NoteInBatch stores the entry of a request in place of an earlier one; DropFromBatch
	// deletes it.
	NoteInBatch(ctx context.Context, user, batch, name string, e job.BatchEntry) error
	DropFromBatch(ctx context.Context, user, batch, name string) error
	// CountBatch returns how many entries a batch has, ReadBatch the entries, in no order.
	CountBatch(ctx context.Context, user, batch string) (int, error)
	ReadBatch(ctx context.Context, user, batch string) ([]job.BatchEntry, error)
	// FollowBatch calls see with the entries that were written after a sequence number, and
	// with those that are written from now on, until ctx ends or see returns false.
	FollowBatch(ctx context.Context, user, batch string, after uint64, see func(job.BatchEntry) bool) error
}

// longestWait is how long a request whose client does not wait may wait for its turn, and for
// workers.
const longestWait = 12 * time.Hour

// maxRecordedEvents is how many events of progress a record keeps. A job has about ten.
const maxRecordedEvents = 50

var (
	// errForgotten ends the work on a request that its client has deleted.
	errForgotten = errors.New("api: the client has deleted the request")
	// errHandedOver ends the work on a request that another api goes on with.
	errHandedOver = errors.New("api: another api goes on with the request")
)

// owned are the durable requests that this process works on, by name.
type owned struct {
	mu       sync.Mutex
	requests map[string]*ownedRequest
	since    time.Time // when this process last said that it owns requests
}

type ownedRequest struct {
	end   context.CancelCauseFunc
	place *admission.Place // nil: none
}

func (o *owned) add(name string, end context.CancelCauseFunc) *ownedRequest {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.requests == nil {
		o.requests = map[string]*ownedRequest{}
	}
	r := &ownedRequest{end: end}
	o.requests[name] = r
	return r
}

// remove ends what add has begun. A later request of the same name stays: it may begin before this one has
// done what is left after its end.
func (o *owned) remove(name string, r *ownedRequest) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.requests[name] == r {
		delete(o.requests, name)
	}
}

// count returns how many requests there are.
func (o *owned) count() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.requests)
}

// setPlace notes the place of the job of a request.
func (o *owned) setPlace(name string, p *admission.Place) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r := o.requests[name]; r != nil {
		r.place = p
	}
}

// position returns the place of a request's job among the waiting jobs of its caller, 0 if it does
// not wait.
func (o *owned) position(name string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r := o.requests[name]; r != nil && r.place != nil {
		return r.place.Position()
	}
	return 0
}

// forget ends the work on a request that its client has deleted.
func (o *owned) forget(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r := o.requests[name]; r != nil {
		r.end(errForgotten)
	}
}

// makeDurable makes a new request durable, under an ID that its client may be told.
func (s *Server) makeDurable(r *request, id string, waits bool) {
	limit := s.timeLimit(r.header)
	if waits && r.header.Tier != "" {
		limit = longestWait + s.cfg.ExtractTimeoutSlow
		r.header.Deadline = r.header.Accepted.Add(limit)
	}
	r.durable = &job.Durable{
		ID: id, Created: r.header.Accepted, Forget: r.header.Accepted.Add(limit + s.cfg.JobTTL),
		User: r.caller.user, Subject: string(r.caller.subject), Waits: waits, Repeatable: r.left == nil,
		Kind: string(r.upload.Kind), Filename: r.upload.Name, ProviderKey: r.providerKey,
		Slow: r.upload.Slow, Biompin: r.upload.Biompin, Evidence: r.upload.Evidence, Batch: r.upload.Batch, Callback: r.upload.Callback,
	}
}

// kept reports whether the request is durable and was accepted.
func (r *request) kept() bool { return r.journal.from(0).kept != nil }

// keep stores the upload of a durable request and marks its record: the request is accepted.
func (s *Server) keep(ctx context.Context, r *request) error {
	if r.durable == nil || r.kept() {
		return nil
	}
	if err := s.beOwner(ctx); err != nil {
		return notKept(err)
	}
	if err := s.jobRoom.take(r); err != nil {
		return err
	}
	number, err := s.cfg.Requests.KeepUpload(ctx, r.claim.Name(), r.upload.File)
	if err != nil {
		return notKept(err)
	}
	r.upload.Release() // the file was overwritten, and the wait may be long
	if r.left != nil && r.left() {
		return errGone // nobody would know the ID
	}
	if !r.journal.begun() {
		r.journal.stage(job.StageAccepted, "The report was accepted")
	}
	if err := s.markKept(r, number); err != nil {
		return err
	}
	r.journal.keep(r.claim.Copy())
	s.noteInBatch(r)
	return nil
}

// markKept stores in the record of a durable request that it was accepted. It tries again until it
// knows whether that is stored, or until this process stops: then another api, or the next repeat,
// goes on with the request.
func (s *Server) markKept(r *request, upload uint64) error {
	for maybeStored := false; ; {
		err := s.changeRecord(r, func(record *job.ClaimRecord) {
			record.Charge = r.charge.id
			record.Durable.Kept, record.Durable.Upload, record.Durable.Events = true, upload, r.journal.from(0).events
		})
		switch {
		case err == nil:
			return nil
		case errors.Is(err, job.ErrClaimed), job.Refused(err) && !maybeStored:
			return notKept(err)
		}
		maybeStored = true
		if clock.Sleep(s.abortCtx, time.Second) != nil {
			r.endedElsewhere = true
			return stopping()
		}
	}
}

// notKept returns the problem for a durable request that could not be stored.
func notKept(err error) error {
	if errors.Is(err, job.ErrNoRoom) {
		return problem.Unavailable(storageRetry, "There is no room for more reports at the moment. Nothing was charged; try again later.").Because(err)
	}
	return problem.Unavailable(queueRetry, "The report could not be stored. Nothing was charged; try again shortly.").Because(err)
}

// ownerEvery is how often a process says that it owns durable requests.
const ownerEvery = time.Hour

// beOwner says that this process owns durable requests, unless it has said so lately.
func (s *Server) beOwner(ctx context.Context) error {
	s.owned.mu.Lock()
	defer s.owned.mu.Unlock()
	now := s.cfg.Now()
	if !s.owned.since.IsZero() && now.Sub(s.owned.since) < ownerEvery {
		return nil
	}
	if err := s.cfg.Requests.BeOwner(ctx); err != nil {
		return err
	}
	s.owned.since = now
	return nil
}

// runDurable does the work on a durable request whose record this process owns, and ends the
// request.
func (s *Server) runDurable(r *request, work func(ctx context.Context) ending) ending {
	ctx, end := context.WithCancelCause(trace.ContextWithSpan(context.Background(), r.span))
	defer end(nil)
	leave := s.handOver
	if !r.waits() {
		leave = s.abortCtx // its client waits for it here
	}
	defer context.AfterFunc(leave, func() { end(errHandedOver) })()
	r.due = context.Background()
	defer s.owned.remove(r.claim.Name(), s.owned.add(r.claim.Name(), end))
	stopRecording := s.recordProgress(r, end)
	e := s.guarded(processPath, r, func() ending { return work(ctx) }) // a kept request must end also after a panic
	stopRecording()
	s.jobRoom.give(r)
	switch {
	case r.endedElsewhere || handedOver(ctx) && e.err != nil:
		return e
	case errors.Is(context.Cause(ctx), errForgotten):
		s.erase(r)
		return ending{err: errUnknownJob()}
	case r.kept():
		return s.finish(r, e)
	case e.err != nil:
		e.err = problem.From(e.err)
		return s.withdraw(r, e)
	}
	return e
}

// withdraw ends a durable request that was refused: nothing of it is left, unless a charge stands for an
// earlier job of it. What cannot be deleted at once is deleted later; until then repeats wait.
func (s *Server) withdraw(r *request, e ending) ending {
	if r.charge.counts || r.charge.spent {
		_ = s.deleteUpload(r)
		return s.endClaim(r, e)
	}
	s.refund(r)
	if s.remove(r) != nil {
		r.endedElsewhere = true
		s.runs.Go(func() {
			defer s.cfg.Requests.Leave(r.claim.Header.ID)
			again(s.abortCtx, func() error { return s.remove(r) })
		})
	}
	return e
}

// again calls step until it succeeds or ctx ends.
func again(ctx context.Context, step func() error) {
	for step() != nil {
		if clock.Sleep(ctx, time.Second) != nil {
			return
		}
	}
}

// remove deletes the upload and the record of a request that was not accepted. The upload comes first:
// as long as the record is there, no repeat stores another one. It writes the record before that, because another
// api may have taken the request over: then both are left to that. What it writes is not accepted, even if markKept
// was about to say so: a repeat that read that would tell its client of a job that is about to vanish.
func (s *Server) remove(r *request) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
	defer cancel()
	err := r.claim.Change(ctx, func(record *job.ClaimRecord) { record.Durable.Kept = false })
	if err == nil {
		err = s.deleteUpload(r)
	}
	if err == nil {
		err = r.claim.Release(ctx)
	}
	if errors.Is(err, job.ErrClaimed) {
		return nil
	}
	return err
}

// handedOver reports whether the work on a request was ended because another api goes on with it.
func handedOver(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errHandedOver) }

// recordProgress writes the events of a kept request to its record, as they come. If the record was
// changed by somebody else, it ends the work.
func (s *Server) recordProgress(r *request, end context.CancelCauseFunc) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		announced := statusQueued
		for recorded := len(r.claim.Copy().Durable.Events); ctx.Err() == nil; {
			v := r.journal.from(0)
			if events := recordable(v.events); v.kept != nil && len(events) > recorded {
				err := s.changeRecord(r, func(record *job.ClaimRecord) { record.Durable.Events = events })
				switch {
				case err == nil:
					recorded = len(events)
					record := r.claim.Copy()
					if status := statusOf(&record); status != announced {
						announced = status
						s.noteInBatch(r)
					}
				case errors.Is(err, job.ErrClaimed):
					end(s.whoChanged(r))
					return
				default:
					_ = clock.Sleep(ctx, time.Second)
				}
				continue
			}
			select {
			case <-v.changed:
			case <-ctx.Done():
			}
		}
	}()
	return func() { cancel(); <-stopped }
}

func recordable(events []job.Event) []job.Event { return events[:min(len(events), maxRecordedEvents)] }

// changeRecord changes the record of a claimed request.
func (s *Server) changeRecord(r *request, change func(*job.ClaimRecord)) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
	defer cancel()
	return r.claim.Change(ctx, change)
}

// whoChanged returns why the record of a request is not what this process has written: its client
// has deleted it, or another api has taken it over.
func (s *Server) whoChanged(r *request) error {
	for {
		record, err := s.record(context.Background(), r.claim.Name())
		switch {
		case err != nil && clock.Sleep(s.handOver, time.Second) == nil:
		case err == nil && wasDeleted(record):
			return errForgotten
		default:
			return errHandedOver
		}
	}
}

// finish stores the outcome of a kept request, settles its charge, and deletes its upload. If the
// outcome cannot be stored, it tries again until this process stops; then another api does
// the rest.
func (s *Server) finish(r *request, e ending) ending {
	outcome, died := e.outcome, false
	if e.err != nil {
		p := problem.From(e.err)
		var err error
		if outcome, err = s.failed(r, p); err != nil {
			return ending{err: err}
		}
		died = r.died(p)
	}
	outcome.Uncharged = !r.charge.made
	now := s.cfg.Now().UTC()
	events := recordable(r.journal.from(0).events)
	for {
		err := s.changeRecord(r, func(record *job.ClaimRecord) {
			record.Outcome = &outcome
			record.Durable.Ended, record.Durable.Forget, record.Durable.Events = now, now.Add(s.cfg.JobTTL), events
			record.Durable.ProviderKey, record.Durable.Died = "", died
		})
		if err == nil {
			break
		}
		if errors.Is(err, job.ErrClaimed) {
			if errors.Is(s.whoChanged(r), errForgotten) {
				s.erase(r)
			}
			return e
		}
		if clock.Sleep(s.abortCtx, time.Second) != nil {
			return e
		}
	}
	s.conclude(r)
	return ending{outcome: outcome}
}

// failed returns the outcome of a request that ended with a problem.
func (s *Server) failed(r *request, p *problem.Problem) (job.Outcome, error) {
	body, err := json.Marshal(p.Body(r.header.ID, s.cfg.Now()))
	return job.Outcome{ID: r.header.ID, Status: p.Status, Body: body, RetryAfter: p.RetrySeconds()}, err
}

// conclude does what is left when the outcome of a durable request is stored. It may be done twice.
func (s *Server) conclude(r *request) {
	if r.claim.Copy().Outcome.Uncharged {
		s.settler.refund(r.charge.id)
	}
	s.noteInBatch(r)
	s.queueCallback(r)
	s.setAside(r)
	if s.abortCtx.Err() == nil { // else the upload tells another api that something may be left to do
		s.dropUpload(r)
	}
}

// dropUpload deletes the upload of a request that has ended. If that fails, it tries again until this
// process stops; then another api does it.
func (s *Server) dropUpload(r *request) {
	again(s.handOver, func() error { return s.deleteUpload(r) })
}

func (s *Server) deleteUpload(r *request) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
	defer cancel()
	return s.cfg.Requests.DropUpload(ctx, r.claim.Name(), r.claim.Copy().Durable.Upload)
}

// erase ends a request that its client has deleted: it settles the charge and deletes everything. If a repeat has
// taken the record over, that stays.
func (s *Server) erase(r *request) {
	if !r.charge.made {
		s.settler.refund(r.charge.id)
	}
	s.dropUpload(r)
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
	defer cancel()
	record, err := s.cfg.Requests.ReadClaim(ctx, r.claim.Name())
	if err == nil && record != nil && record.Durable != nil && record.Durable.Forgotten {
		s.forgetInBatch(record) // once more: the work may have noted the request after its deletion
		err = record.Release(ctx)
	}
	if err != nil {
		s.cfg.Log.Warn("a deleted request could not be removed; it is removed by its age", "request_id", r.header.ID, "error", err)
	}
}

// wasDeleted reports whether the client of a request has deleted it.
func wasDeleted(record *job.Claim) bool {
	return record == nil || record.Durable != nil && record.Durable.Forgotten
}

// sweepEvery is the time between two looks for durable requests whose owner has died.
const sweepEvery = 5 * time.Second

// Adopt goes on with the durable requests of apis that do not run any more, until ctx ends or the
// server is shut down.
func (s *Server) Adopt(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.handOver, cancel)()
	if err := s.cfg.Requests.ServeOwned(s.owned.position, s.owned.forget); err != nil {
		s.cfg.Log.Warn("other apis cannot ask for this api's requests", "error", err)
	}
	if err := s.cfg.Requests.ServeRetries(s.retry); err != nil {
		s.cfg.Log.Warn("operators cannot have dead jobs retried by this api", "error", err)
	}
	unlisted := outage.Log{To: s.cfg.Log, Fails: "requests of a former api cannot be listed; trying again", Works: "requests of a former api can be listed again"}
	for {
		orphans, err := s.cfg.Requests.Orphans(ctx)
		if ctx.Err() == nil {
			unlisted.Note(err)
		}
		s.adoptOrphans(ctx, orphans)
		if clock.Sleep(ctx, sweepEvery) != nil {
			return
		}
	}
}

// adoptOrphans adopts durable requests whose owner does not run any more.
func (s *Server) adoptOrphans(ctx context.Context, orphans []*job.Claim) {
	for _, orphan := range orphans {
		if ctx.Err() != nil || !s.inFlight.TryRLock() {
			return
		}
		s.adopt(ctx, orphan)
		s.inFlight.RUnlock()
	}
}

// adopt goes on with a durable request whose owner does not run any more, unless another api
// is faster.
func (s *Server) adopt(ctx context.Context, orphan *job.Claim) {
	if err := s.beOwner(ctx); err != nil {
		return
	}
	claim := s.takeOrphan(ctx, orphan, orphan.ClaimRecord)
	if claim == nil {
		return
	}
	r := s.adopted(claim)
	s.goOn(r, orphan.Header.ID, func() ending {
		switch {
		case claim.Outcome != nil:
			s.conclude(r)
			return ending{outcome: *claim.Outcome}
		case !claim.Durable.Kept:
			s.discard(r)
			return ending{err: stopping()}
		case claim.Durable.Forgotten:
			return s.runDurable(r, func(context.Context) ending { return s.endForgotten(r) })
		}
		return s.runDurable(r, func(ctx context.Context) ending { return s.resume(ctx, r) })
	})
}

// goOn does the work on a request whose record was taken over under an ID.
func (s *Server) goOn(r *request, id string, work func() ending) {
	s.runs.Go(func() {
		defer s.cfg.Requests.Leave(id)
		r.journal.end(s.guarded(processPath, r, work))
	})
}

// takeOrphan takes over the record of a request, which becomes next, nil if another api was faster. It tries
// again until it knows: if the record said that this process is the owner, no other api would adopt the request.
func (s *Server) takeOrphan(ctx context.Context, orphan *job.Claim, next job.ClaimRecord) *job.Claim {
	for {
		claim, err := s.cfg.Requests.TakeOver(ctx, orphan, next)
		if err == nil {
			return claim
		}
		s.cfg.Requests.Leave(next.Header.ID)
		if errors.Is(err, job.ErrClaimed) || clock.Sleep(ctx, time.Second) != nil {
			return nil
		}
	}
}

// discard ends an adopted request that was not accepted: its client has sent it again, or thinks that it
// failed. If a charge stands for an earlier job of it, the next repeat takes it over with that.
func (s *Server) discard(r *request) {
	if r.charge.spent {
		s.dropUpload(r)
		return
	}
	s.settler.refund(r.charge.id) // a refund without a charge does no harm
	s.refundFormer(r.claim.Copy())
	again(s.handOver, func() error { return s.remove(r) })
}

// adopted returns the request of an adopted record. Its client does not wait any more.
func (s *Server) adopted(claim *job.Claim) *request {
	if !claim.Durable.Waits && claim.Outcome == nil { // it may take longer than its client would have waited
		claim.Durable.Waits, claim.Durable.Forget = true, claim.Durable.Began().Add(longestWait+s.cfg.ExtractTimeoutSlow+s.cfg.JobTTL)
	}
	d := *claim.Durable
	r := &request{
		header: claim.Header, claim: claim, durable: claim.Durable, providerKey: d.ProviderKey, due: context.Background(),
		caller: callerOf(d), journal: newJournal(claim.Header.ID, s.cfg.Now),
		charge: charge{id: cmp.Or(claim.Charge, claim.Header.ID), made: true, counts: true, spent: claim.ChargeStands},
		upload: &upload.Upload{Kind: filekind.Kind(d.Kind), Name: d.Filename, Slow: d.Slow, Biompin: d.Biompin, Evidence: d.Evidence, Batch: d.Batch, Callback: d.Callback},
	}
	r.journal.load(claim.Copy())
	if d.Kept {
		r.journal.keep(claim.Copy())
	}
	return r
}

// resume goes on with an adopted request: with the result of the former owner's job, if it has
// one or will have one, else with a new job.
func (s *Server) resume(ctx context.Context, r *request) ending {
	if r.upload.Kind == filekind.JSON {
		return s.resumeJSON(ctx, r)
	}
	end, again := s.formerJob(ctx, r)
	if again || s.queuedAgain(ctx, r, end) {
		if err := s.renew(ctx, r); err != nil {
			return ending{err: err}
		}
		return s.run(ctx, r)
	}
	s.settle(r, end.fate, end.err)
	e := s.completeFormer(ctx, r, end)
	s.metrics.result(r, e)
	return e
}

// completeFormer ends a request whose former owner's job has ended.
func (s *Server) completeFormer(ctx context.Context, r *request, end jobEnd) ending {
	if end.err != nil {
		return ending{err: end.err}
	}
	done, err := s.report(r, end.result)
	if err != nil {
		return ending{err: err}
	}
	return s.complete(ctx, r, done)
}

func (s *Server) resumeJSON(ctx context.Context, r *request) ending {
	for {
		file, err := s.cfg.Requests.ReadUpload(ctx, r.claim.Name())
		switch {
		case file != nil:
			r.upload.File = file
			return s.run(ctx, r)
		case err == nil:
			s.refund(r)
			return ending{err: errors.New("api: the upload of an adopted request is gone")}
		case clock.Sleep(ctx, time.Second) != nil:
			return ending{err: stopping()}
		}
	}
}

// formerJob returns how the job of an adopted request has ended. It waits for the result of a job
// that was started, and ends one that was not. again says that it was not.
func (s *Server) formerJob(ctx context.Context, r *request) (end jobEnd, again bool) {
	r.header.Accepted = s.cfg.Now().UTC()
	r.header.Deadline = r.header.Accepted.Add(s.cfg.ExtractTimeoutSlow)
	for {
		fate, err := s.cfg.Requests.Withdraw(ctx, r.header)
		switch {
		case err == nil && fate.Result != nil:
			return ended(fate.Result), false
		case err == nil && !fate.Started:
			return jobEnd{fate: notStarted}, true
		case err == nil && s.cfg.Now().After(r.header.Deadline):
			return s.abandon(r, s.timeoutProblem(r.header)), false
		}
		if clock.Sleep(ctx, time.Second) != nil {
			if handedOver(ctx) {
				return jobEnd{err: stopping(), fate: goesOn}, false
			}
			return s.abandon(r, errGone), false
		}
	}
}

// endForgotten ends the job of an adopted request that its client had deleted before.
func (s *Server) endForgotten(r *request) ending {
	s.owned.forget(r.claim.Name())
	end := s.abandon(r, errGone)
	s.settle(r, end.fate, end.err)
	return ending{err: end.err}
}

// queuedAgain reports whether the job of a request whose client does not wait is queued again after it
// ended so: it was not started because of a fault that passes, which this api or a worker has met. It returns
// after the pause before that.
func (s *Server) queuedAgain(ctx context.Context, r *request, end jobEnd) bool {
	if !r.waits() || end.fate != notStarted {
		return false
	}
	left := r.durable.Began().Add(longestWait).Sub(s.cfg.Now())
	pause, p := requeuePause, problem.From(end.err)
	if end.err == nil && end.result.Problem != nil { // the worker knows when it can read again
		p = end.result.Problem
		pause = min(max(pause, p.RetryAfter), left)
	}
	return left > 0 && p.Status == http.StatusServiceUnavailable && clock.Sleep(ctx, pause) == nil
}

func (s *Server) renewRecord(r *request, id string) error {
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
	defer cancel()
	return r.claim.Renew(ctx, id, r.charge.spent)
}

// requeuePause is the shortest pause before a job is queued again.
const requeuePause = 2 * time.Second

// renew gives a request a new job in place of one that was not started. Its record must have the
// new job's ID before that is queued, so that another api finds it.
func (s *Server) renew(ctx context.Context, r *request) error {
	h := r.header
	h.ID, h.Accepted = uuid.NewString(), s.cfg.Now().UTC()
	h.Deadline = r.durable.Began().Add(longestWait + s.cfg.ExtractTimeoutSlow)
	for {
		err := s.renewRecord(r, h.ID)
		if err == nil {
			h.API = r.claim.Copy().Header.API
			r.header = h
			r.journal.takeID(h.ID, false)
			return nil
		}
		if errors.Is(err, job.ErrClaimed) {
			return err
		}
		if err := clock.Sleep(ctx, requeuePause); err != nil {
			return err
		}
	}
}
