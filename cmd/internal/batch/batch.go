// Package batch uploads many files: it plans where the responses go, leaves out
// the files whose responses are saved, repeats uploads that failed for the moment,
// and saves each response when it arrives.
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
	Target      string             // path of the file with the response
	Response    *biometry.Response // nil: none has arrived
	Info        client.Info        // from the headers of the response
	Saved       bool               // the response is in Target
	SavedBefore bool               // an earlier run has saved the response
	Err         error              // if Response is set too, the response could not be saved
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
	Service *client.Client
	Share   bool   // ask for a share code for each result
	Tier    string // service tier: standard or slow
	View    View
	Retry   *retry.Retrier
}

// Send sends the pending files, at most concurrency of them at a time. It sets the
// outcome of each file; a file that fails does not stop the others.
func (s *Sender) Send(ctx context.Context, files []*File, concurrency int) {
	var senders sync.WaitGroup
	queue := make(chan *File)
	s.View.Begin(files)
	for range min(concurrency, len(files)) {
		senders.Go(func() {
			for f := range queue {
				s.process(ctx, f)
			}
		})
	}
	for _, f := range files {
		if f.Pending() {
			queue <- f
		}
	}
	close(queue)
	senders.Wait()
}

// ErrStopped is the error of the files that have no outcome because the batch was stopped. A
// later run sends them, or takes up what was under way.
var ErrStopped = errors.New("stopped before its end")

func (s *Sender) process(ctx context.Context, f *File) {
	if ctx.Err() != nil {
		f.Err = ErrStopped
		return
	}
	f.Err = s.send(ctx, f)
	if _, refused := errors.AsType[*client.Error](f.Err); f.Err != nil && f.Response == nil && !refused && ctx.Err() != nil {
		f.Err = ErrStopped
		return
	}
	s.View.Ended(f)
}
