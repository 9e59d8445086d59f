package api_test

import (
	"context"
	"sync"
	"time"

	"biom/api"
	"biom/shared/admission"
	"biom/shared/biometry"
	"biom/shared/job"
)

// fakeQueue is a queue whose worker is a function.
type fakeQueue struct {
	mu        sync.Mutex
	work      func(j job.Job, t ticketWriter) // called by Submit; nil: extractedResult at once
	submitErr error
	fate      func(job.Header) (job.Fate, error) // of an abandoned job; nil: no provider call was started
	overload  time.Duration                      // Retry-After of Forecast; 0: not overloaded
	line      *admission.Line

	submitted chan job.Job    // every job
	abandoned chan job.Header // the header of every abandoned job
	closed    chan string     // the request ID of every closed ticket
}

// ticketWriter has the sending ends of a ticket's channels.
type ticketWriter struct {
	progress chan<- *job.Event
	result   chan<- *job.Result
}

func newFakeQueue() *fakeQueue {
	return &fakeQueue{
		line:      admission.New(),
		submitted: make(chan job.Job, 1000), abandoned: make(chan job.Header, 1000), closed: make(chan string, 1000),
	}
}

var _ api.Queue = (*fakeQueue)(nil)

func (q *fakeQueue) Submit(_ context.Context, j job.Job) (api.Ticket, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.submitted <- j
	if j.Place != nil {
		j.Place.Started() // as if a worker had taken it at once
	}
	if q.submitErr != nil {
		return api.Ticket{}, q.submitErr
	}
	progress, result := make(chan *job.Event, 16), make(chan *job.Result, 1)
	if q.work == nil {
		result <- new(extractedResult())
	} else {
		q.work(j, ticketWriter{progress, result})
	}
	id := j.ID // the closure must not hold the file
	return api.Ticket{Progress: progress, Result: result, Close: func() { q.closed <- id }}, nil
}

func (q *fakeQueue) Abandon(_ context.Context, h job.Header) (job.Fate, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.abandoned <- h
	if q.fate == nil {
		return job.Fate{}, nil
	}
	return q.fate(h)
}

func (q *fakeQueue) Join(caller string, h job.Header) *admission.Place {
	return q.line.Join(caller, string(h.CallerKind), h.Work, h.Deadline.Sub(h.Accepted))
}

func (q *fakeQueue) Forecast(string, job.Header) (time.Duration, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.overload, q.overload > 0
}

// set changes the fake while the server runs.
func (q *fakeQueue) set(change func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	change()
}

// hold makes the worker do nothing with a job but pass its ticketWriter to the test.
func (q *fakeQueue) hold() <-chan ticketWriter {
	held := make(chan ticketWriter, 100)
	q.work = func(_ job.Job, t ticketWriter) { held <- t }
	return held
}

// extractedResult returns the result of a successful job.
func extractedResult() job.Result {
	al, ct := 23.45, 545
	return job.Result{
		Report: &biometry.Report{
			Biometer: biometry.Biometer{DeviceName: "IOLMaster700", Manufacturer: "Zeiss"},
			RightEye: biometry.Eye{AL: &al, CCT: &ct},
		},
		Model: "test-model", At: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), Started: true,
	}
}

// event returns a progress event.
func event(stage string, progress float64) job.Event {
	return job.Event{Stage: stage, Progress: progress, Message: "m", Timestamp: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
}
