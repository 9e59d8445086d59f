package batch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"biom/cmd/internal/display"
	"biom/cmd/internal/draft"
	"biom/shared/client"
)

// stageSending is the stage of a file before the service's first event.
const stageSending = "sending"

// send uploads one file, repeatedly if need be, and saves the response. It makes the
// file for the response first, because a result that cannot be saved is charged
// nevertheless.
func (s *Sender) send(ctx context.Context, f *File) error {
	report, err := openReport(f.Path)
	if err != nil {
		return err
	}
	defer report.Close()
	response, err := draft.New(f.Target)
	if err != nil {
		return cannotSave(err)
	}
	defer response.Discard()
	attempts, err := openSeries(f.Target)
	if err != nil {
		return cannotSave(err)
	}
	err = s.Retry.Do(ctx, func() error { return attempts.note(s.attempt(ctx, f, report, response, attempts)) },
		func(wait time.Duration, cause error) { s.View.Waiting(f, wait, cause) })
	attempts.endIfFinal(err)
	return err
}

// cannotSave returns the error of a file whose response could not be saved.
func cannotSave(err error) error {
	return fmt.Errorf("there is no place to save the response, so nothing was sent (--out names another directory): %w", err)
}

// attempt uploads the file once.
func (s *Sender) attempt(ctx context.Context, f *File, report *os.File, response *draft.Draft, attempts *series) error {
	key, err := attempts.key(report, filepath.Base(f.Path), s.Tier, strconv.FormatBool(s.Share))
	if err != nil {
		return err
	}
	s.View.Step(f, client.Event{Stage: stageSending})
	upload := client.Upload{Filename: f.Path, Content: report, Share: s.Share, Tier: s.Tier, IdempotencyKey: key, Info: &f.Info}
	for e, err := range s.Service.ProcessStream(ctx, upload) {
		if err != nil {
			return err
		}
		s.Retry.Succeeded()
		s.View.Step(f, e)
		if e.Response == nil {
			continue
		}
		f.Response = e.Response
		if err := response.CommitJSON(e.Raw); err != nil {
			return fmt.Errorf("the response was not saved: %w", err)
		}
		f.Saved = true
	}
	return nil
}

// openReport opens a regular file. A pipe that was given by mistake would block
// in the middle of an upload.
func openReport(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", display.Printable(path))
	}
	return os.Open(path)
}
