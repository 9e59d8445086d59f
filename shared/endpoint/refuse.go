package endpoint

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"biom/shared/problem"
)

// refuse answers with a problem: its status, its headers, and the error body
// with the request ID from the response's headers. It returns an error if the
// client did not take the response.
func refuse(w http.ResponseWriter, p *problem.Problem, now time.Time) error {
	h := w.Header()
	body, err := json.Marshal(p.Body(h.Get(RequestID), now))
	if err != nil {
		panic(http.ErrAbortHandler) // the client sees a broken response, not a wrong one
	}
	if n := p.RetrySeconds(); n > 0 {
		h.Set("Retry-After", strconv.Itoa(n))
	}
	if p.Status == http.StatusRequestTimeout {
		h.Set("Connection", "close") // the rest of the body is not awaited
	}
	JSON(h)
	h.Set("Content-Length", strconv.Itoa(len(body))) // net/http cannot count a response that is flushed
	w.WriteHeader(p.Status)
	_, err = w.Write(body)
	return err
}

// level returns the level at which a refusal is logged. The operator needs to notice
// refusals that the service has caused, but not those that a caller has caused.
func level(p *problem.Problem) slog.Level {
	switch {
	case p.Code == problem.ExtractionFailed: // the document's fault or the key's; the worker has logged why
		return slog.LevelInfo
	case p.Status == http.StatusInternalServerError:
		return slog.LevelError
	case p.Status > http.StatusInternalServerError:
		return slog.LevelWarn
	}
	return slog.LevelInfo
}
