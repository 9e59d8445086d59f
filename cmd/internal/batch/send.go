package batch

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"biom/cmd/internal/display"
	"biom/cmd/internal/draft"
	"biom/shared/biometry"
	"biom/shared/client"
)

// stageSending is the stage of a file before the service's first event.
const stageSending = "sending"

// send uploads one file, repeatedly if need be, and saves the response. It opens the
// series first, which writes into the directory of the response: a result that cannot
// be saved is charged nevertheless.
func (s *Sender) send(ctx context.Context, f *File) error {
	return s.withReport(f, func(upload client.Upload) error {
		err := s.Retry.Do(ctx, func() error { return f.series.note(s.stream(ctx, f, upload)) }, s.waiting(f))
		f.series.endIfFinal(err)
		return err
	})
}

// waiting returns a function that shows a wait for f.
func (s *Sender) waiting(f *File) func(wait time.Duration, cause error) {
	return func(wait time.Duration, cause error) { s.View.Waiting(f, wait, cause) }
}

// withReport opens the report and its series, and has do send it.
func (s *Sender) withReport(f *File, do func(client.Upload) error) error {
	file, err := openReport(f.Path)
	if err != nil {
		return err
	}
	defer file.Close()
	if f.series == nil {
		if f.series, err = openSeries(f.Target); err != nil {
			return cannotSave(err)
		}
	}
	key, err := f.series.key(file, filepath.Base(f.Path), s.Tier, strconv.FormatBool(s.Share), s.Name, s.Callback)
	if err != nil {
		return err
	}
	return do(client.Upload{
		Filename: f.Path, Content: file, Share: s.Share, Tier: s.Tier, Batch: s.Name, Callback: s.Callback,
		IdempotencyKey: key, Info: &f.Info,
	})
}

// cannotSave returns the error of a file whose response could not be saved.
func cannotSave(err error) error {
	return fmt.Errorf("there is no place to save the response, so nothing was sent (--out names another directory): %w", err)
}

// stream uploads the file once, shows the events and saves the response.
func (s *Sender) stream(ctx context.Context, f *File, upload client.Upload) error {
	s.View.Step(f, client.Event{Stage: stageSending})
	for e, err := range s.Service.ProcessStream(ctx, upload) {
		if err != nil {
			return err
		}
		s.Retry.Answered()
		s.View.Step(f, e)
		if e.Response == nil {
			continue
		}
		if err := f.save(e.Response, e.Raw); err != nil {
			return err
		}
	}
	return nil
}

// save saves the response of the file; raw is its JSON.
func (f *File) save(response *biometry.Response, raw json.RawMessage) error {
	f.Response = response
	if err := draft.WriteJSON(f.Target, raw); err != nil {
		return fmt.Errorf("the response was not saved: %w", err)
	}
	f.Saved = true
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
