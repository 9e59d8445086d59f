package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"biom/shared/biometry"
)

const jobsPath = "/api/v1/biom/jobs/"

// illegible is withheld from the report of each job.
var illegible = biometry.Withheld{Field: "left_eye.AL", Reason: biometry.NotLegible}

// fakeJobs are the jobs of a fakeService.
type fakeJobs struct {
	byID  map[string]*fakeJob
	byKey map[string]*fakeJob // as the service does, it gives a repeated key the same ID
	ids   []string            // in the order of their creation
	// state returns the status of a job that is asked for the nth time, from 1, and its
	// problem if it failed. Nil: it succeeds when it is asked for the second time.
	state   func(j *fakeJob, n int) (status, problem string)
	deleted []string
	expired map[string]bool // names of files whose jobs are forgotten, but not the outcomes of their keys
}

type fakeJob struct {
	id, name, key, batch, callback string
	asked                          int
}

func (j *fakeJobs) init() { j.byID, j.byKey = map[string]*fakeJob{}, map[string]*fakeJob{} }

// acceptJob answers an upload that asked for a job.
func (f *fakeService) acceptJob(w http.ResponseWriter, name string, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	key := r.Header.Get("Idempotency-Key")
	j := f.jobs.byKey[key]
	status, problem := "queued", ""
	switch {
	case f.jobs.expired[name]: // answered as a request without a job
		fakeJSON(w, http.StatusOK, fakeResponse(name, illegible))
		return
	case j == nil:
		j = &fakeJob{id: fmt.Sprintf("%032x", len(f.jobs.ids)+1), name: name, key: key, batch: r.FormValue("batch"), callback: r.FormValue("callback")}
		f.jobs.byKey[key] = j
		f.jobs.ids = append(f.jobs.ids, j.id)
	case f.jobs.state != nil:
		status, problem = f.jobs.state(j, j.asked)
	}
	f.jobs.byID[j.id] = j
	w.Header().Set("Location", jobsPath+j.id)
	fakeJSON(w, http.StatusAccepted, j.body(status, problem))
}

// body returns the job as the service describes it.
func (j *fakeJob) body(status, problem string) string {
	doc := map[string]any{
		"id": j.id, "status": status, "stage": "queued", "progress": 0.1, "filename": j.name,
		"created": "2026-11-22T12:00:00.000Z", "expires": "2026-11-22T13:00:00.000Z",
	}
	name, _, _ := strings.Cut(j.name, ".")
	switch status {
	case "queued":
		doc["queue_position"] = 3
	case "running":
		doc["stage"], doc["progress"] = "extracting", 0.3
	case "succeeded":
		doc["response"], doc["withheld"], doc["progress"] = json.RawMessage(fakeResponse(name, illegible)), []string{illegible.Field}, 1
	case "failed":
		doc["problem"] = json.RawMessage(problem)
	}
	var text strings.Builder
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(doc); err != nil {
		panic(err)
	}
	return text.String()
}

const noSuchJob = `{"success":false,"error":{"code":"NOT_FOUND","message":"There is no such job.","request_id":"r-404"}}`

// serveJob answers GET and DELETE of a job. It never lets a request wait.
func (f *fakeService) serveJob(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	j := f.jobs.byID[strings.TrimPrefix(r.URL.Path, jobsPath)]
	switch {
	case j == nil:
		fakeJSON(w, http.StatusNotFound, noSuchJob)
	case r.Method == http.MethodDelete:
		delete(f.jobs.byID, j.id)
		f.jobs.deleted = append(f.jobs.deleted, j.name)
		w.WriteHeader(http.StatusNoContent)
	default:
		j.asked++
		status, problem := "running", ""
		if f.jobs.state != nil {
			status, problem = f.jobs.state(j, j.asked)
		} else if j.asked > 1 {
			status = "succeeded"
		}
		w.Header().Set("ETag", fmt.Sprintf("%q", status+time.Now().String()))
		fakeJSON(w, http.StatusOK, j.body(status, problem))
	}
}

// forgetJobs has the service forget its jobs.
func (f *fakeService) forgetJobs() {
	f.mu.Lock()
	defer f.mu.Unlock()
	clear(f.jobs.byID)
}
