package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf16"

	"biom/shared/client"
)

// jsonView writes a line of JSON for whatever happens. Programs read "event":
// progress, waiting, saved, saved_before, failed, and one summary at the end.
type jsonView struct {
	mu    sync.Mutex
	w     io.Writer
	files []*uploadedFile
}

// jsonLine is what the lines about a file may have.
type jsonLine struct {
	Event      string         `json:"event"`
	File       string         `json:"file"`
	Stage      string         `json:"stage,omitempty"`
	Progress   *float64       `json:"progress,omitempty"`
	Attempt    int            `json:"attempt,omitempty"`
	RequestID  string         `json:"request_id,omitempty"`
	Saved      string         `json:"saved,omitempty"` // the file with the response
	ShareCode  string         `json:"share_code,omitempty"`
	Withheld   []string       `json:"withheld,omitempty"`
	Status     int            `json:"status,omitempty"`
	Code       string         `json:"code,omitempty"`
	Message    string         `json:"message,omitempty"`
	RetryAfter float64        `json:"retry_after,omitempty"` // seconds
	Details    client.Details `json:"details,omitempty"`
}

func (v *jsonView) begin(files []*uploadedFile) {
	v.files = files
	for _, u := range files {
		if !u.pending() {
			v.ended(u)
		}
	}
}

func (v *jsonView) close(s summary) {
	for _, u := range v.files {
		if errors.Is(u.err, errNotSent) {
			v.ended(u)
		}
	}
	v.write(struct {
		Event string `json:"event"`
		summary
	}{"summary", s})
}

func (v *jsonView) step(u *uploadedFile, e client.Event) {
	if e.Response == nil { // the file is saved after that: ended
		v.write(jsonLine{Event: "progress", File: u.path, Stage: e.Stage, Progress: &e.Progress, Attempt: e.Attempt, RequestID: e.RequestID, Message: e.Message})
	}
}

func (v *jsonView) waiting(u *uploadedFile, wait time.Duration, because error) {
	line := jsonLine{Event: "waiting", File: u.path}
	line.fail(because)
	line.RetryAfter = wait.Seconds()
	v.write(line)
}

func (v *jsonView) ended(u *uploadedFile) {
	line := jsonLine{Event: "saved", File: u.path, Saved: u.target, Withheld: u.info.Withheld}
	if u.response != nil {
		line.RequestID = u.response.Metadata.RequestID
		if s := u.response.Biompin; s != nil {
			line.ShareCode = text(s.Pin)
		}
	}
	switch {
	case u.err != nil:
		line.Event, line.Saved, line.Withheld = "failed", "", nil
		line.fail(u.err)
	case u.before:
		line.Event = "saved_before"
	}
	v.write(line)
}

func (l *jsonLine) fail(err error) {
	l.Message = strings.ReplaceAll(err.Error(), "client: ", "")
	e, ok := errors.AsType[*client.Error](err)
	if !ok {
		return
	}
	l.Status, l.Code, l.Message, l.RequestID, l.RetryAfter = e.Status, string(e.Code), e.Message, e.RequestID, e.RetryAfter.Seconds()
	l.Details = e.Details
}

func (v *jsonView) write(line any) {
	text, err := json.Marshal(line)
	if err != nil {
		return // of strings and numbers there is none
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	fmt.Fprintln(v.w, escaped(string(text)))
}

// escaped is JSON in which nothing is left that could steer a terminal:
// encoding/json leaves the C1 controls and the marks of reading direction.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch high, low := utf16.EncodeRune(r); {
		case unicode.IsPrint(r), r == '\n': // between members only: strings have \n escaped
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}
