package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Bar shows the progress of a long command in one line at the bottom of a
// terminal. A nil Bar does nothing.
type Bar struct {
	mu      sync.Mutex
	out     io.Writer
	now     func() time.Time
	start   time.Time
	verb    string
	tally   tally
	drawn   bool
	stop    chan struct{}
	stopped sync.WaitGroup
}

// BarConfig says what a bar counts and where it is drawn.
type BarConfig struct {
	Stdout, Stderr io.Writer        // the bar is drawn on Stderr, if both are terminals
	Term           string           // value of the environment variable TERM
	Quiet          bool             // true: no bar
	Now            func() time.Time // nil: time.Now
	Verb           string           // what is done to each item: "read"
	Total          int              // number of items; at least 1
}

// StartBar draws a bar until it is closed. It returns nil if the command is to be
// quiet or its output is not a terminal.
func StartBar(cfg BarConfig) *Bar {
	if cfg.Quiet || !CanRedraw(cfg.Stdout, cfg.Term) || !CanRedraw(cfg.Stderr, cfg.Term) {
		return nil
	}
	b := newBar(cfg)
	b.stopped.Go(b.redraw)
	return b
}

func newBar(cfg BarConfig) *Bar {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	return &Bar{out: cfg.Stderr, now: cfg.Now, start: cfg.Now(), verb: cfg.Verb, tally: tally{total: cfg.Total}, stop: make(chan struct{})}
}

func (b *Bar) redraw() { redraw(b.stop, &b.mu, func() { b.drawLocked(b.line()) }) }

// Step counts one more item that is done or has failed.
func (b *Bar) Step(failed bool) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tally.done++
	if failed {
		b.tally.failed++
	}
	b.drawLocked(b.line())
}

// Close removes the bar from the terminal.
func (b *Bar) Close() {
	if b == nil {
		return
	}
	close(b.stop)
	b.stopped.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.drawLocked("")
}

// drawLocked replaces the bar by line, in one write. An empty line removes the bar.
func (b *Bar) drawLocked(line string) {
	text := "\r"
	if b.drawn {
		text += fmt.Sprintf(cursorUp, 1)
	}
	if b.drawn = line != ""; b.drawn {
		text += wrapOff + line + endOfLine + wrapOn
	}
	_, _ = io.WriteString(b.out, text+clearBelow) // a terminal that was closed must not stop the command
}

func (b *Bar) line() string { return b.tally.line(b.verb, b.now().Sub(b.start)) }
