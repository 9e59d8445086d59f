package job_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"biom/shared/job"
)

// giveUp has jobs given up, and returns the IDs of their requests.
func (b *bundle) giveUp(jobs ...job.Job) (ids []string) {
	b.t.Helper()
	stop := b.work(job.WorkerConfig{Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		return job.Result{}, errors.New("no result")
	}})
	defer stop()
	var tickets []*job.Ticket
	for _, j := range jobs {
		tickets = append(tickets, b.submit(j))
		ids = append(ids, j.ID)
	}
	for _, t := range tickets {
		b.await(t)
	}
	b.awaitEmptyQueue()
	slices.Sort(ids)
	return ids
}

// dead returns the IDs of the requests whose jobs are dead.
func (b *bundle) dead() (ids []string) {
	b.t.Helper()
	for d, err := range job.DeadJobs(b.t.Context(), b.conn) {
		if err != nil {
			b.t.Fatal(err)
		}
		ids = append(ids, d.ID)
	}
	slices.Sort(ids)
	return ids
}

func TestDeadJobsAreFoundAndPurged(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if dead := b.dead(); dead != nil {
		t.Errorf("%v in an empty list", dead)
	}
	ids := b.giveUp(newJob(), newJob())
	if dead := b.dead(); !slices.Equal(dead, ids) {
		t.Errorf("dead are %v, not %v", dead, ids)
	}
	for _, other := range []string{newJob().ID, "*", ">", "", "a.b", ids[0] + "*"} {
		if d, err := job.FindDead(t.Context(), b.conn, other); !errors.Is(err, job.ErrNotDead) {
			t.Errorf("%q: %+v, %v", other, d, err)
		}
	}
	d, err := job.FindDead(t.Context(), b.conn, ids[0])
	if err != nil || d.ID != ids[0] || d.Attempts != job.MaxAttempts {
		t.Fatalf("%+v, %v", d, err)
	}
	if err := job.PurgeDead(t.Context(), b.conn, d); err != nil {
		t.Fatal(err)
	}
	if dead := b.dead(); !slices.Equal(dead, ids[1:]) {
		t.Errorf("after the purge: %v", dead)
	}
}
