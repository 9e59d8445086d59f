package endpoint

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"biom/shared/problem"
)

// Refuse answers with a problem: its status, its headers, and the error body
// with the request ID that the answer began with. An error is the client's
// that did not take it.
func Refuse(w http.ResponseWriter, p *problem.Problem, now time.Time) error {
	h := w.Header()
	body, err := json.Marshal(p.Body(h.Get(RequestID), now))
	if err != nil {
		panic(http.ErrAbortHandler) // a problem that is no JSON: the caller sees a broken answer, not a wrong one
	}
	if n := p.RetrySeconds(); n > 0 {
		h.Set("Retry-After", strconv.Itoa(n))
	}
	if p.Status == http.StatusRequestTimeout {
		h.Set("Connection", "close") // the rest of the body is not waited for
	}
	JSON(h)
	w.WriteHeader(p.Status)
	_, err = w.Write(body)
	return err
}

// Level is how a refusal is logged: what the caller did wrong is of no
// interest to the operator, what we did wrong is.
func Level(p *problem.Problem) slog.Level {
	switch {
	case p.Code == problem.ExtractionFailed: // of this document, or with this caller's key; the worker has told why
		return slog.LevelInfo
	case p.Status == http.StatusInternalServerError:
		return slog.LevelError
	case p.Status > http.StatusInternalServerError:
		return slog.LevelWarn
	}
	return slog.LevelInfo
}
