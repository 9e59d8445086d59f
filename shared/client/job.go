package client

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"biom/shared/biometry"
)

// JobStatus is the state of a job.
type JobStatus string

// The states of a job: queued → running → succeeded or failed.
const (
	JobQueued    JobStatus = "queued"
	JobRunning   JobStatus = "running"
	JobSucceeded JobStatus = "succeeded"
	JobFailed    JobStatus = "failed"
)

// Job is a report that the service processes by itself, whether or not its client
// waits. The service keeps its result until Expires.
type Job struct {
	ID            string    `json:"id"` // whoever knows it can read the result, unless the job was made with a service key
	Status        JobStatus `json:"status"`
	Stage         string    `json:"stage"`                    // accepted, queued, preparing, extracting, validating, sharing
	Progress      float64   `json:"progress"`                 // 0 to 1; never decreases
	QueuePosition int       `json:"queue_position,omitempty"` // among the caller's jobs, from 1; 0 if not known or not queued
	Batch         string    `json:"batch,omitempty"`
	Filename      string    `json:"filename"`
	Created       time.Time `json:"created"`
	Ended         time.Time `json:"ended,omitzero"`     // zero until then
	Expires       time.Time `json:"expires"`            // when the service forgets the job
	Withheld      []string  `json:"withheld,omitempty"` // as in [Info]

	// Response is set if Status is JobSucceeded; Raw is its JSON as the service sent
	// it. Save this form: it also has the members that this client does not know.
	Response *biometry.Response `json:"-"`
	Raw      json.RawMessage    `json:"-"`
	// Problem is set if Status is JobFailed: the error that a request which waited
	// would have had.
	Problem *Error `json:"-"`

	etag       string
	retryAfter time.Duration // when to ask again
}

// HasEnded reports whether the job has succeeded or failed.
func (j *Job) HasEnded() bool { return j.Status == JobSucceeded || j.Status == JobFailed }

// maxWait is how long the service lets a request wait for a job.
const maxWait = time.Minute

// Submit uploads a report and returns its job as soon as the service has accepted it,
// or after [Upload.Wait] or the job's end, whichever is first. The job goes on when
// the client leaves. The error is that of a report that was not accepted: then there is
// no job.
//
// With an [Upload.IdempotencyKey] it is safe to repeat Submit: the service then returns
// the same job.
func (c *Client) Submit(ctx context.Context, u Upload) (*Job, error) {
	prefer := "respond-async"
	if u.Wait > 0 {
		prefer += ", wait=" + inSeconds(u.Wait)
	}
	res, err := c.post(ctx, &u, false, prefer)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if u.Info != nil {
		u.Info.setFromHeader(res.Header)
	}
	return c.submitted(ctx, res)
}

// submitted returns the job of a response to Submit. If the job has ended, the response
// is that of a request that waited, and has the job's address.
func (c *Client) submitted(ctx context.Context, res *http.Response) (*Job, error) {
	job := &Job{ID: jobIDOf(res.Header.Get(headerLocation)), Progress: 1}
	switch {
	case res.StatusCode == http.StatusAccepted:
		return c.readJob(ctx, res)
	case res.StatusCode == http.StatusOK:
		response, raw, err := c.readResponse(ctx, res)
		if err != nil {
			return nil, err
		}
		job.Status, job.Response, job.Raw = JobSucceeded, response, raw
		job.Withheld = splitList(res.Header.Values(headerWithheld))
		return job, nil
	case job.ID != "":
		job.Status, job.Problem = JobFailed, c.responseError(res)
		return job, nil
	}
	return nil, c.responseError(res)
}

// Job returns the state of a job, with its response or its problem if it has ended. A
// job that is unknown, cancelled, expired or another user's is an [*Error] with status
// 404.
func (c *Client) Job(ctx context.Context, id string) (*Job, error) { return c.askJob(ctx, id, 0, "") }

// longPoll is how long a request waits for a change of a job. Proxies often end a
// request that takes a minute.
const longPoll = 30 * time.Second

// PollJob waits until job has another state than it had, at most about half a minute,
// and returns the latest state. Call it until [Job.HasEnded]; or use
// [Client.WaitJob], which does so and gets over interruptions.
func (c *Client) PollJob(ctx context.Context, job *Job) (*Job, error) {
	begin := time.Now()
	latest, err := c.askJob(ctx, job.ID, longPoll, job.etag)
	unchanged, ok := errors.AsType[*Error](err)
	if !ok || unchanged.Status != http.StatusNotModified {
		return latest, err
	}
	if err := sleep(ctx, unchanged.RetryAfter-time.Since(begin)); err != nil {
		return nil, err
	}
	return job, nil
}

// WaitJob waits until a job has ended, and returns it with its response or its problem.
// It gets over restarts of the service and failures of the network, for
// [Config.RetryFor] each, and waits as long as the service asks it to.
func (c *Client) WaitJob(ctx context.Context, id string) (*Job, error) {
	var failing outage
	for {
		begin := time.Now()
		job, err := c.askJob(ctx, id, longPoll, "")
		switch {
		case err == nil && job.HasEnded():
			return job, nil
		case err == nil: // a service that answers early, because it stops, must not be asked in a tight loop
			failing = outage{}
			err = sleep(ctx, job.retryAfter-time.Since(begin))
		default:
			err = failing.pause(ctx, err, c.retryFor)
		}
		if err != nil {
			return nil, err
		}
	}
}

// ErrNotEnded says that a job has no result yet.
var ErrNotEnded = errors.New("client: the job has not ended")

// JobResult returns the response of a job. Its error is [ErrNotEnded], or the [*Error]
// that a request which waited would have had.
func (c *Client) JobResult(ctx context.Context, id string) (*Retrieved, error) {
	req, err := c.jobRequest(ctx, http.MethodGet, id, "/result")
	if err != nil {
		return nil, err
	}
	res, err := c.do(req, http.StatusAccepted)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusAccepted {
		return nil, ErrNotEnded
	}
	return c.readRetrieved(ctx, res)
}

// CancelJob cancels a job that has not ended, and has the service forget its result. A
// job that is unknown, cancelled, expired or another user's is an [*Error] with status
// 404.
func (c *Client) CancelJob(ctx context.Context, id string) error {
	req, err := c.jobRequest(ctx, http.MethodDelete, id, "")
	if err != nil {
		return err
	}
	res, err := c.roundTrip(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusNoContent {
		return c.responseError(res)
	}
	return nil
}

// askJob asks for a job. The service answers when the job has ended, or has another
// ETag than etag, or after wait. If the job still has that ETag, the error is an
// [*Error] with status 304.
func (c *Client) askJob(ctx context.Context, id string, wait time.Duration, etag string) (*Job, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, wait+c.idle, ErrSilent)
	defer cancel()
	req, err := c.jobRequest(ctx, http.MethodGet, id, "")
	if err != nil {
		return nil, err
	}
	if wait > 0 {
		req.URL.RawQuery = url.Values{"wait": {inSeconds(wait)}}.Encode()
	}
	if etag != "" {
		req.Header.Set("If-None-Match", etag)
	}
	res, err := c.do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return c.readJob(ctx, res)
}

// jobRequest returns a request to the address of a job, or to a path below it.
func (c *Client) jobRequest(ctx context.Context, method, id, below string) (*http.Request, error) {
	if !jobID.MatchString(id) {
		return nil, errors.New("client: that is no ID of a job: it consists of letters and digits")
	}
	req, err := c.request(ctx, method, "/api/v1/biom/jobs/"+id+below, nil)
	if err != nil {
		return nil, err
	}
	c.authorize(req.Header)
	return req, nil
}

// jobID matches every ID of a job. What it does not match could lead to another
// address.
var jobID = regexp.MustCompile(`^[0-9A-Za-z_-]{1,128}$`)

// jobIDOf returns the ID of the job at an address, "" if it is not the address of a job.
func jobIDOf(location string) string {
	_, id, found := strings.Cut(location, "/api/v1/biom/jobs/")
	if !found || !jobID.MatchString(id) {
		return ""
	}
	return id
}

// readJob reads a job from a response.
func (c *Client) readJob(ctx context.Context, res *http.Response) (*Job, error) {
	raw, err := c.readJSONBody(ctx, res)
	if err != nil {
		return nil, err
	}
	var body struct {
		Job
		Response json.RawMessage `json:"response"`
		Problem  json.RawMessage `json:"problem"`
	}
	if json.Unmarshal(raw, &body) != nil || !jobID.MatchString(body.ID) {
		return nil, errors.New("client: the server's answer is not a job")
	}
	job := &body.Job
	job.etag, job.retryAfter = res.Header.Get("ETag"), retryAfter(res.Header.Get(headerRetryAfter), time.Now())
	switch job.Status {
	case JobSucceeded:
		job.Raw = body.Response
		job.Response, err = parseResponse(body.Response)
	case JobFailed:
		job.Problem = c.problemOf(body.Problem)
	}
	return job, err
}

// inSeconds returns d in whole seconds, at least 1.
func inSeconds(d time.Duration) string {
	return strconv.Itoa(max(int(d/time.Second), 1))
}
