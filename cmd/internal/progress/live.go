package progress

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/display"
	"biom/cmd/internal/explain"
	"biom/shared/client"
)

const (
	maxLiveLines  = 12 // more would not fit on a small terminal
	filenameWidth = 28 // characters
)

// Live shows a batch on a terminal. At the bottom it keeps a line for each file
// in progress, and one for the whole batch. The lines of files that have ended
// stay above them.
type Live struct {
	mu      sync.Mutex
	out     io.Writer
	now     func() time.Time
	start   time.Time
	tally   tally
	height  int // number of lines that are drawn again
	active  []*liveFile
	stop    chan struct{}
	stopped sync.WaitGroup
}

// liveFile is a file in progress.
type liveFile struct {
	file  *batch.File
	start time.Time
	last  client.Event
}

// NewLive returns a view that draws on out, a terminal. now is time.Now.
func NewLive(out io.Writer, now func() time.Time) *Live {
	return &Live{out: out, now: now, stop: make(chan struct{})}
}

// Begin starts the drawing.
func (v *Live) Begin(files []*batch.File) {
	v.start = v.now()
	for _, f := range files {
		if f.Pending() {
			v.tally.total++
		}
	}
	v.stopped.Go(func() { redraw(v.stop, &v.mu, func() { v.drawLocked("") }) })
}

// Close ends the drawing and removes the lines at the bottom.
func (v *Live) Close(batch.Summary) {
	close(v.stop)
	v.stopped.Wait()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.active, v.tally = nil, tally{}
	v.drawLocked("")
}

// Step shows a step of a file.
func (v *Live) Step(f *batch.File, e client.Event) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.findLocked(f).last = e
	v.drawLocked("")
}

// Waiting says when a file is sent again.
func (v *Live) Waiting(f *batch.File, wait time.Duration, cause error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.findLocked(f).last.Message = NextAttempt(wait, cause)
	v.drawLocked("")
}

// findLocked returns the line of f, a new one if it has none.
func (v *Live) findLocked(f *batch.File) *liveFile {
	if i := slices.IndexFunc(v.active, func(l *liveFile) bool { return l.file == f }); i >= 0 {
		return v.active[i]
	}
	l := &liveFile{file: f, start: v.now()}
	v.active = append(v.active, l)
	return l
}

// Ended moves the line of a file above the lines that are drawn again.
func (v *Live) Ended(f *batch.File) {
	v.mu.Lock()
	defer v.mu.Unlock()
	ended := v.findLocked(f)
	v.active = slices.DeleteFunc(v.active, func(l *liveFile) bool { return l == ended })
	v.tally.done++
	if f.Err != nil {
		v.tally.failed++
		v.drawLocked("✗ " + filenameColumn(f.Path) + "  " + explain.Plain(f.Err))
		return
	}
	v.drawLocked("✓ " + filenameColumn(f.Path) + "  " + elapsed(v.now().Sub(ended.start)))
}

// drawLocked writes the line ended, if it is not empty, and below it the lines at
// the bottom again. It makes one write, so that no half-drawn state is visible.
func (v *Live) drawLocked(ended string) {
	var b strings.Builder
	b.WriteString("\r") // overwrites the ^C that the terminal shows after Ctrl-C
	if v.height > 0 {
		fmt.Fprintf(&b, cursorUp, v.height)
	}
	if ended != "" {
		b.WriteString(ended + endOfLine)
	}
	b.WriteString(wrapOff)
	shown := v.active[:min(len(v.active), maxLiveLines)]
	for _, l := range shown {
		b.WriteString(l.line(v.now()) + endOfLine)
	}
	v.height = len(shown)
	if v.tally.total > 1 {
		b.WriteString(v.tally.line("done", v.now().Sub(v.start)))
		if hidden := len(v.active) - len(shown); hidden > 0 {
			fmt.Fprintf(&b, ", %d more under way", hidden)
		}
		b.WriteString(endOfLine)
		v.height++
	}
	_, _ = io.WriteString(v.out, b.String()+wrapOn+clearBelow) // a terminal that was closed must not stop the batch
}

func (l *liveFile) line(now time.Time) string {
	full := int(min(max(l.last.Progress, 0), 1) * fileBarWidth)
	return fmt.Sprintf("  %s  %s %4s %5s  %s", filenameColumn(l.file.Path),
		barOf(full, fileBarWidth), percent(l.last), elapsed(now.Sub(l.start)), activity(l.last))
}

// activity returns what is being done: the service's message, else the stage.
func activity(e client.Event) string {
	if e.Message == "" {
		return stageName(e)
	}
	return display.Printable(e.Message)
}

// filenameColumn returns path in the width of the column. Of a long path it
// keeps the end, which tells files apart.
func filenameColumn(path string) string {
	name := []rune(display.Printable(path))
	if len(name) > filenameWidth {
		name = append([]rune("…"), name[len(name)-filenameWidth+1:]...)
	}
	return string(name) + strings.Repeat(" ", filenameWidth-len(name))
}
