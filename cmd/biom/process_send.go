package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"biom/shared/client"
)

// stageSending stands for the time before the service's first event.
const stageSending = "sending"

// send uploads one file, again if need be, and saves the response. The place
// for the response is made first: a result that cannot be kept would be paid
// for all the same.
func (b *batch) send(ctx context.Context, u *uploadedFile) error {
	file, err := openReport(u.path)
	if err != nil {
		return err
	}
	defer file.Close()
	place, err := newDraft(u.target)
	if err != nil {
		return noPlace(err)
	}
	defer place.discard()
	tries, err := openSeries(u.target)
	if err != nil {
		return noPlace(err)
	}
	err = b.retry.do(ctx, func() error { return tries.note(b.attempt(ctx, u, file, place, tries)) },
		func(wait time.Duration, because error) { b.view.waiting(u, wait, because) })
	tries.settle(err)
	return err
}

func noPlace(err error) error {
	return fmt.Errorf("there is no place to save the response, so nothing was sent (--out names another directory): %w", err)
}

// attempt uploads the file once.
func (b *batch) attempt(ctx context.Context, u *uploadedFile, file *os.File, place *draft, tries *series) error {
	key, err := tries.key(file, filepath.Base(u.path), b.tier, strconv.FormatBool(b.share))
	if err != nil {
		return err
	}
	b.view.step(u, client.Event{Stage: stageSending})
	upload := client.Upload{Filename: u.path, Content: file, Share: b.share, Tier: b.tier, IdempotencyKey: key, Info: &u.info}
	for e, err := range b.service.ProcessStream(ctx, upload) {
		if err != nil {
			return err
		}
		b.retry.works()
		b.view.step(u, e)
		if e.Response == nil {
			continue
		}
		u.response = e.Response
		if err := place.commitJSON(e.Raw); err != nil {
			return fmt.Errorf("the response was not saved: %w", err)
		}
		u.saved = true
	}
	return nil
}

// openReport opens a regular file: a pipe given by mistake would hang half-way
// into an upload.
func openReport(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", printable(path))
	}
	return os.Open(path)
}
