package progress

import (
	"io"
	"strings"
	"testing"
	"time"
)

func TestBar(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	b := newBar(BarConfig{Stderr: &out, Now: func() time.Time { return now }, Verb: "read", Total: 4})
	now = now.Add(3 * time.Second)
	b.Step(false)
	want := "  " + strings.Repeat("█", 9) + strings.Repeat("░", 27) + "  25%  3.0s  1 of 4 read, 20/min, about 9 s left"
	if got := screen(out.String()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b.Step(true)
	b.Step(false)
	b.Step(false)
	want = "  " + strings.Repeat("█", 36) + " 100%  3.0s  4 of 4 read, 1 failed, 80/min"
	if got := screen(out.String()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	b.Close()
	if got := screen(out.String()); got != "" {
		t.Errorf("left behind: %q", got)
	}
	var none *Bar
	none.Step(true)
	none.Close()
}

func TestNoBarWithoutATerminal(t *testing.T) {
	t.Parallel()
	if b := StartBar(BarConfig{Stdout: io.Discard, Stderr: io.Discard, Term: "xterm", Verb: "read", Total: 4}); b != nil {
		t.Error("a bar is drawn where there is no terminal")
	}
}

// Close waits for the redrawing to end; the race detector and goleak watch.
func TestBarEndsItsRedrawing(t *testing.T) {
	t.Parallel()
	b := newBar(BarConfig{Stderr: io.Discard, Total: 1})
	b.stopped.Go(b.redraw)
	b.Step(false)
	b.Close()
}
