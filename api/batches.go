package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"biom/api/upload"
	"biom/shared/biometry"
	"biom/shared/clock"
	"biom/shared/job"
	"biom/shared/problem"
)

// A batch is the durable requests of a user that have the same name of a batch. It begins with its
// first request, and its list forgets each request with the request's record.

const (
	batchesPath = "/api/v1/biom/batches/"
	// maxBatch is how many reports a batch may have. Several apis at once may exceed it a little.
	maxBatch = 10_000
	// batchRecount is how long the known size of a batch is used before it is counted again.
	batchRecount = 5 * time.Second

	defaultBatchPage = 100
	maxBatchPage     = 1000
)

// batchBody is a page of a batch, as its user sees it.
type batchBody struct {
	Batch  string         `json:"batch"`
	Total  int            `json:"total"`
	Counts map[string]int `json:"counts"`
	Jobs   []batchJob     `json:"jobs"`
	Next   string         `json:"next,omitempty"`
}

// batchJob is one request of a batch.
type batchJob struct {
	ID         string   `json:"id"`
	Status     string   `json:"status"`
	HTTPStatus int      `json:"http_status,omitempty"`
	Filename   string   `json:"filename"`
	Created    string   `json:"created"`
	Ended      string   `json:"ended,omitempty"`
	Links      jobLinks `json:"links"`
}

func newBatchJob(e job.BatchEntry) batchJob {
	b := batchJob{
		ID: e.ID, Status: e.Status, HTTPStatus: e.HTTPStatus, Filename: e.Filename,
		Created: biometry.FormatTime(e.Created.UTC()), Links: linksOf(e.ID),
	}
	if !e.Ended.IsZero() {
		b.Ended = biometry.FormatTime(e.Ended.UTC())
	}
	return b
}

// batchSizes are the sizes of batches that were counted lately.
type batchSizes struct {
	mu    sync.Mutex
	known map[string]*batchSize // by user and name
}

type batchSize struct {
	size    int
	counted time.Time
}

// enterBatch returns a problem if the batch of a new request is full.
func (s *Server) enterBatch(c *call, r *request) error {
	user, batch := s.caller(c).user, r.upload.Batch
	if user == "" || batch == "" {
		return nil
	}
	size, known := s.batchSizes.enter(user+" "+batch, s.cfg.Now())
	if !known {
		ctx, cancel := context.WithTimeout(c.Request.Context(), s.cfg.RecordTimeout)
		defer cancel()
		var err error
		if size, err = s.cfg.Requests.CountBatch(ctx, user, batch); err != nil {
			return problem.Unavailable(queueRetry, "The batch could not be looked up. Nothing was charged; try again shortly.").Because(err)
		}
		s.batchSizes.note(user+" "+batch, size+1, s.cfg.Now())
	}
	if size >= maxBatch {
		return problem.New(http.StatusUnprocessableEntity, problem.RequestValidation, "The batch has %d reports, the most that it may have. Choose another name.", maxBatch).
			With("errors", biometry.Faults{{Path: "batch", Message: "is full"}})
	}
	return nil
}

// enter returns how many requests a batch had before a new one, if that is known.
func (b *batchSizes) enter(name string, now time.Time) (size int, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, size := range b.known {
		if now.Sub(size.counted) >= batchRecount {
			delete(b.known, name)
		}
	}
	if s := b.known[name]; s != nil {
		s.size++
		return s.size - 1, true
	}
	return 0, false
}

// note notes how many requests a batch has, unless that was counted meanwhile.
func (b *batchSizes) note(name string, size int, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known == nil {
		b.known = map[string]*batchSize{}
	}
	if b.known[name] == nil {
		b.known[name] = &batchSize{size: size, counted: now}
	} else {
		b.known[name].size++
	}
}

// noteInBatch writes the state that a durable request has reached into the list of its batch, if it is in one.
func (s *Server) noteInBatch(r *request) {
	record := r.claim.Copy()
	d := record.Durable
	if d.User == "" || d.Batch == "" {
		return
	}
	e := job.BatchEntry{ID: d.ID, Filename: d.Filename, Status: statusOf(&record), Created: d.Created, Ended: d.Ended, Forget: d.Forget}
	if record.Outcome != nil {
		e.HTTPStatus = record.Outcome.Status
	}
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
		err := s.cfg.Requests.NoteInBatch(ctx, d.User, d.Batch, r.claim.Name(), e)
		cancel()
		if err == nil {
			s.dropIfForgotten(r)
			return
		}
		if clock.Sleep(s.abortCtx, time.Second) != nil {
			return
		}
	}
	s.cfg.Log.Warn("the list of a batch could not be written", "request_id", r.header.ID)
}

// dropIfForgotten removes a request from the list of its batch if its client has deleted it: that may have been
// done before the list was written.
func (s *Server) dropIfForgotten(r *request) {
	if record, err := s.record(context.Background(), r.claim.Name()); err == nil && wasDeleted(record) {
		s.forgetInBatch(r.claim)
	}
}

// forgetInBatch removes a request from the list of its batch.
func (s *Server) forgetInBatch(claim *job.Claim) {
	d := claim.Copy().Durable
	if d.User == "" || d.Batch == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.cfg.RecordTimeout)
	defer cancel()
	if err := s.cfg.Requests.DropFromBatch(ctx, d.User, d.Batch, claim.Name()); err != nil {
		s.cfg.Log.Warn("a deleted request is still in the list of its batch", "request_id", claim.Header.ID, "error", err)
	}
}

// batchUser returns the user whose batches a call may see, and the name of the batch.
func (s *Server) batchUser(c *call) (user, batch string, err error) {
	batch = c.Param("batch")
	if user, err = s.user(c); err != nil {
		return "", "", err
	}
	if user == "" {
		c.Writer.Header().Set("WWW-Authenticate", "Bearer")
		return "", "", problem.New(http.StatusUnauthorized, problem.HTTP, "Batches belong to a user: send a valid service key in the header Authorization.")
	}
	if s.cfg.Requests == nil || !upload.IsName(batch) {
		return "", "", errUnknownBatch()
	}
	return user, batch, nil
}

func errUnknownBatch() error {
	return problem.New(http.StatusNotFound, problem.NotFound, "There is no such batch: it has no reports, or they have expired.")
}

// batch serves GET /api/v1/biom/batches/{batch}.
func (s *Server) batch(c *call) error {
	user, name, err := s.batchUser(c)
	if err != nil {
		return err
	}
	page, err := batchPage(c.Request)
	if err != nil {
		return err
	}
	entries, err := s.readBatch(c, user, name)
	if err != nil {
		return err
	}
	body := batchBody{Batch: name, Total: len(entries), Jobs: []batchJob{}, Counts: map[string]int{
		statusQueued: 0, statusRunning: 0, statusSucceeded: 0, statusFailed: 0,
	}}
	for _, e := range entries {
		body.Counts[e.Status]++
	}
	selected := slices.DeleteFunc(entries, func(e job.BatchEntry) bool {
		return page.status != "" && e.Status != page.status || cursorOf(e) <= page.after
	})
	if len(selected) > page.limit {
		selected = selected[:page.limit]
		body.Next = cursorOf(selected[page.limit-1])
	}
	for _, e := range selected {
		body.Jobs = append(body.Jobs, newBatchJob(e))
	}
	return s.json(c, http.StatusOK, body)
}

// readBatch returns the entries of a batch that are not forgotten, in the order of their creation.
func (s *Server) readBatch(c *call, user, name string) ([]job.BatchEntry, error) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), batchTimeout)
	defer cancel()
	entries, err := s.cfg.Requests.ReadBatch(ctx, user, name)
	if err != nil {
		if c.Request.Context().Err() != nil {
			return nil, errGone
		}
		return nil, problem.Unavailable(queueRetry, "The batch could not be looked up. Try again shortly.").Because(err)
	}
	entries = slices.DeleteFunc(entries, s.isForgotten)
	if len(entries) == 0 {
		return nil, errUnknownBatch()
	}
	slices.SortFunc(entries, func(a, b job.BatchEntry) int { return cmp.Compare(cursorOf(a), cursorOf(b)) })
	return entries, nil
}

// batchTimeout is how long the reading of a batch may take.
const batchTimeout = 10 * time.Second

func (s *Server) isForgotten(e job.BatchEntry) bool { return !s.cfg.Now().Before(e.Forget) }

// cursorOf returns a text whose order is that of the entries in a batch.
func cursorOf(e job.BatchEntry) string { return fmt.Sprintf("%016x-%s", e.Created.UnixMicro(), e.ID) }

// batchQuery is what a client asks of a batch.
type batchQuery struct {
	status string // "": all states
	limit  int
	after  string // the cursor of the last entry of the page before; "": the first page
}

// batchPage reads the query of a page.
func batchPage(r *http.Request) (batchQuery, error) {
	values := r.URL.Query()
	q := batchQuery{status: values.Get("status"), limit: defaultBatchPage, after: values.Get("after")}
	var faults biometry.Faults
	if states := []string{"", statusQueued, statusRunning, statusSucceeded, statusFailed}; !slices.Contains(states, q.status) {
		faults = append(faults, biometry.Fault{Path: "status", Message: "must be queued, running, succeeded or failed"})
	}
	if text := values.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > maxBatchPage {
			faults = append(faults, biometry.Fault{Path: "limit", Message: "must be a whole number from 1 to 1000"})
		}
		q.limit = n
	}
	if len(faults) > 0 {
		return q, problem.New(http.StatusUnprocessableEntity, problem.RequestValidation, "The query is not valid; details.errors lists every fault.").With("errors", faults)
	}
	return q, nil
}

// batchEvents serves GET /api/v1/biom/batches/{batch}/events.
func (s *Server) batchEvents(c *call) error {
	user, name, err := s.batchUser(c)
	if err != nil {
		return err
	}
	seen, err := lastEventID(c.Request)
	if err != nil {
		return err
	}
	if _, err := s.readBatch(c, user, name); err != nil {
		return err
	}
	s.openStream(c, view{id: c.id})
	if c.Request.Method == http.MethodHead {
		return nil
	}
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	defer context.AfterFunc(s.handOver, cancel)()
	entries := make(chan job.BatchEntry)
	followed := make(chan struct{})
	go func() {
		defer close(followed)
		_ = s.cfg.Requests.FollowBatch(ctx, user, name, uint64(seen), func(e job.BatchEntry) bool { // it ends with ctx
			select {
			case entries <- e:
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	defer func() { cancel(); <-followed }()
	return s.showBatchEvents(ctx, c, entries)
}

// showBatchEvents streams the ends of the requests of a batch until ctx ends.
func (s *Server) showBatchEvents(ctx context.Context, c *call, entries <-chan job.BatchEntry) error {
	heartbeat := time.NewTicker(s.cfg.Heartbeat)
	defer heartbeat.Stop()
	for {
		select {
		case e := <-entries:
			if e.Ended.IsZero() || s.isForgotten(e) {
				continue
			}
			c.stream.events = int(e.Sequence) - 1 // the stream adds one
			if err := c.stream.event("end", newBatchJob(e)); err != nil {
				return err
			}
		case <-heartbeat.C:
			if err := c.stream.heartbeat(); err != nil {
				return err
			}
		case <-ctx.Done():
			if c.Request.Context().Err() != nil {
				return errGone
			}
			return nil // the client comes back to another api
		}
	}
}
