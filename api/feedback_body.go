package api

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/uuid"

	"biom/shared/analytics"
	"biom/shared/biometry"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

// maxFeedback is the size limit of the body in bytes.
const maxFeedback = 256

// feedbackBody reads the body of a request, without a byte order mark. It checks the
// content type first (415) and then the size (413).
func (s *Server) feedbackBody(c *call) ([]byte, error) {
	if !endpoint.IsJSON(c.Request.Header.Values("Content-Type")) {
		return nil, problem.New(http.StatusUnsupportedMediaType, problem.HTTP, "The content type must be application/json, in UTF-8.")
	}
	if c.Request.ContentLength > maxFeedback && !endpoint.IsGzip(c.Request.Header) {
		return nil, feedbackTooLarge()
	}
	reader := endpoint.NewBody(c.Writer, c.Request, maxFeedback+1, s.cfg.ReadTimeout)
	body, err := io.ReadAll(reader)
	switch {
	case errors.Is(err, endpoint.ErrBodyTooLarge):
		return nil, feedbackTooLarge()
	case errors.Is(err, endpoint.ErrNotGzip):
		return nil, invalidFeedback(biometry.Faults{{Message: "is no complete gzip, as its Content-Encoding says"}})
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, problem.New(http.StatusRequestTimeout, problem.HTTP, "The body came too slowly and was given up.").Because(err)
	case err != nil:
		return nil, invalidFeedback(biometry.Faults{{Message: "was cut before its end, or could not be read"}})
	case len(body) > maxFeedback:
		return nil, feedbackTooLarge()
	}
	reader.ClearDeadline()
	return bytes.TrimPrefix(body, []byte("\ufeff")), nil
}

func feedbackTooLarge() error {
	return problem.New(http.StatusRequestEntityTooLarge, problem.PayloadTooLarge, "The body is larger than %d bytes, the most that is taken.", maxFeedback)
}

// invalidFeedback returns the problem for a body that is not valid feedback.
func invalidFeedback(faults biometry.Faults) error {
	return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation,
		"The body is no valid feedback; details.errors lists every fault.").With("errors", faults)
}

// readFeedback reads the two members of the body. faults lists everything that is
// wrong with it; the other results are valid only if faults is empty.
func readFeedback(body []byte) (id string, r analytics.Rating, faults biometry.Faults) {
	var members map[string]jsontext.Value
	if err := json.Unmarshal(body, &members); err != nil || members == nil {
		return "", "", biometry.Faults{{Message: documentFault(err)}}
	}
	read := func(name string, isValid func(string) bool, want string) (value string) {
		raw, given := members[name]
		delete(members, name)
		switch {
		case !given:
			faults = append(faults, biometry.Fault{Path: name, Message: "is missing"})
		case raw.Kind() != '"' || json.Unmarshal(raw, &value) != nil || !isValid(value):
			faults = append(faults, biometry.Fault{Path: name, Message: "must be " + want})
		}
		return value
	}
	id = strings.ToLower(read("request_id", isUUID, "a UUID of 36 characters: the metadata.request_id of the extraction"))
	r = analytics.Rating(read("rating", isRating, `"accurate" or "inaccurate"`))
	if len(members) > 0 {
		faults = append(faults, biometry.Fault{Message: "must have the members request_id and rating and no others"})
	}
	return id, r, faults
}

// documentFault says why a body is not a JSON object. err is the decoder's error,
// nil if the body is null. The message does not quote the body.
func documentFault(err error) string {
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return "holds an object in which a member is there twice"
	}
	if _, ok := errors.AsType[*json.SemanticError](err); ok || err == nil {
		return "must be a JSON object"
	}
	return "is not valid JSON"
}

func isUUID(s string) bool { return len(s) == 36 && uuid.Validate(s) == nil }

func isRating(s string) bool {
	return s == string(analytics.Accurate) || s == string(analytics.Inaccurate)
}
