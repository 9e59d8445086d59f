package eval

import (
	"context"
	"errors"
	"io"
	"os"

	"biom/worker"
	"biom/worker/provider"
)

// The reasons that are the harness's own. The others are details.reason of the
// service's errors.
const (
	ReasonTooLarge   = "file_too_large"
	ReasonUnreadable = "file_unreadable"
	ReasonTimeout    = "timeout"
)

// What kept a file from the provider.
var (
	errTooLarge   = errors.New("the file is above the upload limit")
	errUnreadable = errors.New("the file cannot be read")
)

// load reads a file that is not above the limit.
func load(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() { // opening a pipe would hang
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

// fail notes why a document was not read: the reason alone, because a cause
// may quote the document. That nothing is found where nothing is expected is
// no failure.
func (o *outcome) fail(ctx context.Context, cfg Config, err error) {
	o.Reason = reason(ctx, err)
	switch {
	case o.Reason == provider.ReasonNoBiometry && o.ExpectsNothing:
		o.Reason = ""
	case cfg.Values:
		o.Cause = err.Error()
	}
}

func reason(ctx context.Context, err error) string {
	switch {
	case errors.Is(err, errTooLarge):
		return ReasonTooLarge
	case errors.Is(err, errUnreadable):
		return ReasonUnreadable
	case ctx.Err() != nil: // why it ended matters and not what it broke
		return ReasonTimeout
	}
	problem := worker.ProblemOf(err)
	if reason, ok := problem.Details["reason"].(string); ok {
		return reason
	}
	return string(problem.Code)
}
