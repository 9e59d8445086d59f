package eval

import (
	"context"
	"errors"
	"io"
	"os"

	"biom/worker"
	"biom/worker/provider"
)

// The reasons that only this package has. The others are details.reason of the
// service's errors.
const (
	ReasonTooLarge   = "file_too_large"
	ReasonUnreadable = "file_unreadable"
	ReasonTimeout    = "timeout"
)

// The errors of a file that is not given to the provider.
var (
	errTooLarge   = errors.New("the file is above the upload limit")
	errUnreadable = errors.New("the file cannot be read")
)

// load reads a file unless it is larger than limit bytes; 0 is no limit.
func load(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // to open a pipe, for example, would hang
		return nil, errUnreadable
	}
	if err == nil && limit > 0 && info.Size() > limit {
		return nil, errTooLarge
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, errors.Join(errUnreadable, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, info.Size()))
	if err != nil {
		return nil, errors.Join(errUnreadable, err)
	}
	return data, nil
}

// fail records why a document was not read. It records the cause only if Config.Values
// is set, because the cause may quote the document. If no biometry is found in a document
// that holds none, that is no failure.
func (o *outcome) fail(ctx context.Context, cfg Config, err error) {
	o.Reason = reason(ctx, err)
	switch {
	case o.Reason == provider.ReasonNoBiometry && o.ExpectsNothing:
		o.Reason = ""
	case cfg.Values:
		o.Cause = err.Error()
	}
}

// reason returns the reason of an error. Failures are grouped by it.
func reason(ctx context.Context, err error) string {
	switch {
	case errors.Is(err, errTooLarge):
		return ReasonTooLarge
	case errors.Is(err, errUnreadable):
		return ReasonUnreadable
	case ctx.Err() != nil: // err is only a consequence of the timeout
		return ReasonTimeout
	}
	problem := worker.ProblemOf(err)
	if reason, ok := problem.Details["reason"].(string); ok {
		return reason
	}
	return string(problem.Code)
}
