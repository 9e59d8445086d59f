package main

import (
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/mattn/go-isatty"

	"biom/shared/client"
)

// progressView shows a batch under way. Its methods may be called by several
// goroutines at once.
type progressView interface {
	begin(files int)
	step(path string, e client.Event)
	ended(path string, err error)
	close()
}

// newProgressView returns live lines on a terminal that can redraw them, else
// plain ones.
func newProgressView(w io.Writer) progressView {
	if f, ok := w.(*os.File); ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb" {
		return newLiveView(w)
	}
	return &plainView{w: w}
}

// plainView writes a line for each step: name, stage, percent.
type plainView struct {
	mu sync.Mutex
	w  io.Writer
}

func (v *plainView) begin(int) {}

func (v *plainView) close() {}

func (v *plainView) step(path string, e client.Event) {
	v.line(path, stageName(e), percent(e))
}

// ended tells of failures only: a result is a step.
func (v *plainView) ended(path string, err error) {
	if err != nil {
		v.line(path, "failed", plainWords(err))
	}
}

func (v *plainView) line(path, stage, rest string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	fmt.Fprintf(v.w, "%s  %s  %s\n", printable(path), stage, rest)
}

// stageName is the stage, with the attempt if it is not the first.
func stageName(e client.Event) string {
	if e.Attempt > 1 {
		return fmt.Sprintf("%s (attempt %d)", printable(e.Stage), e.Attempt)
	}
	return printable(e.Stage)
}

func percent(e client.Event) string { return fmt.Sprintf("%.0f%%", 100*e.Progress) }
