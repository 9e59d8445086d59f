package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/google/uuid"

	"biom/shared/filekind"
	"biom/shared/job"
	"biom/shared/problem"
)

// Retries keeps the files of durable requests whose jobs died, so that an operator can have them read once
// more.
type Retries interface {
	// SetAside keeps the file of a request until a time; DropAside deletes it.
	SetAside(ctx context.Context, name string, until time.Time) error
	DropAside(ctx context.Context, name string) error
	// BringBack makes that file the upload of its request again. It returns job.ErrNothingAside, job.ErrNoRoom,
	// or job.ErrClaimed if another process does so.
	BringBack(ctx context.Context, name string) (number uint64, err error)
	// ServeRetries has retry called with the name of a request, and the ID under which its job died, when an
	// operator wants it read once more.
	ServeRetries(retry func(name, request string) (string, error)) error
}

// died reports whether a request has failed with p because its job died: it was started too often without a
// result, or its time ran out. Whether that is so because its worker died, no api knows. Only what was charged
// counts: else the caller was told to send it again. A caller's provider key is not kept for a retry.
func (r *request) died(p *problem.Problem) bool {
	return r.charge.made && r.providerKey == "" && r.upload.Kind != filekind.JSON &&
		(p.Status == http.StatusGatewayTimeout || p.Details["reason"] == "gave_up")
}

// setAside keeps the file of a request whose job died until its outcome is forgotten. A retry is a courtesy, so
// what cannot be stored is given up.
func (s *Server) setAside(r *request) {
	record := r.claim.Copy()
	if !record.Durable.Died {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
	defer cancel()
	if err := s.cfg.Requests.SetAside(ctx, r.claim.Name(), record.Durable.Forget); err != nil {
		s.cfg.Log.Warn("the file of a dead job was not kept; it cannot be retried", "request_id", record.Header.ID, "error", err)
	}
}

// Why a dead job is not retried, for the operator.
var (
	errOutcomeGone = errors.New("its outcome is not kept any more, so nobody can come back for another")
	errWentOn      = errors.New("it is being read once more, or was since")
	errUncharged   = errors.New("nothing was charged for it, and its caller was told to send it again")
	errOwnKey      = errors.New("it was read with the caller's own provider key, which is not kept")
	errFileGone    = errors.New("its file is not kept")
)

// retry has the document of a dead job read once more, and returns the new ID of the request. The charge stands:
// it paid for a reading.
func (s *Server) retry(name, id string) (request string, err error) {
	if !s.inFlight.TryRLock() {
		return "", stopping()
	}
	defer s.inFlight.RUnlock()
	ctx, cancel := context.WithTimeout(s.handOver, 2*s.cfg.RecordTimeout)
	defer cancel()
	dead, err := s.record(ctx, name)
	if err != nil {
		return "", errors.New("its record could not be read; try again")
	}
	if err := s.canRetry(dead, id); err != nil {
		return "", err
	}
	if err := s.beOwner(ctx); err != nil {
		return "", errors.New("the queue does not answer; try again")
	}
	number, err := s.cfg.Requests.BringBack(ctx, name)
	switch {
	case errors.Is(err, job.ErrNothingAside):
		return "", errFileGone
	case errors.Is(err, job.ErrClaimed):
		return "", errWentOn
	case errors.Is(err, job.ErrNoRoom):
		return "", errors.New("there is no room for its file; try again later, or raise BIOM_JOB_BYTES")
	case err != nil:
		return "", errors.New("its file could not be read; try again")
	}
	claim := s.takeOrphan(s.handOver, dead, s.reopened(dead.ClaimRecord, number))
	switch {
	case s.handOver.Err() != nil && claim == nil: // if the record was taken over, another api adopts the request
		return "", stopping()
	case claim == nil:
		_ = s.cfg.Requests.DropUpload(s.handOver, name, number)
		return "", errWentOn
	}
	_ = s.cfg.Requests.DropAside(ctx, name) // else it goes by its age
	request = claim.Header.ID
	r := s.adopted(claim)
	s.noteInBatch(r)
	s.goOn(r, request, func() ending {
		return s.runDurable(r, func(ctx context.Context) ending { return s.run(ctx, r) })
	})
	return request, nil
}

// canRetry returns why the request of a dead job cannot be read once more.
func (s *Server) canRetry(dead *job.Claim, id string) error {
	switch {
	case !s.known(dead):
		return errOutcomeGone
	case dead.Outcome == nil || dead.Header.ID != id:
		return errWentOn
	case dead.Outcome.Uncharged:
		return errUncharged
	case dead.Header.CallerKind == job.OwnProviders:
		return errOwnKey
	case !dead.Durable.Died:
		return errFileGone
	}
	return nil
}

// reopened returns the record of a request whose job died, for another job.
func (s *Server) reopened(r job.ClaimRecord, upload uint64) job.ClaimRecord {
	now := s.cfg.Now().UTC()
	limit := longestWait + s.cfg.ExtractTimeoutSlow
	r.Charge, r.ChargeStands = cmp.Or(r.Charge, r.Header.ID), true
	r.Header.ID, r.Header.Accepted, r.Header.Deadline = uuid.NewString(), now, now.Add(limit)
	r.Outcome, r.Expires = nil, s.claimExpiry(r.Header)
	d := *r.Durable
	d.Retried, d.Died, d.Waits, d.Upload, d.Ended, d.Forget = now, false, true, upload, time.Time{}, now.Add(limit+s.cfg.JobTTL)
	d.Events = append(slices.Clone(d.Events[:min(len(d.Events), maxRecordedEvents-1)]), job.Event{
		Stage: job.StageQueued, Progress: job.StageProgress(job.StageQueued), Message: "The report is read once more", Timestamp: now,
	})
	progress := 0.0
	for i := range d.Events { // a stream has one request ID, and its progress never goes down
		progress = max(progress, d.Events[i].Progress)
		d.Events[i].RequestID, d.Events[i].Progress = r.Header.ID, progress
	}
	r.Durable = &d
	return r
}
