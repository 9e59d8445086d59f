package doctor

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"biom/shared/broker"
	"biom/shared/job"
)

// questions is how many times the workers are asked: each time another one may answer.
const questions = 4

// Workers asks the workers whether they are there and have this process's job key, and reports whether they
// have answered. version is this program's, now this machine's clock.
func (r *Report) Workers(ctx context.Context, conn *broker.Conn, keys *job.Keyring, version string, now func() time.Time) bool {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	var asking errgroup.Group
	answers, errs := make([]job.Answer, questions), make([]error, questions)
	for i := range questions {
		asking.Go(func() error {
			answers[i], errs[i] = job.AskWorker(ctx, conn, keys, now)
			return nil
		})
	}
	_ = asking.Wait() // never fails
	for _, err := range errs {
		if err != nil {
			r.noAnswer(err)
			return false
		}
	}
	r.workerVersions(answers, version)
	r.workerKey(answers)
	return true
}

func (r *Report) noAnswer(err error) {
	switch {
	case errors.Is(err, job.ErrNoWorker):
		r.Warn("Workers", "Start biom worker.", "none listens: reports wait, and get 504")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, job.ErrSealed):
		r.Problem("Workers", "Give every api and worker the same BIOM_JOB_KEY, and run biom doctor worker on the machines of the workers.",
			"a worker got a question and did not answer: it has another BIOM_JOB_KEY, its clock is wrong, or it hangs")
	default:
		r.Problem("Workers", "Look at the log of the workers.", "%v", err)
	}
}

func (r *Report) workerVersions(answers []job.Answer, version string) {
	worst := answers[0]
	for _, a := range answers {
		if a.Version != version {
			r.Warn("Workers", "Give all roles one version; during an upgrade this is as it should be.", "a worker of version %q answered, this is %s", a.Version, version)
			return
		}
		if a.Gap.Abs() > worst.Gap.Abs() {
			worst = a
		}
	}
	r.OK("Workers", "%d of %d questions were answered, with the same BIOM_JOB_KEY, by version %s", len(answers), len(answers), version)
	r.clock("Workers' clocks", "a worker's clock", worst.Gap, worst.Around)
}

// workerKey judges the keys that the workers have at the provider.
func (r *Report) workerKey(answers []job.Answer) {
	for _, a := range answers {
		switch {
		case a.Fault != "":
			r.Warn("Workers' provider", "Run biom doctor worker on the machines of the workers.", "a worker says: %s", a.Fault)
			return
		case !a.State.Valid:
			r.Warn("Workers' provider", "Run biom doctor worker on the machines of the workers. With callers' keys alone this is as it should be.",
				"a worker says that it has no key that its provider accepts, or lacks a program")
			return
		}
	}
	r.OK("Workers' provider", "the workers say that it is ready")
}

// Results checks whether results in the queue open with keys: other roles have sealed them.
func (r *Report) Results(ctx context.Context, conn *broker.Conn, keys *job.Keyring) {
	opens, none, err := job.LatestResultOpens(ctx, conn, keys)
	switch {
	case err != nil:
		r.NotChecked("Job key", "Run biom doctor api.", "no result can be read: %v", err)
	case none:
		r.NotChecked("Job key", "Run biom doctor api, which asks the workers, or send a report and ask again.", "there is no result in the queue to try it on")
	case !opens:
		r.Problem("Job key", "Give every api and worker the same BIOM_JOB_KEY.", "the latest result in the queue does not open with it")
	default:
		r.OK("Job key", "the latest result in the queue opens with it")
	}
}
