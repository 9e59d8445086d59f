package api

import (
	"slices"
	"sync"
	"time"

	"biom/shared/job"
)

// journal is what can be seen of a request: its progress from the beginning, and its
// end. The goroutine that works on the request writes it. Whoever watches the request reads
// it, at any pace, and from any event on.
type journal struct {
	now func() time.Time

	mu       sync.Mutex
	id       string           // request ID; a repeat takes the ID of the request that it repeats
	replayed bool             // what is seen was, or is being, done for an earlier request
	detached bool             // the request goes on when its client leaves
	kept     *job.ClaimRecord // the record of a durable request that was accepted; nil: it is none, or not yet
	events   []job.Event
	ending   *ending       // nil until the request has ended
	changed  chan struct{} // closed, and replaced, when there is something new
}

// ending is how a request ended: with an outcome, or with an error.
type ending struct {
	outcome job.Outcome
	err     error
}

func newJournal(id string, now func() time.Time) *journal {
	return &journal{id: id, now: now, changed: make(chan struct{})}
}

// stageOrder lists the stages in the order in which a request passes them.
var stageOrder = []string{
	job.StageAccepted, job.StageQueued, job.StagePreparing, job.StageExtracting, job.StageValidating, job.StageSharing,
}

// maxEvents is how many events of a worker are kept. A job has about ten; a worker that
// sends them without end must not fill the memory while a client reads them slowly.
const maxEvents = 200

// stage adds the event for a stage that the api itself has begun, unless it is in that stage: a job may
// be queued many times.
func (j *journal) stage(name, message string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.events) > 0 && j.events[len(j.events)-1].Stage == name {
		return
	}
	j.append(job.Event{Stage: name, Progress: job.StageProgress(name), Message: message, Timestamp: j.now().UTC()})
}

// add adds an event of a worker.
func (j *journal) add(e job.Event) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.events) < maxEvents {
		j.append(e)
	}
}

// append adds an event. A job that is delivered again passes its stages again. Of these
// only the stage "extracting" of the new attempt is added, and the stages after those that
// were passed; and the progress never goes down.
func (j *journal) append(e job.Event) {
	stage := slices.Index(stageOrder, e.Stage)
	if stage < 0 {
		return
	}
	if len(j.events) > 0 {
		last := j.events[len(j.events)-1]
		if stage < slices.Index(stageOrder, last.Stage) && e.Stage != job.StageExtracting {
			return
		}
		e.Progress = max(e.Progress, last.Progress)
	}
	e.RequestID, e.Progress = j.id, min(e.Progress, 1)
	j.events = append(j.events, e)
	j.notify()
}

// addAll adds the events that wait in a channel.
func (j *journal) addAll(events <-chan *job.Event) {
	for {
		select {
		case e := <-events:
			j.add(*e)
		default:
			return
		}
	}
}

// withheld adds an event that names withheld fields, if there are any. It has the stage
// "validating", which is the stage that withheld them.
func (j *journal) withheld(fields []string) {
	if len(fields) == 0 {
		return
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.append(job.Event{
		Stage: job.StageValidating, Progress: job.StageProgress(job.StageValidating), Fields: fields,
		Message: "Doubtful values were left out", Timestamp: j.now().UTC(),
	})
}

// takeID makes the events from here on those of the request id. replayed says that an
// earlier request does the work.
func (j *journal) takeID(id string, replayed bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.id, j.replayed = id, j.replayed || replayed
}

// detach says that the request goes on when its client leaves.
func (j *journal) detach() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.detached = true
	j.notify()
}

// keep says that a durable request was accepted, with its record.
func (j *journal) keep(r job.ClaimRecord) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.kept = &r
	j.notify()
}

// load replaces what is in the journal by what is in the record of a durable request.
func (j *journal) load(r job.ClaimRecord) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.id = r.Header.ID
	if len(r.Durable.Events) > len(j.events) {
		j.events = slices.Clone(r.Durable.Events)
	}
	if r.Outcome != nil {
		j.ending = &ending{outcome: *r.Outcome}
	}
	j.notify()
}

// end ends the request.
func (j *journal) end(e ending) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.ending = &e
	j.notify()
}

func (j *journal) notify() {
	close(j.changed)
	j.changed = make(chan struct{})
}

// view is what is in a journal at a moment.
type view struct {
	id       string
	replayed bool
	detached bool
	kept     *job.ClaimRecord
	events   []job.Event
	ending   *ending
	changed  <-chan struct{} // is closed when there is more
}

// from returns what is in the journal, with the events from the n-th on.
func (j *journal) from(n int) view {
	j.mu.Lock()
	defer j.mu.Unlock()
	return view{j.id, j.replayed, j.detached, j.kept, j.events[min(n, len(j.events)):], j.ending, j.changed}
}

// begun reports whether the request has an event: then its client's stream is open, or
// will be.
func (j *journal) begun() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return len(j.events) > 0
}
