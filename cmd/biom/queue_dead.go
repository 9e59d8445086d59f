package main

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"biom/cmd/internal/display"
	"biom/shared/broker"
	"biom/shared/job"
)

type deadCmd struct {
	Queue operatorFlags `embed:""`
}

// Run lists the dead jobs. Their records hold nothing of the documents.
func (c *deadCmd) Run(t *terminal) error {
	conn, err := c.Queue.connect(t)
	if err != nil {
		return err
	}
	defer conn.Close()
	w := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "REQUEST\tTIER\tACCEPTED\tDELIVERIES\tSTARTED\tREASON")
	for d, err := range job.DeadJobs(t.ctx, conn) {
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%s\n", d.ID, d.Tier, d.Accepted.Format(time.RFC3339), d.Deliveries, d.Attempts, d.Reason)
	}
	return w.Flush()
}

// deadJobsFlags name dead jobs.
type deadJobsFlags struct {
	Requests []string `arg:"" optional:"" name:"request" help:"IDs of requests, as biom queue dead lists them."`
	All      bool     `help:"All of that list."`

	Queue operatorFlags `embed:""`
}

// Validate returns an error unless either jobs are named or all are meant.
func (f deadJobsFlags) Validate() error {
	if f.All == (len(f.Requests) > 0) {
		return errors.New("name requests that biom queue dead lists, or give --all")
	}
	return nil
}

// find connects to the queue, and returns the records of the jobs that are meant. The caller closes conn.
func (f deadJobsFlags) find(t *terminal) (conn *broker.Conn, dead []job.Dead, err error) {
	if conn, err = f.Queue.connect(t); err != nil {
		return nil, nil, err
	}
	if dead, err = f.records(t, conn); err != nil {
		conn.Close()
		return nil, nil, err
	}
	return conn, dead, nil
}

func (f deadJobsFlags) records(t *terminal, conn *broker.Conn) (dead []job.Dead, err error) {
	if f.All {
		for d, err := range job.DeadJobs(t.ctx, conn) {
			if err != nil {
				return nil, err
			}
			dead = append(dead, d)
		}
		return dead, nil
	}
	for _, id := range f.Requests {
		d, err := job.FindDead(t.ctx, conn, id)
		if errors.Is(err, job.ErrNotDead) {
			return nil, fmt.Errorf("no job of the request %s was given up in the last seven days; nothing was done", display.Printable(id))
		}
		if err != nil {
			return nil, err
		}
		dead = append(dead, d)
	}
	return dead, nil
}

type retryCmd struct {
	Jobs deadJobsFlags `embed:""`
}

// Run has dead jobs read once more. It tells of each what became of it.
func (c *retryCmd) Run(t *terminal) error {
	conn, dead, err := c.Jobs.find(t)
	if err != nil {
		return err
	}
	defer conn.Close()
	refused := 0
	for _, d := range dead {
		request, err := job.Retry(t.ctx, conn, d)
		if err != nil {
			refused++
			fmt.Fprintf(t.Stdout, "%s is not retried: %s\n", d.ID, display.Printable(err.Error()))
			continue
		}
		fmt.Fprintf(t.Stdout, "%s is read once more, as %s\n", d.ID, display.Printable(request))
	}
	if refused > 0 {
		return fmt.Errorf("%d of %s not retried", refused, display.Plural(len(dead), "job"))
	}
	return nil
}

type purgeCmd struct {
	Jobs deadJobsFlags `embed:""`
	Yes  bool          `help:"Must stand beside --all: what is taken off the list does not come back."`
}

// Validate returns an error if all jobs would be purged by mistake.
func (c *purgeCmd) Validate() error {
	if c.Jobs.All && !c.Yes {
		return errors.New("--all needs --yes: what is taken off the list does not come back")
	}
	return nil
}

// Run deletes the records of dead jobs.
func (c *purgeCmd) Run(t *terminal) error {
	conn, dead, err := c.Jobs.find(t)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, d := range dead {
		if err := job.PurgeDead(t.ctx, conn, d); err != nil {
			return err
		}
	}
	fmt.Fprintf(t.Stdout, "%s purged\n", display.Plural(len(dead), "dead job"))
	return nil
}
