// Package progress shows the progress of a long command: as lines that a terminal
// draws again and again, as plain lines, or as lines of JSON.
package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/mattn/go-isatty"
)

// The control sequences are those of the VT100, which every terminal understands.
// While a view draws, lines are cut at the terminal's edge instead of wrapped.
// Therefore a view can move the cursor up by as many lines as it wrote, whatever
// the terminal's width.
const (
	cursorUp   = "\x1b[%dA"
	endOfLine  = "\x1b[K\n" // clears the rest of the line; clearing the whole screen first would flicker
	clearBelow = "\x1b[J"
	wrapOff    = "\x1b[?7l"
	wrapOn     = "\x1b[?7h"
)

// CanRedraw reports whether w is a terminal on which a line can be drawn again.
// term is the value of the environment variable TERM.
func CanRedraw(w io.Writer, term string) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd()) && term != "dumb"
}

// redrawInterval is the time between two drawings of a view.
const redrawInterval = 250 * time.Millisecond

// redraw calls draw at every interval until stop is closed. A stage can take
// long; the running clock shows that the command is still at work.
func redraw(stop <-chan struct{}, mu sync.Locker, draw func()) {
	tick := time.NewTicker(redrawInterval)
	defer tick.Stop()
	for {
		select {
		case <-stop:
			return
		case <-tick.C:
			mu.Lock()
			draw()
			mu.Unlock()
		}
	}
}

func elapsed(d time.Duration) string { return fmt.Sprintf("%.1fs", d.Seconds()) }
