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

// retrieve serves GET /api/v1/biom/retrieve. A malformed share code costs nothing
// and does not count as an attempt. A well-formed one is charged before it is
// tried, and the charge stands even if the attempt fails, because guessing must
// never be free. It is refunded if the service could not try the code at all: such a
// request is no guess.
func (s *Server) retrieve(c *call) error {
	code, err := readShareCode(c.Request.URL.RawQuery)
	if err != nil {
		return err
	}
	caller := s.caller(c)
	if err := s.charge(c.id, caller, quotaLine(quota.Retrieve, caller.subject, credit, caller.limits.Retrieve)); err != nil {
		return err
	}
	found, err := s.findShare(c, code)
	if err != nil {
		return err
	}
	response, err := s.sharedResponse(c, code, found)
	if err != nil {
		return err
	}
	s.emit(c.id, analytics.Event{Kind: analytics.KindShareRetrieved, Auth: caller.authType()})
	s.extendWriteDeadline(c)
	return s.json(c, http.StatusOK, response)
}

// queryPin is the query parameter of the share code.
const queryPin = "biom_pin"

// readShareCode returns the share code in a query. Its errors do not wrap those of
// the parser, because these quote the query.
func readShareCode(query string) (share.Code, error) {
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

// badQuery returns the problem for a query with a fault in the parameter name.
func badQuery(name, message string) error {
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
		"The query is not valid; details.errors lists every fault.").
		With("errors", biometry.Faults{{Path: name, Message: message}})
}

// findShare looks a share up. An unknown code, an expired share, a destroyed share
// and wrong digits give the same problem. A failure of the store never gives that
// problem.
func (s *Server) findShare(c *call, code share.Code) (share.Found, error) {
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	defer context.AfterFunc(s.abortCtx, cancel)()
	found, err := s.cfg.Shares.Retrieve(ctx, string(s.caller(c).subject), code)
	s.metrics.retrieved(err)
	switch {
	case err == nil:
		return found, nil
	case errors.Is(err, share.ErrNotFound):
		if errors.Is(err, share.ErrDestroyed) {
			s.emit(c.id, analytics.Event{Kind: analytics.KindShareDestroyed, Auth: s.caller(c).authType()})
		}
		return found, problem.New(http.StatusNotFound, problem.NotFound,
			"Nothing is shared under this code: it may be mistyped, expired, or destroyed by wrong attempts.")
	}
	notCharged := ""
	if errors.Is(err, share.ErrNotTried) && c.Request.Context().Err() == nil { // a client that leaves is not refused
		s.settler.refund(c.id)
		notCharged = "Nothing was charged. "
	}
	switch {
	case s.abortCtx.Err() != nil:
		return found, stopping()
	case errors.Is(err, share.ErrBusy):
		return found, problem.Unavailable(shareRetry, "Too many share codes are being opened at once. %sTry again shortly.", notCharged).Because(err)
	}
	return found, problem.Unavailable(shareRetry, "Shares cannot be opened at the moment. %sTry again shortly.", notCharged).Because(err)
}

// shareRetry is the Retry-After when too many share codes are being opened, or when the
// share database does not answer.
const shareRetry = 5 * time.Second

// sharedResponse returns the stored response with the metadata of this request.
func (s *Server) sharedResponse(c *call, code share.Code, found share.Found) (*biometry.Response, error) {
	response := new(biometry.Response)
	if json.Unmarshal(found.Document, response) != nil {
		return nil, errors.New("api: a stored response cannot be read") // the decoder's error may quote the document
	}
	response.Metadata.RequestID = c.id
	response.Metadata.SchemaVersion = biometry.SchemaVersion
	response.Metadata.AppVersion = s.cfg.AppVersion
	response.Biompin = shareInfo(code, found.Expires, found.DBID)
	return response, nil
}
