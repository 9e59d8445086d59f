package job

import (
	"encoding/json"
	"errors"
	"time"

	"biom/shared/biometry"
	"biom/shared/problem"
)

// Header is the part of a job that is readable in the queue. It says nothing
// about a patient, and a worker that cannot verify it opens nothing.
type Header struct {
	ID       string    `json:"id"`  // request ID, charge ID and message ID
	API      string    `json:"api"` // whom results and progress go to
	Tier     Tier      `json:"tier"`
	Accepted time.Time `json:"accepted"`
	Deadline time.Time `json:"deadline"` // the api answers 504 here; nothing is started later
}

// Job is one document to extract.
type Job struct {
	Header
	Kind        string // "pdf", "jpg", "png", "gif" or "bmp"
	Filename    string
	ProviderKey string // the caller's own; "" uses the deployment's
	File        []byte
}

// sealedMeta is what is sealed beside the file's bytes.
type sealedMeta struct {
	Kind        string `json:"kind"`
	Filename    string `json:"filename"`
	ProviderKey string `json:"provider_key,omitempty"`
}

// Result ends a job: a report, or the problem that the caller is told.
type Result struct {
	Report   *biometry.Report `json:"report,omitempty"`
	Extra    *biometry.Extra  `json:"extra,omitempty"`
	Model    string           `json:"model,omitempty"`
	Withheld []string         `json:"withheld,omitempty"`
	At       time.Time        `json:"at"`
	Problem  *problem.Problem `json:"problem,omitempty"`
	// Started says that a provider call was started: the charge stands.
	Started bool `json:"started"`
}

// The stages of an extraction, in order.
const (
	StageAccepted   = "accepted"
	StageQueued     = "queued"
	StagePreparing  = "preparing"
	StageExtracting = "extracting" // again for each attempt
	StageValidating = "validating"
	StageSharing    = "sharing"
)

// Event is one step of progress. It travels unsealed: it may name a stage and
// fields, never values, keys, token counts or a model's timings.
type Event struct {
	RequestID string    `json:"request_id"`
	Stage     string    `json:"stage"`
	Progress  float64   `json:"progress"` // 0 to 1
	Message   string    `json:"message"`
	Attempt   int       `json:"attempt,omitempty"`
	Fields    []string  `json:"fields,omitempty"` // the fields in doubt
	Timestamp time.Time `json:"timestamp"`
}

// Dead is the record of a job that was given up.
type Dead struct {
	Header
	Reason     string    `json:"reason"`
	Deliveries uint64    `json:"deliveries"`
	Attempts   int       `json:"attempts"` // provider calls started
	At         time.Time `json:"at"`
}

// MaxMessage is the largest message that jobs with files of up to maxUpload
// bytes make.
func MaxMessage(maxUpload int) int { return maxUpload + 64<<10 }

func (j *Job) seal(keys *Keyring) ([]byte, error) {
	meta, err := json.Marshal(sealedMeta{j.Kind, j.Filename, j.ProviderKey})
	if err != nil {
		return nil, err
	}
	header, err := json.Marshal(j.Header)
	if err != nil {
		return nil, err
	}
	return keys.seal(header, meta, j.File)
}

// openHeader reads a job's header without its content. The content is
// verified by open.
func openHeader(msg []byte) (Header, error) {
	var h Header
	raw, _, err := split(msg)
	if err == nil {
		err = json.Unmarshal(raw, &h)
	}
	if err == nil && (h.ID == "" || h.API == "" || h.Deadline.IsZero()) {
		err = errors.New("job: header is incomplete")
	}
	return h, err
}

func open(keys *Keyring, msg []byte) (Job, error) {
	header, err := openHeader(msg)
	if err != nil {
		return Job{}, err
	}
	rawMeta, file, err := keys.open(msg)
	if err != nil {
		return Job{}, err
	}
	var m sealedMeta
	if err := json.Unmarshal(rawMeta, &m); err != nil {
		return Job{}, err
	}
	return Job{header, m.Kind, m.Filename, m.ProviderKey, file}, nil
}

// sealResult binds a result to its job and api, so that one cannot be put in
// the place of another.
func sealResult(keys *Keyring, h Header, r Result) ([]byte, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return keys.seal(resultBinding(h.API, h.ID), body, nil)
}

func openResult(keys *Keyring, api, id string, msg []byte) (Result, error) {
	header, _, err := split(msg)
	if err != nil {
		return Result{}, err
	}
	if string(header) != string(resultBinding(api, id)) {
		return Result{}, errors.New("job: the result is of another job")
	}
	body, _, err := keys.open(msg)
	if err != nil {
		return Result{}, err
	}
	var r Result
	if err := json.Unmarshal(body, &r); err != nil {
		return Result{}, err
	}
	if (r.Report == nil) == (r.Problem == nil) {
		return Result{}, errors.New("job: a result is either a report or a problem")
	}
	return r, nil
}

func resultBinding(api, id string) []byte { return []byte("result " + api + " " + id) }
