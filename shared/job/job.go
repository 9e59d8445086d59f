package job

import (
	"encoding/json"
	"errors"
	"time"

	"biom/shared/admission"
	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/shared/problem"
)

// Header is the part of a job that is not encrypted. It holds nothing about a
// patient. It is authenticated: a worker rejects a job whose header was changed.
type Header struct {
	ID       string    `json:"id"`  // the request ID; also the ID of the charge and of the message
	API      string    `json:"api"` // the ID of the api process that waits for the result
	Tier     Tier      `json:"tier"`
	Accepted time.Time `json:"accepted"` // when the api accepted the request
	Deadline time.Time `json:"deadline"` // when the api responds 504; no provider call is started later
	// Caller is a token that is the same for all jobs of a caller and tells nothing else about
	// it. A worker divides its processors fairly between callers. Submit sets it.
	Caller string `json:"caller,omitempty"`
	// CallerKind is for operators alone. An api of an earlier version does not set it.
	CallerKind CallerKind `json:"caller_kind,omitempty"`
	// Work serves the forecast of the api that takes the request. It is not sent.
	Work admission.Work `json:"-"`
	// Upload is the name of a durable request: its file is not in the job, but among the
	// stored uploads.
	Upload string `json:"upload,omitempty"`
}

// CallerKind says who pays for an extraction.
type CallerKind string

// The kinds of callers.
const (
	Public       CallerKind = "public"           // the deployment, for anybody
	KeyHolder    CallerKind = "service key"      // the deployment, for a user with a service key
	OwnProviders CallerKind = "own provider key" // the caller, whom a vendor knows
)

// Job is one document to extract.
type Job struct {
	Header
	Kind        string // "pdf", "jpg", "png", "gif" or "bmp"
	Filename    string
	ProviderKey string // the caller's own provider key; "": the deployment's key is used
	File        []byte // Submit overwrites it if it has SealRoom bytes of spare capacity; nil if Header.Upload names it

	// Place is the job's place in the line of its caller's jobs; see [Client.Join]. It is not sent.
	// nil: the job is not counted for any caller.
	Place *admission.Place
}

// sealedMeta is the part of a job that is encrypted together with the file.
type sealedMeta struct {
	Kind        string `json:"kind"`
	Filename    string `json:"filename"`
	ProviderKey string `json:"provider_key,omitempty"`
}

// Result is how a worker ended a job. Either Report or Problem is set.
type Result struct {
	Report *biometry.Report `json:"report,omitempty"`
	Extra  *biometry.Extra  `json:"extra,omitempty"`
	Model  string           `json:"model,omitempty"` // the model that read the document
	// Withheld are the fields that were removed from the report because they are doubtful, and Reasons
	// says why, in the same order. A worker of an earlier version gives no reasons.
	Withheld []string                  `json:"withheld,omitempty"`
	Reasons  []biometry.WithheldReason `json:"reasons,omitempty"`
	// Evidence says where the values stand in the document. The api shows it to callers who ask for it.
	Evidence evidence.Evidence `json:"evidence,omitzero"`
	At       time.Time         `json:"at"`                // when the worker stored the result; set by the Worker
	Problem  *problem.Problem  `json:"problem,omitempty"` // the error response for the caller
	// Started reports whether a provider call was started, so that the charge
	// stands. It is set by the Worker.
	Started bool `json:"started"`
}

// Withhold adds values that were removed from the report.
func (r *Result) Withhold(values ...biometry.Withheld) {
	for _, w := range values {
		r.Withheld, r.Reasons = append(r.Withheld, w.Field), append(r.Reasons, w.Reason)
	}
}

// Doubtful returns the withheld fields with their reasons.
func (r *Result) Doubtful() []biometry.Withheld {
	var out []biometry.Withheld
	for i, field := range r.Withheld {
		w := biometry.Withheld{Field: field}
		if i < len(r.Reasons) {
			w.Reason = r.Reasons[i]
		}
		out = append(out, w)
	}
	return out
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

// StageProgress returns the share of the work, 0 to 1, that is done when a stage
// begins.
func StageProgress(stage string) float64 {
	switch stage {
	case StageAccepted:
		return 0.05
	case StageQueued:
		return 0.1
	case StagePreparing:
		return 0.2
	case StageExtracting:
		return 0.3
	case StageValidating:
		return 0.85
	case StageSharing:
		return 0.95
	}
	return 0
}

// Event is one step of progress. It is not encrypted, and the caller sees it:
// it may name a stage and fields, but never values, keys, token counts or
// timings of a model.
type Event struct {
	RequestID string    `json:"request_id"`
	Stage     string    `json:"stage"`
	Progress  float64   `json:"progress"` // 0 to 1
	Message   string    `json:"message"`
	Attempt   int       `json:"attempt,omitempty"`
	Fields    []string  `json:"fields,omitempty"` // the doubtful fields
	Timestamp time.Time `json:"timestamp"`        // encoded with milliseconds
}

// MarshalJSON encodes the event as a stream has it.
func (e Event) MarshalJSON() ([]byte, error) {
	type plain Event // without this method
	return json.Marshal(struct {
		plain
		Timestamp string `json:"timestamp"`
	}{plain(e), biometry.FormatTime(e.Timestamp)})
}

// Dead is the record of a job that was given up, without its document.
type Dead struct {
	Header
	Reason     string    `json:"reason"`
	Deliveries uint64    `json:"deliveries"` // how often the queue handed out the job
	Attempts   int       `json:"attempts"`   // how often its provider calls were started
	At         time.Time `json:"at"`         // when it was given up
}

// ReasonTooComplex is details.reason of the problem for a document that took too long to
// prepare. [admission] counts such documents against their caller.
const ReasonTooComplex = "too_complex"

// MaxMessage returns the largest size in bytes of a job's message, if the
// largest file has maxUpload bytes.
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

// openHeader reads the header of a job without decrypting the job. It does not
// verify the header; open does.
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

// open verifies and decrypts a job.
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
	return Job{Header: header, Kind: m.Kind, Filename: m.Filename, ProviderKey: m.ProviderKey, File: file}, nil
}

// sealResult encrypts a result and binds it to its job and api: openResult
// refuses it for any other job.
func sealResult(keys *Keyring, h Header, r Result) ([]byte, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return keys.seal(resultBinding(h.API, h.ID), body, nil)
}

// openResult verifies and decrypts the result of the job id of that api.
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
