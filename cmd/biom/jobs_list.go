package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/display"
	"biom/cmd/internal/explain"
	"biom/shared/client"
)

type listCmd struct {
	Directory string `arg:"" optional:"" type:"path" default:"." help:"Directory with the responses of process --async. Default: the current one."`
	Batch     string `placeholder:"NAME" help:"List a batch of the user of the service key instead."`
	Status    string `enum:",queued,running,succeeded,failed" default:"" placeholder:"STATUS" help:"Only the jobs of the batch in this state: queued, running, succeeded or failed."`

	Service serverFlags `embed:""`
}

// Run lists jobs and their states.
func (c *listCmd) Run(t *terminal) error {
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	list := c.listDirectory
	if c.Batch != "" {
		list = c.listBatch
	}
	if err := list(t, service); err != nil {
		return errors.New(explain.Error(err, c.Service.Server))
	}
	return nil
}

// listBatch writes the jobs of the batch, page by page.
func (c *listCmd) listBatch(t *terminal, service *client.Client) error {
	query := client.BatchQuery{Status: client.JobStatus(c.Status), Limit: 1000}
	w := newTable(t.Stdout, "FILE", "STATUS", "HTTP", "SUBMITTED", "ENDED", "JOB")
	for {
		page, err := service.Batch(t.ctx, c.Batch, query)
		if err != nil {
			return err
		}
		for _, j := range page.Jobs {
			httpStatus := display.None
			if j.HTTPStatus != 0 {
				httpStatus = fmt.Sprint(j.HTTPStatus)
			}
			w.row(display.Printable(j.Filename), display.Printable(string(j.Status)), httpStatus, at(j.Created), at(j.Ended), display.Printable(j.ID))
		}
		if query.After = page.Next; query.After == "" {
			return w.close(page.Counts, page.Total)
		}
	}
}

// noLongerThere stands for the state of a job that the service has forgotten.
const noLongerThere client.JobStatus = "no longer there"

// listDirectory writes the jobs that the directory notes. The service is asked for the state of
// each.
func (c *listCmd) listDirectory(t *terminal, service *client.Client) error {
	files, err := batch.Submitted(c.Directory)
	if err != nil {
		return err
	}
	jobs, counts := make([]*client.Job, len(files)), map[client.JobStatus]int{}
	err = eachJob(t.ctx, files, func(ctx context.Context, i int, f *batch.File) (err error) {
		jobs[i], err = service.Job(ctx, f.Job())
		if batch.Forgotten(err) {
			jobs[i], err = &client.Job{Status: noLongerThere}, nil
		}
		return err
	})
	if err != nil {
		return err
	}
	w := newTable(t.Stdout, "FILE", "STATUS", "PROGRESS", "SUBMITTED", "EXPIRES", "JOB")
	for i, job := range jobs {
		counts[job.Status]++
		status := display.Printable(string(job.Status))
		if job.QueuePosition > 0 {
			status += fmt.Sprintf(", number %d", job.QueuePosition)
		}
		w.row(display.Printable(files[i].Path), status, fmt.Sprintf("%.0f%%", 100*job.Progress), at(job.Created), at(job.Expires), files[i].Job())
	}
	return w.close(counts, len(files))
}

// at returns a time to the second, in the local zone.
func at(when time.Time) string {
	if when.IsZero() {
		return display.None
	}
	return when.Local().Format(time.DateTime)
}

// jobTable writes rows of jobs and then their number.
type jobTable struct {
	out   io.Writer
	cells *tabwriter.Writer
}

func newTable(out io.Writer, head ...string) jobTable {
	t := jobTable{out, tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)}
	t.row(head...)
	return t
}

func (t jobTable) row(cells ...string) { fmt.Fprintln(t.cells, strings.Join(cells, "\t")) }

// close ends the table with the number of jobs in each state.
func (t jobTable) close(counts map[client.JobStatus]int, total int) error {
	if err := t.cells.Flush(); err != nil {
		return err
	}
	counted := []string{display.Plural(total, "job")}
	for _, status := range []client.JobStatus{client.JobQueued, client.JobRunning, client.JobSucceeded, client.JobFailed, noLongerThere} {
		if n := counts[status]; n > 0 {
			counted = append(counted, fmt.Sprintf("%d %s", n, status))
		}
	}
	_, err := fmt.Fprintln(t.out, "\n"+strings.Join(counted, ", "))
	return err
}
