package client

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"biom/shared/client/internal/sse"
)

// Batch is a page of the jobs that the user of the service key has submitted with one
// name in [Upload.Batch].
type Batch struct {
	Name   string            `json:"batch"`
	Total  int               `json:"total"`
	Counts map[JobStatus]int `json:"counts"`
	Jobs   []BatchJob        `json:"jobs"`           // in the order of their creation
	Next   string            `json:"next,omitempty"` // for [BatchQuery.After]; "" on the last page
}

// BatchJob is a job in a list. [Client.Job] returns all of it.
type BatchJob struct {
	ID         string    `json:"id"`
	Status     JobStatus `json:"status"`
	Filename   string    `json:"filename"`
	Created    time.Time `json:"created"`
	Ended      time.Time `json:"ended,omitzero"`       // zero until then
	HTTPStatus int       `json:"http_status,omitzero"` // 200, or the problem's; 0 until the job has ended
	EventID    string    `json:"-"`                    // of [Client.BatchEvents]
}

// BatchQuery chooses a page. Its zero value is the first page of all jobs.
type BatchQuery struct {
	Status JobStatus // "": jobs in any state
	Limit  int       // number of jobs on the page, up to 1000; 0: the service's default of 100
	After  string    // [Batch.Next] of the page before
}

// Batch returns a page of a batch. It needs [Config.APIKey]. A batch without jobs is an
// [*Error] with status 404.
func (c *Client) Batch(ctx context.Context, name string, q BatchQuery) (*Batch, error) {
	if !validBatchName(name) {
		return nil, errBatchName
	}
	query := url.Values{}
	if q.Status != "" {
		query.Set("status", string(q.Status))
	}
	if q.Limit != 0 {
		query.Set("limit", strconv.Itoa(q.Limit))
	}
	if q.After != "" {
		query.Set("after", q.After)
	}
	var out Batch
	if err := c.get(ctx, batchPath(name), query, c.authorize, &out); err != nil {
		return nil, err
	}
	return &out, nil
}

// BatchEvents returns a sequence that yields each job of a batch that has ended: first
// those that ended before, then each when it ends; of them those after the event with the
// ID after, if it is not "". It has no end of its own, because
// jobs may be added to the batch: leave the loop, or end ctx. Interruptions are got over
// as by [Client.JobEvents]. It needs [Config.APIKey].
func (c *Client) BatchEvents(ctx context.Context, name, after string) iter.Seq2[BatchJob, error] {
	return func(yield func(BatchJob, error) bool) {
		open := func(ctx context.Context) (*http.Request, error) {
			req, err := c.request(ctx, http.MethodGet, batchPath(name)+"/events", nil)
			if err == nil {
				c.authorize(req.Header)
			}
			return req, err
		}
		err := errBatchName
		if validBatchName(name) {
			err = c.follow(ctx, open, after, func(e sse.Event) bool { return passBatchJob(e, yield) })
		}
		if err != nil {
			yield(BatchJob{}, err)
		}
	}
}

// passBatchJob passes an event of a batch to yield. Later versions may add events of
// other names.
func passBatchJob(e sse.Event, yield func(BatchJob, error) bool) (more bool) {
	if e.Name != "end" {
		return true
	}
	job := BatchJob{EventID: e.ID}
	if json.Unmarshal(e.Data, &job) != nil || job.ID == "" {
		yield(BatchJob{}, errors.New("client: the server sent an event of a batch that cannot be read"))
		return false
	}
	return yield(job, nil)
}

func batchPath(name string) string { return "/api/v1/biom/batches/" + name }

var (
	batchName    = regexp.MustCompile(`^[0-9A-Za-z._~-]{1,64}$`)
	errBatchName = errors.New("client: the name of a batch is 1 to 64 letters, digits and the characters . _ ~ -")
)

// validBatchName reports whether a batch may have that name. "." and ".." would lead
// to another address.
func validBatchName(name string) bool {
	return batchName.MatchString(name) && name != "." && name != ".."
}
