package callback

import (
	"encoding/json"
	"errors"
	"strings"
	"time"

	"biom/shared/biometry"
)

// The values of Event.Status.
const (
	Succeeded = "succeeded"
	Failed    = "failed"
)

// Event says that a job has ended.
type Event struct {
	ID       string    // the webhook-id: 1 to 100 of A-Z a-z 0-9 _ -, the same whenever this end of this job is queued
	User     string    // whose endpoint is told
	Endpoint string    // its name
	JobID    string    // the job
	Status   string    // Succeeded or Failed
	Batch    string    // the job's batch; "": none
	Time     time.Time // when the job ended
}

// idLetters are the characters of an event's ID. A full stop would make what is signed ambiguous.
const idLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

// check returns an error if a field is invalid.
func (e Event) check() error {
	switch {
	case e.ID == "" || len(e.ID) > 100 || strings.Trim(e.ID, idLetters) != "":
		return errors.New("callback: the ID of an event is 1 to 100 of the characters A-Z a-z 0-9 _ -")
	case e.User == "" || e.Endpoint == "" || e.JobID == "" || e.Time.IsZero():
		return errors.New("callback: an event has a user, an endpoint, a job and a time")
	case e.Status != Succeeded && e.Status != Failed:
		return errors.New("callback: the job of an event has succeeded or failed")
	}
	return nil
}

// jobs is the path of the jobs in the API.
const jobs = "/api/v1/biom/jobs/"

// body returns what is posted. It holds nothing of the document, nor its name.
func (e Event) body() ([]byte, error) {
	type links struct {
		Self   string `json:"self"`
		Events string `json:"events"`
		Result string `json:"result"`
	}
	type data struct {
		ID     string `json:"id"`
		Status string `json:"status"`
		Batch  string `json:"batch,omitempty"`
		Links  links  `json:"links"`
	}
	self := jobs + e.JobID
	return json.Marshal(struct {
		Type      string `json:"type"`
		Timestamp string `json:"timestamp"`
		Data      data   `json:"data"`
	}{
		"job." + e.Status, biometry.FormatTime(e.Time), data{e.JobID, e.Status, e.Batch, links{self, self + "/events", self + "/result"}},
	})
}
