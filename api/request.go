package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"go.opentelemetry.io/otel/trace"

	"biom/api/upload"
	"biom/shared/admission"
	"biom/shared/biometry"
	"biom/shared/filekind"
	"biom/shared/job"
	"biom/shared/problem"
)

// request is a report on its way through the service. What happens to it is here and does
// not depend on how its client watches it, which is the matter of [Server.watch]:
//
//	accepted ─▶ charged ─▶ queued ─▶ started ─▶ ended, with a response or a problem
//	   │           │          └─────── abandoned: by its client, its time limit, or a shutdown
//	   └───────────┴─▶ refused
//
// The package's documentation says who pays.
type request struct {
	header      job.Header // of its job; ID is the request ID. A JSON document has no tier
	caller      caller
	upload      *upload.Upload
	providerKey string // the caller's own; "": the deployment's key is used
	keyProblem  error  // that key cannot be used
	journal     *journal
	charge      charge
	span        trace.Span // of the HTTP request; the work goes on when it has ended. nil: there is none

	// claim is the claim on a request that its client can come back to, nil for any other one.
	claim *job.Claim
	// durable is nil unless the request is durable, or is to be.
	durable *job.Durable
	room    int64 // bytes that it has taken of the job room
	// left reports whether the client of a request that is not accepted yet has left; nil: it
	// does not matter, because a repeat can come back to the request.
	left func() bool
	// due ends when the response to an idempotent request is due. For any other
	// request it does not end.
	due context.Context
	// endedElsewhere says that the handler must not end the claim: the settler or a later try of
	// this process will, or another api will take the request over.
	endedElsewhere bool
}

// newRequest returns a request that is accepted now.
func (s *Server) newRequest(id string, by caller, uploaded *upload.Upload, header http.Header) *request {
	r := &request{
		header: s.newHeader(id, uploaded), caller: by, upload: uploaded,
		journal: newJournal(id, s.cfg.Now), charge: charge{id: id}, due: context.Background(),
	}
	r.providerKey, r.keyProblem = providerKey(header)
	r.header.CallerKind = callerKind(r)
	return r
}

// callerKind returns what an operator is shown of who sent a request.
func callerKind(r *request) job.CallerKind {
	switch {
	case r.providerKey != "":
		return job.OwnProviders
	case r.caller.public:
		return job.Public
	}
	return job.KeyHolder
}

// mostPages is from how many pages on the time of a document is not told apart: a reader
// reads no more of them.
const mostPages = 4

// newHeader returns the header of a job that is accepted now. The time limit counts
// from here. A JSON document makes no job, so its header has no tier and its deadline
// is now.
func (s *Server) newHeader(id string, uploaded *upload.Upload) job.Header {
	tier, limit := job.Standard, s.cfg.ExtractTimeout
	switch {
	case uploaded.Kind == filekind.JSON:
		tier, limit = "", 0
	case uploaded.Slow:
		tier, limit = job.Slow, s.cfg.ExtractTimeoutSlow
	}
	now := s.cfg.Now().UTC()
	return job.Header{ID: id, Tier: tier, Accepted: now, Deadline: now.Add(limit), Work: workOf(uploaded)}
}

// workOf returns what a document asks of a worker.
func workOf(uploaded *upload.Upload) admission.Work {
	if !uploaded.Kind.IsDocument() {
		return admission.Work{}
	}
	medium, pages := filekind.MediumOf(uploaded.Kind, uploaded.File)
	return admission.Work{Medium: string(medium), Pages: min(pages, mostPages)}
}

// run works on a request with the engine for its kind, to its end. It gives up when ctx
// ends, because its client has left.
func (s *Server) run(ctx context.Context, r *request) (e ending) {
	e.err = errors.New("panic") // until it returns
	defer func() { s.metrics.result(r, e) }()
	var done response
	var err error
	if r.upload.Kind == filekind.JSON {
		done, err = s.validate(ctx, r)
	} else {
		done, err = s.extract(ctx, r)
	}
	if err != nil {
		return ending{err: err}
	}
	return s.complete(ctx, r, done)
}

// response is a report, and the fields that were withheld from it.
type response struct {
	*biometry.Response
	withheld []string
}

// validate is the JSON engine. It validates first and charges only a valid document.
func (s *Server) validate(ctx context.Context, r *request) (response, error) {
	report, err := biometry.Decode(r.upload.File, s.cfg.Now())
	if err != nil {
		err = documentProblem(err)
		s.emitValidation(r, nil, err)
		return response{}, err
	}
	if err := s.chargeJSON(r); err != nil {
		return response{}, err
	}
	if !r.journal.begun() {
		r.journal.stage(job.StageAccepted, "The document was accepted")
		r.journal.stage(job.StageValidating, "The values are checked")
	}
	if err := s.keep(ctx, r); err != nil {
		s.refund(r)
		return response{}, err
	}
	s.emitValidation(r, report, nil)
	r.upload.Release() // the wait for a share may be long
	return response{Response: report}, nil
}

// documentProblem returns the problem for a decoder's error: 400 if the file is
// not JSON, because then its content does not match its extension, and 422 if it
// is JSON but not a valid report.
func documentProblem(err error) error {
	if syntax, ok := errors.AsType[*biometry.SyntaxError](err); ok {
		return problem.New(http.StatusBadRequest, problem.FileValidation, "The file cannot be used: %s.", syntax.Error())
	}
	if faults, ok := errors.AsType[biometry.Faults](err); ok {
		return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
			"The document is no valid biometry report; details.errors lists every fault.").With("errors", faults)
	}
	return err
}

// complete completes the metadata of a response, makes a share if the caller asked for
// one, and stores the response for repeats.
func (s *Server) complete(ctx context.Context, r *request, done response) ending {
	done.Metadata.RequestID = r.header.ID
	done.Metadata.AppVersion = s.cfg.AppVersion
	if r.upload.Biompin {
		if err := s.share(ctx, r, done.Response); err != nil {
			return ending{err: err}
		}
	}
	body, err := json.Marshal(done.Response)
	if err != nil {
		return ending{err: fmt.Errorf("api: answer: %w", err)}
	}
	outcome := job.Outcome{
		ID: r.header.ID, Status: http.StatusOK, Body: body,
		Withheld: done.withheld, Ignored: done.Metadata.Extraction.Ignored,
	}
	if r.claim == nil {
		return ending{outcome: outcome}
	}
	s.chargeLargeOutcome(r, body)
	if r.kept() {
		return ending{outcome: outcome} // finish stores it
	}
	return s.storeOutcome(r, ending{outcome: outcome})
}
