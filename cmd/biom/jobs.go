package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/display"
	"biom/cmd/internal/explain"
	"biom/shared/client"
)

type jobsCmd struct {
	Wait   waitCmd   `cmd:"" help:"Wait for jobs that process --async has submitted, and save their responses."`
	Cancel cancelCmd `cmd:"" help:"Cancel jobs, and have the service forget their responses."`
	List   listCmd   `cmd:"" help:"List the jobs of a directory or of a batch."`
}

type waitCmd struct {
	Jobs []string `arg:"" name:"job" help:"Directories with the responses of process --async, or IDs of jobs."`
	Out  string   `type:"path" placeholder:"DIR" default:"." help:"Save the responses of IDs in this directory. They are named FILE.biom.json."`

	Sending sendingFlags `embed:""`
}

// Run waits for the jobs and saves each response when it arrives.
func (c *waitCmd) Run(t *terminal) error {
	service, err := c.Sending.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	files, err := findJobs(c.Jobs, func(id string) (*batch.File, error) {
		job, err := service.Job(t.ctx, id)
		if err != nil {
			return nil, errors.New(explain.Error(err, c.Sending.Service.Server))
		}
		return batch.Named(job, c.Out), nil
	})
	if err != nil {
		return err
	}
	sender := batch.Sender{Service: service}
	return c.Sending.run(t, &sender, sender.Wait, files)
}

type cancelCmd struct {
	Jobs []string `arg:"" name:"job" help:"Directories with the responses of process --async, or IDs of jobs. End a command that waits for them first."`

	Service serverFlags `embed:""`
}

// Run cancels the jobs. The next run of process sends their reports as new uploads.
func (c *cancelCmd) Run(t *terminal) error {
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	files, err := findJobs(c.Jobs, func(id string) (*batch.File, error) {
		return batch.Named(&client.Job{ID: id}, ""), nil
	})
	if err != nil {
		return err
	}
	var cancelled, forgotten atomic.Int64
	err = eachJob(t.ctx, files, func(ctx context.Context, _ int, f *batch.File) error {
		switch err := service.CancelJob(ctx, f.Job()); {
		case err == nil:
			cancelled.Add(1)
		case batch.Forgotten(err):
			forgotten.Add(1)
		default:
			return errors.New(explain.Error(err, c.Service.Server))
		}
		f.Forget()
		return nil
	})
	fmt.Fprintf(t.Stdout, "%s cancelled", display.Plural(int(cancelled.Load()), "job"))
	if n := forgotten.Load(); n > 0 {
		fmt.Fprintf(t.Stdout, ", %d no longer there", n)
	}
	fmt.Fprintln(t.Stdout)
	return err
}

// eachJob calls do for each of files, for several at once, until one returns an error.
// Indexes count files from 0.
func eachJob(ctx context.Context, files []*batch.File, do func(ctx context.Context, index int, f *batch.File) error) error {
	calls, ctx := errgroup.WithContext(ctx)
	calls.SetLimit(8)
	for i, f := range files {
		calls.Go(func() error { return do(ctx, i, f) })
	}
	return calls.Wait()
}

// jobID matches the ID of a job. A word that it does not match is most likely a
// directory with a typing error.
var jobID = regexp.MustCompile(`^[0-9a-f]{32,64}$`)

// findJobs returns the files of the jobs that args name: those that the directories note,
// and byID's of the IDs.
func findJobs(args []string, byID func(id string) (*batch.File, error)) (files []*batch.File, err error) {
	for _, arg := range args {
		var found []*batch.File
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.IsDir():
			found, err = batch.Submitted(arg)
		case jobID.MatchString(arg):
			found = make([]*batch.File, 1)
			found[0], err = byID(arg)
		default:
			err = fmt.Errorf("%s is neither a directory nor the ID of a job", display.Printable(arg))
		}
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}
