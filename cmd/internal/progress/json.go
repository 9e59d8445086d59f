package progress

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/display"
	"biom/shared/biometry"
	"biom/shared/client"
)

// JSON writes a line of JSON for each event of a batch. The member "event" is
// progress, waiting, saved, saved_before or failed; in the last line it is summary.
type JSON struct {
	mu    sync.Mutex
	out   io.Writer
	files []*batch.File
}

// NewJSON returns a view that writes to out.
func NewJSON(out io.Writer) *JSON { return &JSON{out: out} }

// jsonLine has the members of the lines about a file.
type jsonLine struct {
	Event      string           `json:"event"`
	File       string           `json:"file"`
	Stage      string           `json:"stage,omitempty"`
	Progress   *float64         `json:"progress,omitempty"`
	Attempt    int              `json:"attempt,omitempty"`
	RequestID  string           `json:"request_id,omitempty"`
	Saved      string           `json:"saved,omitempty"` // path of the file with the response
	ShareCode  string           `json:"share_code,omitempty"`
	Withheld   []string         `json:"withheld,omitempty"`
	Data       *biometry.Report `json:"data,omitempty"`       // the values, as in the response
	ExtraData  *biometry.Extra  `json:"extra_data,omitempty"` // as in the response
	Status     int              `json:"status,omitempty"`
	Code       string           `json:"code,omitempty"`
	Message    string           `json:"message,omitempty"`
	RetryAfter float64          `json:"retry_after,omitempty"` // seconds
	Details    client.Details   `json:"details,omitempty"`
}

// Begin writes a line for each file that is not sent: its response was saved before, or it
// cannot be saved.
func (v *JSON) Begin(files []*batch.File) {
	v.files = files
	for _, f := range files {
		if !f.Pending() {
			v.Ended(f)
		}
	}
}

// Close writes a line for each file that has no outcome because the batch was
// stopped, then the summary.
func (v *JSON) Close(s batch.Summary) {
	for _, f := range v.files {
		if errors.Is(f.Err, batch.ErrStopped) {
			v.Ended(f)
		}
	}
	v.write(struct {
		Event string `json:"event"`
		batch.Summary
	}{"summary", s})
}

// Step writes a step of a file. It leaves out the step with the result, because
// the response is saved only afterwards; Ended writes that.
func (v *JSON) Step(f *batch.File, e client.Event) {
	if e.Response == nil {
		v.write(jsonLine{Event: "progress", File: f.Path, Stage: e.Stage, Progress: &e.Progress, Attempt: e.Attempt, RequestID: e.RequestID, Message: e.Message})
	}
}

// Waiting says when a file is sent again, and why.
func (v *JSON) Waiting(f *batch.File, wait time.Duration, cause error) {
	line := jsonLine{Event: "waiting", File: f.Path}
	line.setError(cause)
	line.RetryAfter = wait.Seconds()
	v.write(line)
}

// Ended writes the outcome of a file.
func (v *JSON) Ended(f *batch.File) {
	line := jsonLine{Event: "saved", File: f.Path, Saved: f.Target}
	if f.Response != nil {
		line.RequestID = f.Response.Metadata.RequestID
		line.Withheld = biometry.WithheldFields(f.Response.Metadata.Extraction.Withheld)
		line.Data, line.ExtraData = &f.Response.Data, f.Response.ExtraData
		if s := f.Response.Biompin; s != nil && s.Pin != nil {
			line.ShareCode = *s.Pin
		}
	}
	switch {
	case errors.Is(f.Err, batch.ErrStopped):
		line = jsonLine{Event: "stopped", File: f.Path}
	case f.Err != nil:
		line.Event, line.Saved, line.Withheld, line.Data, line.ExtraData = "failed", "", nil, nil, nil
		line.setError(f.Err)
	case f.SavedBefore:
		line.Event = "saved_before"
	}
	v.write(line)
}

// setError sets the members that describe an error: those of the service's error
// response, or only a message. The message does not have the name of package
// client, which means nothing to the user.
func (l *jsonLine) setError(err error) {
	l.Message = strings.ReplaceAll(err.Error(), "client: ", "")
	e, ok := errors.AsType[*client.Error](err)
	if !ok {
		return
	}
	l.Status, l.Code, l.Message, l.RequestID, l.RetryAfter = e.Status, string(e.Code), e.Message, e.RequestID, e.RetryAfter.Seconds()
	l.Details = e.Details
}

// write writes one line.
func (v *JSON) write(line any) {
	text, err := json.Marshal(line)
	if err != nil {
		return // strings and numbers can always be written
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	fmt.Fprintln(v.out, display.EscapedJSON(string(text)))
}
