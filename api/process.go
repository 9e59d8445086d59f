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
// chooses the engine.
func (s *Server) process(c *call) error {
	up, err := s.gate.Read(c.Writer, c.Request)
	if err != nil {
		return err
	}
	defer up.Release()
	c.biompin = up.Biompin
	key, err := idempotencyKey(c.Request.Header)
	if err != nil {
		return err
	}
	h := s.header(c.id, up)
	if key != "" && s.cfg.Repeats != nil {
		return s.once(c, up, h, key)
	}
	return s.engine(c, up, h)
}

func (s *Server) engine(c *call, up *upload.Upload, h job.Header) error {
	if up.Kind == filekind.JSON {
		return s.direct(c, up)
	}
	return s.extract(c, up, h)
}

// direct is the JSON engine. It charges only what is valid.
func (s *Server) direct(c *call, up *upload.Upload) error {
	resp, err := biometry.Decode(up.File, s.cfg.Now())
	if err != nil {
		err = invalid(err)
		s.emitValidation(c, nil, err)
		return err
	}
	if err := s.chargeJSON(c); err != nil {
		return err
	}
	s.emitValidation(c, resp, nil)
	up.Release() // the wait for a share may be long
	if up.Stream && c.stream == nil {
		s.open(c)
		if c.stream.stage(job.StageAccepted, "The document was accepted") != nil ||
			c.stream.stage(job.StageValidating, "The values are checked") != nil {
			return errGone
		}
	}
	return s.answer(c, resp)
}

// invalid tells a document that is no JSON (the content does not match the
// extension) from one that is no valid report.
func invalid(err error) error {
	if syntax, ok := errors.AsType[*biometry.SyntaxError](err); ok {
		return problem.New(http.StatusBadRequest, problem.FileValidation, "The file cannot be used: %s.", syntax.Error())
	}
	if faults, ok := errors.AsType[biometry.Faults](err); ok {
		return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
			"The document is no valid biometry report; details.errors lists every fault.").With("errors", faults)
	}
	return err
}

// answer ends a request to process with its response, and its share if one was
// asked for.
func (s *Server) answer(c *call, resp *biometry.Response) error {
	resp.Metadata.RequestID = c.id
	resp.Metadata.AppVersion = s.cfg.AppVersion
	if c.biompin {
		if err := s.share(c, resp); err != nil {
			return err
		}
	}
	body, err := json.Marshal(resp)
	if err != nil {
		return fmt.Errorf("api: answer: %w", err)
	}
	if c.claim != nil {
		if there := s.keep(c.claim, job.Outcome{ID: c.id, Status: http.StatusOK, Body: body, Withheld: c.withheld}); there != nil {
			return s.replay(c, &upload.Upload{}, *there.Outcome)
		}
	}
	if c.stream != nil {
		return c.stream.result(body)
	}
	s.extend(c)
	s.write(c, http.StatusOK, body)
	return nil
}
