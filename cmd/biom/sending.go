package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/commandline"
	"biom/cmd/internal/progress"
	"biom/cmd/internal/retry"
)

// sendingFlags say how the files of a batch are worked on and shown.
type sendingFlags struct {
	Concurrency int           `short:"j" default:"4" help:"Files under way at once."`
	RetryFor    time.Duration `default:"10m" help:"How long to wait while the service is busy or away, since it last worked on a file; 0s: not at all."`
	Eyes        bool          `help:"Show the measurements of several files too, not of one alone."`
	JSON        bool          `name:"json" help:"Print what happens as lines of JSON."`

	Service serverFlags `embed:""`
}

// run has work, a method of sender, get the responses of files. It shows the progress and
// then how each file ended.
func (f *sendingFlags) run(t *terminal, sender *batch.Sender, work func(ctx context.Context, files []*batch.File, concurrency int), files []*batch.File) error {
	if f.Concurrency < 1 {
		return errors.New("--concurrency must be at least 1")
	}
	start := t.Now()
	sender.View, sender.Retry = f.view(t), retry.New(f.RetryFor, t.Pause)
	work(t.ctx, files, f.Concurrency)
	summary := batch.Summarize(files, t.Now().Sub(start))
	sender.View.Close(summary)
	if !f.JSON {
		batch.Report{Files: files, Summary: summary, Server: f.Service.Server, ShareAsked: sender.Share, ShowEyes: f.Eyes}.Write(t.Stdout)
	}
	if summary.ToGo > 0 {
		return commandline.Interrupted(fmt.Sprintf("stopped: %d to go; run the same command again to continue", summary.ToGo))
	}
	if summary.Failed > 0 {
		return fmt.Errorf("%d of %d files failed", summary.Failed, len(files))
	}
	return nil
}

// view returns the view of the batch: lines of JSON if --json is set, else live lines
// if the terminal can draw them, else plain lines.
func (f *sendingFlags) view(t *terminal) batch.View {
	switch {
	case f.JSON:
		return progress.NewJSON(t.Stdout)
	case progress.CanRedraw(t.Stderr, t.Getenv("TERM")):
		return progress.NewLive(t.Stderr, t.Now)
	}
	return progress.NewPlain(t.Stderr)
}
