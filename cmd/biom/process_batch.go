package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"

	"biom/shared/biometry"
	"biom/shared/client"
)

// uploadedFile is one file of a batch and what became of it.
type uploadedFile struct {
	path, target string // target: where the response is saved
	response     *biometry.Response
	info         client.Info
	saved        bool
	err          error // with a response: it could not be saved
}

// batch is how files are sent.
type batch struct {
	service *client.Client
	share   bool
	tier    string
	view    progressView
}

// run sends uploads, a few at once. Each is filled in with its own outcome:
// one that fails stops no other.
func (b *batch) run(ctx context.Context, uploads []*uploadedFile, atOnce int) {
	var wg sync.WaitGroup
	queue := make(chan *uploadedFile)
	for range min(atOnce, len(uploads)) {
		wg.Go(func() {
			for u := range queue {
				b.one(ctx, u)
			}
		})
	}
	b.view.begin(len(uploads))
	for _, u := range uploads {
		queue <- u
	}
	close(queue)
	wg.Wait()
}

// errNotSent stands for the files that a stopped batch did not come to.
var errNotSent = errors.New("not sent: stopped before its turn")

func (b *batch) one(ctx context.Context, u *uploadedFile) {
	if ctx.Err() != nil {
		u.err = errNotSent
		return
	}
	u.err = b.send(ctx, u)
	b.view.ended(u.path, u.err)
}

// send uploads one file and saves the response. The place for the response is
// made first: a result that cannot be kept would be paid for all the same.
func (b *batch) send(ctx context.Context, u *uploadedFile) error {
	file, err := openReport(u.path)
	if err != nil {
		return err
	}
	defer file.Close()
	place, err := newDraft(u.target)
	if err != nil {
		return err
	}
	defer place.discard()
	upload := client.Upload{Filename: u.path, Content: file, Share: b.share, Tier: b.tier, Info: &u.info}
	for e, err := range b.service.ProcessStream(ctx, upload) {
		if err != nil {
			return err
		}
		b.view.step(u.path, e)
		if e.Response == nil {
			continue
		}
		u.response = e.Response
		if err := place.commit(e.Raw); err != nil {
			return fmt.Errorf("the response was not saved: %w", err)
		}
		u.saved = true
	}
	return nil
}

// openReport opens a regular file: a directory or a pipe given by mistake
// would fail, or hang, half-way into an upload.
func openReport(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file; name the files themselves", printable(path))
	}
	return os.Open(path)
}
