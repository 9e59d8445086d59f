package main

import (
	"context"
	"errors"
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
	before       bool  // in an earlier run, so there is nothing to do
	err          error // with a response: it could not be saved
}

// pending reports that the file is still to be sent.
func (u *uploadedFile) pending() bool { return u.err == nil && !u.before }

// batch is how files are sent.
type batch struct {
	service *client.Client
	share   bool
	tier    string
	view    progressView
	retry   *retrier
}

// run sends uploads, a few at once. Each is filled in with its own outcome:
// one that fails stops no other.
func (b *batch) run(ctx context.Context, uploads []*uploadedFile, atOnce int) {
	var wg sync.WaitGroup
	queue := make(chan *uploadedFile)
	b.view.begin(uploads)
	for range min(atOnce, len(uploads)) {
		wg.Go(func() {
			for u := range queue {
				b.one(ctx, u)
			}
		})
	}
	for _, u := range uploads {
		if u.pending() {
			queue <- u
		}
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
	b.view.ended(u)
}
