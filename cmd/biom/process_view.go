package main

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"biom/shared/client"
)

// progressView shows a batch under way. step, waiting and ended may be called
// by several goroutines at once.
type progressView interface {
	begin(files []*uploadedFile)
	step(u *uploadedFile, e client.Event)
	waiting(u *uploadedFile, wait time.Duration, because error)
	ended(u *uploadedFile)
	close(s summary)
}

var (
	_ progressView = (*liveView)(nil)
	_ progressView = (*plainView)(nil)
	_ progressView = (*jsonView)(nil)
)

// newProgressView returns live lines on a terminal that can redraw them, else
// plain ones, or JSON where that is asked for.
func newProgressView(t *terminal, asJSON bool) progressView {
	switch {
	case asJSON:
		return &jsonView{w: t.stdout}
	case canRedraw(t.stderr):
		return newLiveView(t.stderr)
	}
	return &plainView{w: t.stderr}
}

// plainView writes a line for each step: name, stage, percent.
type plainView struct {
	mu sync.Mutex
	w  io.Writer
}

func (v *plainView) begin([]*uploadedFile) {}

func (v *plainView) close(summary) {}

func (v *plainView) step(u *uploadedFile, e client.Event) {
	v.line(u, stageName(e), percent(e))
}

func (v *plainView) waiting(u *uploadedFile, wait time.Duration, because error) {
	v.line(u, "waiting", nextTry(wait, because))
}

// ended tells of failures only: a result is a step.
func (v *plainView) ended(u *uploadedFile) {
	if u.err != nil {
		v.line(u, "failed", plainWords(u.err))
	}
}

func (v *plainView) line(u *uploadedFile, stage, rest string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	fmt.Fprintf(v.w, "%s  %s  %s\n", printable(u.path), stage, rest)
}

// stageName is the stage, with the attempt if it is not the first.
func stageName(e client.Event) string {
	if e.Attempt > 1 {
		return fmt.Sprintf("%s (attempt %d)", printable(e.Stage), e.Attempt)
	}
	return printable(e.Stage)
}

func percent(e client.Event) string { return fmt.Sprintf("%.0f%%", 100*e.Progress) }

func nextTry(wait time.Duration, because error) string {
	if e, ok := errors.AsType[*client.Error](because); ok {
		short := *e
		short.RetryAfter = 0 // said already
		because = &short
	}
	return "next try in " + waitFor(wait) + ": " + plainWords(because)
}
