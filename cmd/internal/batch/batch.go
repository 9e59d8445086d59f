// Package batch uploads many files: it plans where the responses go, leaves out
// the files whose responses are saved, repeats uploads that failed for the moment,
// and saves each response when it arrives. A file's response comes with the answer to
// its upload (send.go), or by way of a job of the service (jobs.go).
package batch

import (
	"context"
	"errors"
	"sync"
	"time"

	"biom/cmd/internal/retry"
	"biom/shared/biometry"
	"biom/shared/client"
)

// File is one file of a batch and its outcome.
type File struct {
	Path        string             // as the user named it
	Below       string             // its path below the directory that the user named
	Target      string             // path of the file with the response
	Response    *biometry.Response // nil: none has arrived
	Info        client.Info        // from the headers of the response
	Saved       bool               // the response is in Target
	SavedBefore bool               // an earlier run has saved the response
	Err         error              // if Response is set too, the response could not be saved
	series      *series            // nil before the first attempt
}

// Pending reports whether the file is still to be sent.
func (f *File) Pending() bool { return f.Err == nil && !f.SavedBefore }

// View shows a batch in progress. Step, Waiting and Ended are called by several
// goroutines at once.
type View interface {
	// Begin gets all files before the first is sent.
	Begin(files []*File)
	// Step shows an event of the service.
	Step(f *File, e client.Event)
	// Waiting says that f is sent again after wait, and why.
	Waiting(f *File, wait time.Duration, cause error)
	// Ended says that f was processed or failed.
	Ended(f *File)
	// Close gets the summary after the last file has ended.
	Close(s Summary)
}

// Sender sends the files of a batch.
type Sender struct {
	Service  *client.Client
	Share    bool   // ask for a share code for each result
	Tier     string // service tier: standard or slow
	Name     string // under which the service lists the files as a batch; "": none
	Callback string // name of the address that the service calls when a file has ended; "": none
	View     View
	Retry    *retry.Retrier
}

// Send sends the pending files, at most concurrency of them at a time. It sets the
// outcome of each file; a file that fails does not stop the others.
func (s *Sender) Send(ctx context.Context, files []*File, concurrency int) {
	finish(s.stage(ctx, s.begin(files), concurrency, s.send))
}

// begin shows the files and returns those to work on.
func (s *Sender) begin(files []*File) <-chan *File {
	s.View.Begin(files)
	pending := make(chan *File, len(files))
	for _, f := range files {
		if f.Pending() {
			pending <- f
		}
	}
	close(pending)
	return pending
}

// stage does work for each file of queue, at most concurrency at a time. It returns the
// files that have no outcome afterwards.
func (s *Sender) stage(ctx context.Context, queue <-chan *File, concurrency int, work func(context.Context, *File) error) <-chan *File {
	var workers sync.WaitGroup
	rest := make(chan *File, cap(queue))
	for range min(concurrency, cap(queue)) {
		workers.Go(func() {
			for f := range queue {
				if ended := s.process(ctx, f, work); !ended {
					rest <- f
				}
			}
		})
	}
	go func() {
		workers.Wait()
		close(rest)
	}()
	return rest
}

// finish waits until the last stage has ended.
func finish(rest <-chan *File) {
	for range rest { // the last stage leaves none
	}
}

// ErrStopped is the error of the files that have no outcome because the batch was stopped. A
// later run sends them, or takes up what was under way.
var ErrStopped = errors.New("stopped before its end")

// process does work for f, and reports whether f has an outcome then.
func (s *Sender) process(ctx context.Context, f *File, work func(context.Context, *File) error) (ended bool) {
	if ctx.Err() != nil {
		f.Err = ErrStopped
		return true
	}
	f.Err = work(ctx, f)
	if _, refused := errors.AsType[*client.Error](f.Err); f.Err != nil && f.Response == nil && !refused && ctx.Err() != nil {
		f.Err = ErrStopped
		return true
	}
	if f.Err == nil && f.Response == nil {
		return false
	}
	s.View.Ended(f)
	return true
}
