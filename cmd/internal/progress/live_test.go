package progress

import (
	"errors"
	"strings"
	"testing"
	"time"

	"biom/cmd/internal/batch"
	"biom/shared/client"
)

func TestLive(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	v := NewLive(&out, func() time.Time { return now })
	v.start, v.tally.total = now, 4
	a, b := &batch.File{Path: "a.pdf"}, &batch.File{Path: "b.pdf"}
	v.Step(a, client.Event{Stage: "queued", Progress: 0.1, Message: "Waiting\x1b[2J"})
	v.Step(b, client.Event{Stage: "extracting", Progress: 0.5, Attempt: 2})
	now = now.Add(1500 * time.Millisecond)
	v.Ended(&batch.File{Path: "c.pdf", Err: errors.New("429 quota")})
	name := func(s string) string { return s + strings.Repeat(" ", filenameWidth-len(s)+2) }
	want := "✗ " + name("c.pdf") + "429 quota\n" +
		"  " + name("a.pdf") + "█░░░░░░░░░░░  10%  1.5s  Waiting\ufffd[2J\n" +
		"  " + name("b.pdf") + "██████░░░░░░  50%  1.5s  extracting (attempt 2)\n" +
		"  " + strings.Repeat("█", 9) + strings.Repeat("░", 27) + "  25%  1.5s  1 of 4 done, 1 failed, 40/min, about 5 s left"
	if got := screen(out.String()); got != want {
		t.Errorf("in progress:\n%s\nwant:\n%s", got, want)
	}
	v.Waiting(a, 5*time.Second, errors.New("503 busy\x1b"))
	if got := screen(out.String()); !strings.Contains(got, "10%  1.5s  next try in 5 s: 503 busy\ufffd\n") {
		t.Errorf("waiting:\n%s", got)
	}
	v.Ended(b)
	v.Ended(a)
	v.Ended(&batch.File{Path: "d.pdf"})
	v.Close(batch.Summary{})
	want = "✗ " + name("c.pdf") + "429 quota\n✓ " + name("b.pdf") + "1.5s\n✓ " + name("a.pdf") + "1.5s\n✓ " + name("d.pdf") + "0.0s"
	if got := screen(out.String()); got != want {
		t.Errorf("at the end:\n%s\nwant:\n%s", got, want)
	}
}

// What does not fit is counted.
func TestLiveWithManyFiles(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	v := NewLive(&out, func() time.Time { return now })
	v.start, v.tally.total = now, 20
	v.Waiting(&batch.File{Path: "a.pdf"}, 0, errors.New("it has expired"))
	for range maxLiveLines + 1 {
		v.Step(&batch.File{Path: "b.pdf"}, client.Event{Stage: "queued"})
	}
	got := strings.Split(screen(out.String()), "\n")
	if len(got) != maxLiveLines+1 || !strings.HasSuffix(got[0], "0.0s  sent again: it has expired") || !strings.HasSuffix(got[maxLiveLines], "0 of 20 done, 2 more under way") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

// Close waits for the redrawing to end; the race detector and goleak watch.
func TestLiveEndsItsRedrawing(t *testing.T) {
	t.Parallel()
	v := NewLive(&strings.Builder{}, time.Now)
	f := &batch.File{Path: "a.pdf"}
	v.Begin([]*batch.File{f})
	v.Step(f, client.Event{Stage: "queued"})
	v.Close(batch.Summary{})
}

func TestFilenameColumnKeepsTheEndOfALongPath(t *testing.T) {
	t.Parallel()
	got := filenameColumn(strings.Repeat("directory/", 20) + "眼 report.pdf")
	if len([]rune(got)) != filenameWidth || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "/眼 report.pdf") {
		t.Errorf("got %q", got)
	}
}
