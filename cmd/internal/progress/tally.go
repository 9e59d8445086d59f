package progress

import (
	"fmt"
	"strings"
	"time"

	"biom/cmd/internal/display"
)

// tally counts what a long command has done.
type tally struct{ total, done, failed int }

// Widths of bars in cells: for one file, and for a whole command.
const (
	fileBarWidth  = 12
	tallyBarWidth = 3 * fileBarWidth
)

// line returns the state of a command that has run for took: a bar, the counts, the
// rate and the remaining time. verb says what is done to each item: "read".
func (t tally) line(verb string, took time.Duration) string {
	line := fmt.Sprintf("  %s %3d%% %5s  %d of %d %s", barOf(tallyBarWidth*t.done/t.total, tallyBarWidth),
		100*t.done/t.total, elapsed(took), t.done, t.total, verb)
	if t.failed > 0 {
		line += fmt.Sprintf(", %d failed", t.failed)
	}
	if t.done == 0 || took <= 0 {
		return line
	}
	line += ", " + rate(float64(t.done)/took.Minutes())
	if remaining := display.Wait(took / time.Duration(t.done) * time.Duration(t.total-t.done)); remaining != "" {
		line += ", about " + remaining + " left"
	}
	return line
}

// barOf returns a bar of which full of width cells are filled.
func barOf(full, width int) string {
	return strings.Repeat("█", full) + strings.Repeat("░", width-full)
}

// rate returns a number per minute in words, per second if it is large.
func rate(perMinute float64) string {
	if perMinute >= 100 {
		return fmt.Sprintf("%.1f/s", perMinute/60)
	}
	return fmt.Sprintf("%.0f/min", perMinute)
}
