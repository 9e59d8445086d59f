package progress

import (
	"fmt"
	"io"
	"sync"
	"time"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/display"
	"biom/cmd/internal/explain"
	"biom/shared/client"
)

// Plain writes a line for each step of each file: path, stage, percent. It is
// for output that does not go to a terminal.
type Plain struct {
	mu  sync.Mutex
	out io.Writer
}

// NewPlain returns a view that writes to out.
func NewPlain(out io.Writer) *Plain { return &Plain{out: out} }

// Begin writes nothing.
func (v *Plain) Begin([]*batch.File) {}

// Close writes nothing.
func (v *Plain) Close(batch.Summary) {}

// Step writes a step of a file.
func (v *Plain) Step(f *batch.File, e client.Event) { v.line(f, stageName(e), percent(e)) }

// Waiting says when a file is sent again.
func (v *Plain) Waiting(f *batch.File, wait time.Duration, cause error) {
	v.line(f, "waiting", NextAttempt(wait, cause))
}

// Ended writes a failure. A file that succeeded has its line already, because its
// result is a step.
func (v *Plain) Ended(f *batch.File) {
	if f.Err != nil {
		v.line(f, "failed", explain.Plain(f.Err))
	}
}

func (v *Plain) line(f *batch.File, stage, rest string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	fmt.Fprintf(v.out, "%s  %s  %s\n", display.Printable(f.Path), stage, rest)
}
