package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"biom/api/upload"
	"biom/shared/biometry"
	"biom/shared/filekind"
	"biom/shared/job"
	"biom/shared/problem"
)

// process serves POST /api/v1/biom/process. The extension of the uploaded file
// selects the engine.
func (s *Server) process(c *call) error {
	uploaded, err := s.gate.Read(c.Writer, c.Request, func() string { return string(s.caller(c).subject) })
	if err != nil {
		return err
	}
	defer uploaded.Release()
	c.wantsShare = uploaded.Biompin
	key, err := idempotencyKey(c.Request.Header)
	if err != nil {
		return err
	}
	h := s.newHeader(c.id, uploaded)
	if key != "" && s.cfg.Repeats != nil {
		return s.processIdempotent(c, uploaded, h, key)
	}
	return s.runEngine(c, uploaded, h)
}

// runEngine processes an upload with the engine for its kind.
func (s *Server) runEngine(c *call, uploaded *upload.Upload, h job.Header) error {
	if uploaded.Kind == filekind.JSON {
		return s.processJSON(c, uploaded)
	}
	return s.extract(c, uploaded, h)
}

// processJSON is the JSON engine of POST /api/v1/biom/process. It validates first
// and charges only a valid document.
func (s *Server) processJSON(c *call, uploaded *upload.Upload) error {
	response, err := biometry.Decode(uploaded.File, s.cfg.Now())
	if err != nil {
		err = documentProblem(err)
		s.emitValidation(c, nil, err)
		return err
	}
	if err := s.chargeJSON(c); err != nil {
		return err
	}
	s.emitValidation(c, response, nil)
	uploaded.Release() // the wait for a share may be long
	if uploaded.Stream && c.stream == nil {
		s.openStream(c)
		if c.stream.stage(job.StageAccepted, "The document was accepted") != nil ||
			c.stream.stage(job.StageValidating, "The values are checked") != nil {
			return errGone
		}
	}
	return s.respond(c, response)
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

// respond completes the metadata of a response, makes a share if the caller asked
// for one, stores the response for repeats, and sends it.
func (s *Server) respond(c *call, response *biometry.Response) error {
	response.Metadata.RequestID = c.id
	response.Metadata.AppVersion = s.cfg.AppVersion
	if c.wantsShare {
		if err := s.share(c, response); err != nil {
			return err
		}
	}
	body, err := json.Marshal(response)
	if err != nil {
		return fmt.Errorf("api: answer: %w", err)
	}
	if c.claim != nil {
		s.chargeLargeOutcome(c, body)
		other := s.storeOutcome(c.due, c.claim, job.Outcome{ID: c.id, Status: http.StatusOK, Body: body, Withheld: c.withheld})
		if other != nil {
			return s.replay(c, &upload.Upload{}, *other.Outcome)
		}
	}
	if c.stream != nil {
		return c.stream.result(body)
	}
	s.extendWriteDeadline(c)
	s.write(c, http.StatusOK, body)
	return nil
}
