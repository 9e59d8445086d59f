package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"biom/shared/client"
)

// What a terminal understands since the VT100. Lines are cut at its edge
// instead of wrapped while the view draws, so that the lines it goes back over
// are as many as it wrote, whatever the width.
const (
	lineUp   = "\x1b[%dA"
	lineEnd  = "\x1b[K\n" // clears what stood there before; all at once would flicker
	clearing = "\x1b[J"   // everything below
	noWrap   = "\x1b[?7l"
	wrap     = "\x1b[?7h"
)

const (
	liveTick = 250 * time.Millisecond
	liveMost = 12 // lines at once; more would not fit on a small terminal
	liveName = 28
	liveBar  = 12
)

// liveView keeps a line for each file under way at the bottom of the terminal,
// and one for all; those that have ended stand above them for good.
type liveView struct {
	mu     sync.Mutex
	w      io.Writer
	now    func() time.Time
	start  time.Time
	total  tally
	height int // lines to go back over
	active []*liveFile
	stop   chan struct{}
	ticked sync.WaitGroup
}

type liveFile struct {
	of    *uploadedFile
	start time.Time
	last  client.Event
}

func newLiveView(w io.Writer) *liveView {
	return &liveView{w: w, now: time.Now, stop: make(chan struct{})}
}

func (v *liveView) begin(files []*uploadedFile) {
	v.start = v.now()
	for _, u := range files {
		if u.pending() {
			v.total.of++
		}
	}
	v.ticked.Go(func() { ticking(v.stop, &v.mu, func() { v.drawLocked("") }) })
}

func (v *liveView) close(summary) {
	close(v.stop)
	v.ticked.Wait()
	v.mu.Lock()
	defer v.mu.Unlock()
	v.active, v.total = nil, tally{}
	v.drawLocked("")
}

func (v *liveView) step(u *uploadedFile, e client.Event) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.findLocked(u).last = e
	v.drawLocked("")
}

func (v *liveView) waiting(u *uploadedFile, wait time.Duration, because error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.findLocked(u).last.Message = nextTry(wait, because)
	v.drawLocked("")
}

// findLocked returns the line of u, a new one if it has none.
func (v *liveView) findLocked(u *uploadedFile) *liveFile {
	if i := slices.IndexFunc(v.active, func(f *liveFile) bool { return f.of == u }); i >= 0 {
		return v.active[i]
	}
	f := &liveFile{of: u, start: v.now()}
	v.active = append(v.active, f)
	return f
}

func (v *liveView) ended(u *uploadedFile) {
	v.mu.Lock()
	defer v.mu.Unlock()
	f := v.findLocked(u)
	v.active = slices.DeleteFunc(v.active, func(other *liveFile) bool { return other == f })
	v.total.done++
	if u.err != nil {
		v.total.failed++
		v.drawLocked("✗ " + column(u.path) + "  " + plainWords(u.err))
		return
	}
	v.drawLocked("✓ " + column(u.path) + "  " + elapsed(v.now().Sub(f.start)))
}

// drawLocked writes ended, if it is not empty, above the live lines and the live
// lines anew, in one piece so that no half of it is seen.
func (v *liveView) drawLocked(ended string) {
	var b strings.Builder
	b.WriteString("\r") // Ctrl-C leaves ^C behind
	if v.height > 0 {
		fmt.Fprintf(&b, lineUp, v.height)
	}
	if ended != "" {
		b.WriteString(ended + lineEnd)
	}
	b.WriteString(noWrap)
	shown := v.active[:min(len(v.active), liveMost)]
	for _, f := range shown {
		b.WriteString(f.line(v.now()) + lineEnd)
	}
	v.height = len(shown)
	if v.total.of > 1 {
		b.WriteString(v.total.line("done", v.now().Sub(v.start)) + lineEnd)
		v.height++
	}
	_, _ = io.WriteString(v.w, b.String()+wrap+clearing) // a terminal that is gone takes nothing with it
}

func (f *liveFile) line(now time.Time) string {
	full := int(min(max(f.last.Progress, 0), 1) * liveBar)
	return fmt.Sprintf("  %s  %s%s %4s %5s  %s", column(f.of.path),
		strings.Repeat("█", full), strings.Repeat("░", liveBar-full), percent(f.last), elapsed(now.Sub(f.start)), what(f.last))
}

// what goes on, in the service's words if it has some.
func what(e client.Event) string {
	if e.Message == "" {
		return stageName(e)
	}
	return printable(e.Message)
}

func elapsed(d time.Duration) string { return fmt.Sprintf("%.1fs", d.Seconds()) }

// column is a path as wide as every other; of a long one the end is shown,
// which tells files apart.
func column(path string) string {
	name := []rune(printable(path))
	if len(name) > liveName {
		name = append([]rune("…"), name[len(name)-liveName+1:]...)
	}
	return string(name) + strings.Repeat(" ", liveName-len(name))
}
