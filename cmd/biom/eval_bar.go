package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
)

// bar shows how far a long command is, in one line at the bottom of a
// terminal. It is nil, and does nothing, where nobody would see it.
type bar struct {
	mu      sync.Mutex
	w       io.Writer
	now     func() time.Time
	start   time.Time
	done    string // what has been done to those that are: "read"
	total   tally
	drawn   bool
	stop    chan struct{}
	stopped sync.WaitGroup
}

// newBar begins a bar for total things, unless the output is to be quiet or
// goes anywhere but to a terminal.
func newBar(t *terminal, done string, total int, quiet bool) *bar {
	if quiet || !canRedraw(t.stdout) || !canRedraw(t.stderr) {
		return nil
	}
	b := &bar{w: t.stderr, now: time.Now, start: time.Now(), done: done, total: tally{of: total}, stop: make(chan struct{})}
	b.stopped.Go(b.tick)
	return b
}

// canRedraw tells a terminal on which a line can be drawn anew.
func canRedraw(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && os.Getenv("TERM") != "dumb"
}

func (b *bar) tick() { ticking(b.stop, &b.mu, func() { b.drawLocked(b.line()) }) }

// step counts one more that has ended.
func (b *bar) step(failed bool) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.total.done++
	if failed {
		b.total.failed++
	}
	b.drawLocked(b.line())
}

// close takes the bar away.
func (b *bar) close() {
	if b == nil {
		return
	}
	close(b.stop)
	b.stopped.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.drawLocked("")
}

// drawLocked writes line in place of the one before, in one piece.
func (b *bar) drawLocked(line string) {
	out := "\r"
	if b.drawn {
		out += fmt.Sprintf(lineUp, 1)
	}
	if b.drawn = line != ""; b.drawn {
		out += noWrap + line + lineEnd + wrap
	}
	_, _ = io.WriteString(b.w, out+clearing) // a terminal that is gone takes nothing with it
}

func (b *bar) line() string { return b.total.line(b.done, b.now().Sub(b.start)) }
