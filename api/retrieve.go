package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"time"

	"biom/shared/analytics"
	"biom/shared/biometry"
	"biom/shared/problem"
	"biom/shared/quota"
	"biom/shared/share"
)

// retrieve serves GET /api/v1/biom/retrieve. What is no code costs nothing and
// is no attempt; everything else is charged before it is tried, whatever comes
// of it, or guessing would be free while the service is busy.
func (s *Server) retrieve(c *call) error {
	code, err := sharedCode(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	who := s.caller(c)
	if err := s.charge(c, line(quota.Retrieve, who.subject, credit, who.limits.Retrieve)); err != nil {
		return err
	}
	found, err := s.find(c, code)
	if err != nil {
		return err
	}
	resp, err := s.opened(c, code, found)
	if err != nil {
		return err
	}
	s.emit(c, analytics.Event{Kind: analytics.KindShareRetrieved, Auth: who.auth()})
	s.extend(c)
	return s.json(c, http.StatusOK, resp)
}

const queryPin = "biom_pin"

// sharedCode reads the code in a query. The parser's errors quote the query,
// so they are not passed on.
func sharedCode(query string) (share.Code, error) {
	q, err := url.ParseQuery(query)
	if err != nil {
		return share.Code{}, malformedQuery()
	}
	switch len(q[queryPin]) {
	case 0:
		return share.Code{}, badQuery(queryPin, "is missing: send the share code, word-word-123456")
	case 1:
	default:
		return share.Code{}, badQuery(queryPin, "must be given once")
	}
	code, err := share.ParseCode(q[queryPin][0])
	if err != nil {
		return share.Code{}, problem.New(http.StatusBadRequest, problem.HTTP,
			"biom_pin is no share code: two words and six digits, word-word-123456.")
	}
	return code, nil
}

func malformedQuery() error {
	return problem.New(http.StatusBadRequest, problem.HTTP, "The query string is malformed.")
}

// badQuery refuses a query because of one of its parameters.
func badQuery(name, message string) error {
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
		"The query is not valid; details.errors lists every fault.").
		With("errors", biometry.Faults{{Path: name, Message: message}})
}

// find looks a code up. Unknown, expired, destroyed and wrong digits are one
// answer, and a store that fails is never that answer.
func (s *Server) find(c *call, code share.Code) (share.Found, error) {
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	defer context.AfterFunc(s.cutting, cancel)()
	found, err := s.cfg.Shares.Retrieve(ctx, code)
	switch {
	case err == nil:
		return found, nil
	case errors.Is(err, share.ErrNotFound):
		if errors.Is(err, share.ErrDestroyed) {
			s.emit(c, analytics.Event{Kind: analytics.KindShareDestroyed, Auth: s.caller(c).auth()})
		}
		return found, problem.New(http.StatusNotFound, problem.NotFound,
			"Nothing is shared under this code: it may be mistyped, expired, or destroyed by wrong attempts.")
	case s.cutting.Err() != nil:
		return found, stopping()
	case errors.Is(err, share.ErrBusy):
		return found, problem.Unavailable(busyRetry, "Too many share codes are being opened at once. Try again shortly.").Because(err)
	}
	return found, problem.Unavailable(shareRetry, "Shares cannot be opened at the moment. Try again shortly.").Because(err)
}

const (
	busyRetry  = 10 * time.Second // two cores work off a full queue in about that time
	shareRetry = 5 * time.Second  // when a database is worth another try
)

// opened is the stored response as an answer to this request.
func (s *Server) opened(c *call, code share.Code, found share.Found) (*biometry.Response, error) {
	resp := new(biometry.Response)
	if json.Unmarshal(found.Document, resp) != nil {
		return nil, errors.New("api: a stored response cannot be read") // the decoder's error may quote it
	}
	resp.Metadata.RequestID = c.id
	resp.Metadata.SchemaVersion = biometry.SchemaVersion
	resp.Metadata.AppVersion = s.cfg.AppVersion
	resp.Biompin = shareInfo(code, found.Expires, found.DBID)
	return resp, nil
}
