package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// tally counts what a long command has done.
type tally struct{ of, done, failed int }

// line is how far a command is after took: a bar, the rate, what is left.
// verb says what was done: "read".
func (t tally) line(verb string, took time.Duration) string {
	const width = 3 * liveBar
	full := width * t.done / t.of
	line := fmt.Sprintf("  %s%s %3d%% %5s  %d of %d %s", strings.Repeat("█", full), strings.Repeat("░", width-full),
		100*t.done/t.of, elapsed(took), t.done, t.of, verb)
	if t.failed > 0 {
		line += fmt.Sprintf(", %d failed", t.failed)
	}
	if t.done == 0 || took <= 0 {
		return line
	}
	line += ", " + rate(float64(t.done)/took.Minutes())
	if left := waitFor(took / time.Duration(t.done) * time.Duration(t.of-t.done)); left != "" {
		line += ", about " + left + " left"
	}
	return line
}

// rate is in the unit that gives numbers to which one can relate.
func rate(perMinute float64) string {
	if perMinute >= 100 {
		return fmt.Sprintf("%.1f/s", perMinute/60)
	}
	return fmt.Sprintf("%.0f/min", perMinute)
}

// ticking calls draw now and then until stop is closed: a stage can last long,
// and the clock shows that it goes on.
func ticking(stop <-chan struct{}, mu sync.Locker, draw func()) {
	tick := time.NewTicker(liveTick)
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
