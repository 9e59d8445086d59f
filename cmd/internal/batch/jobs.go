package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"biom/cmd/internal/display"
	"biom/cmd/internal/draft"
	"biom/shared/client"
	"biom/shared/problem"
)

// SendAsync has the service keep each pending file as a job. At most concurrency files
// are submitted at a time. The jobs are waited for in the order of their submission, as
// many at a time, and go on if the program ends: a later run waits for those that were
// submitted and submits the others.
func (s *Sender) SendAsync(ctx context.Context, files []*File, concurrency int) {
	submitted := s.stage(ctx, s.begin(files), concurrency, s.submit)
	finish(s.stage(ctx, submitted, concurrency, s.fetch))
}

// Wait waits for the jobs of files, at most concurrency at a time, and saves the
// responses. It submits nothing.
func (s *Sender) Wait(ctx context.Context, files []*File, concurrency int) {
	finish(s.stage(ctx, s.begin(files), concurrency, func(ctx context.Context, f *File) error {
		return s.conclude(ctx, f, func() (*client.Job, error) {
			job, err := s.Service.Job(ctx, f.series.Job)
			return s.untilEnd(ctx, f, job, err)
		})
	}))
}

// submit has the service keep a file as a job, unless an earlier run did.
func (s *Sender) submit(ctx context.Context, f *File) error {
	return s.withReport(f, func(upload client.Upload) error {
		if f.series.Job != "" && f.series.Key == upload.IdempotencyKey {
			return nil
		}
		var job *client.Job
		err := s.Retry.Do(ctx, func() (err error) {
			job, err = s.submitOnce(ctx, f, upload)
			return f.series.note(err)
		}, s.waiting(f))
		if err != nil {
			f.series.endIfFinal(err)
			return err
		}
		if job.ID == "" { // the service has the response, but no job any more, or none ever
			return s.save(f, job)
		}
		return nil
	})
}

// submitOnce submits a file, and notes its job before anything else is done with it.
func (s *Sender) submitOnce(ctx context.Context, f *File, upload client.Upload) (*client.Job, error) {
	s.View.Step(f, client.Event{Stage: stageSending})
	job, err := s.Service.Submit(ctx, upload)
	if err != nil || job.ID == "" {
		return job, err
	}
	if err := f.series.accepted(upload.IdempotencyKey, job.ID); err != nil {
		return nil, fmt.Errorf("the job cannot be noted, but the same command takes it up: %w", err)
	}
	if !job.HasEnded() {
		s.View.Step(f, stepOf(job))
	}
	return job, nil
}

// errForgotten says that the service no longer has a job.
var errForgotten = errors.New("the service no longer has the job: it has expired or was cancelled")

// fetch waits for the job of a file and saves the response. If the service no longer has
// the job, or the job failed because the service was busy, the file is submitted again.
func (s *Sender) fetch(ctx context.Context, f *File) error {
	wasBusy := false // the job has failed so, and this has waited since
	return s.conclude(ctx, f, func() (*client.Job, error) {
		job, err := s.Service.Job(ctx, f.series.Job)
		switch {
		case Forgotten(err):
			s.View.Waiting(f, 0, errForgotten)
			job, err = s.resubmit(ctx, f)
		case err == nil && wasBusy && busy(job):
			job, err = s.resubmit(ctx, f)
		}
		job, err = s.untilEnd(ctx, f, job, err)
		wasBusy = err == nil && busy(job)
		return job, err
	})
}

// busy reports whether a job has failed in a way that asks for another try.
func busy(job *client.Job) bool {
	return job.Status == client.JobFailed && client.Retryable(job.Problem)
}

// Forgotten reports whether err, of a call for a job, says that the service has no such
// job.
func Forgotten(err error) bool {
	e, refused := errors.AsType[*client.Error](err)
	return refused && e.Status == http.StatusNotFound && e.Code == problem.NotFound
}

// resubmit submits a file once more, under the same key, so that it is not charged again if
// the service still knows that it was charged. If the key only leads to the same
// failure, the file becomes a new upload.
func (s *Sender) resubmit(ctx context.Context, f *File) (job *client.Job, err error) {
	submit := func(upload client.Upload) (err error) {
		job, err = s.submitOnce(ctx, f, upload)
		return err
	}
	if err = s.withReport(f, submit); err != nil || !busy(job) {
		return job, err
	}
	if err = f.series.renew(); err != nil {
		return nil, cannotSave(err)
	}
	return job, s.withReport(f, submit)
}

// untilEnd shows the states of a job until it has ended. err is the error of the call
// that returned job.
func (s *Sender) untilEnd(ctx context.Context, f *File, job *client.Job, err error) (*client.Job, error) {
	for err == nil && !job.HasEnded() {
		s.Retry.Answered()
		s.View.Step(f, stepOf(job))
		job, err = s.Service.PollJob(ctx, job)
	}
	return job, err
}

// conclude calls wait until it returns a job that has ended, repeatedly if need be, and
// saves the response.
func (s *Sender) conclude(ctx context.Context, f *File, wait func() (*client.Job, error)) error {
	var job *client.Job
	err := s.Retry.Do(ctx, func() (err error) {
		if job, err = wait(); err == nil && job.Problem != nil {
			return job.Problem
		}
		return err
	}, s.waiting(f))
	if err == nil {
		return s.save(f, job)
	}
	if job != nil && job.Problem != nil && !busy(job) {
		f.series.end()
	}
	return err
}

// save saves the response of a job that has succeeded.
func (s *Sender) save(f *File, job *client.Job) error {
	s.View.Step(f, stepOf(job))
	if err := f.save(job.Response, job.Raw); err != nil {
		return err
	}
	f.series.end()
	return nil
}

// stepOf returns the event that shows the state of a job.
func stepOf(job *client.Job) client.Event {
	e := client.Event{Stage: job.Stage, Progress: job.Progress, Response: job.Response}
	switch {
	case job.Status == client.JobSucceeded:
		e.Stage, e.Progress = client.StageResult, 1
	case job.Status == client.JobQueued && job.QueuePosition > 0:
		e.Message = fmt.Sprintf("number %d of yours in the queue", job.QueuePosition)
	}
	return e
}

// Job returns the ID of the job as which the file was submitted, "" if it was not.
func (f *File) Job() string {
	if f.series == nil {
		return ""
	}
	return f.series.Job
}

// Forget has the next run send the file as a new upload.
func (f *File) Forget() { f.series.end() }

// Submitted returns the files whose jobs runs of the program have submitted and not
// fetched, by their state below a directory of responses.
func Submitted(directory string) (files []*File, err error) {
	err = filepath.WalkDir(directory, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		if err != nil || !strings.HasPrefix(name, statePrefix) || !strings.HasSuffix(name, stateSuffix) {
			return err
		}
		s := readSeries(path)
		if s == nil || s.Job == "" || filepath.Base(s.Response) != s.Response {
			return nil
		}
		target := filepath.Join(filepath.Dir(path), s.Response)
		if response, err := os.Stat(target); err == nil && removeOutdated(path, response) {
			return nil
		}
		files = append(files, &File{Path: strings.TrimSuffix(target, Suffix), Target: target, series: s})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("%s cannot be searched for jobs: %w", display.Printable(directory), err)
	}
	slices.SortFunc(files, func(a, b *File) int { return strings.Compare(a.Target, b.Target) })
	return files, nil
}

// Named returns the file of a job that another program has submitted. Its response goes
// into a directory, under the name that the job has for its report.
func Named(job *client.Job, directory string) *File {
	name := filepath.Base(filepath.Clean(filepath.FromSlash(job.Filename)))
	if !filepath.IsLocal(name) || name == "." || strings.HasPrefix(name, ".") {
		name = "report"
	}
	f := &File{Path: name, Target: filepath.Join(directory, name+Suffix), series: &series{state: state{Job: job.ID}}}
	switch existing, err := draft.Check(f.Target); {
	case err != nil:
		f.Err = cannotSave(err)
	case existing != nil:
		f.Err = fmt.Errorf("%s exists already: --out names another directory", display.Printable(f.Target))
	}
	return f
}
