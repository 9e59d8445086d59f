package main

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"biom/shared/client"
)

// screen is what a terminal shows after s: it knows what liveView writes.
func screen(s string) string {
	var rows []string
	for len(s) > 0 {
		switch {
		case strings.HasPrefix(s, "\x1b["):
			end := strings.IndexFunc(s[2:], func(r rune) bool { return r >= 'A' && r <= 'z' }) + 2
			if s[end] == 'A' {
				up, _ := strconv.Atoi(s[2:end])
				rows = rows[:len(rows)-up] // what follows clears them
			}
			s = s[end+1:]
		case s[0] == '\r':
			s = s[1:]
		default:
			line, rest, _ := strings.Cut(s, "\n")
			rows, s = append(rows, strings.TrimSuffix(line, "\x1b[K")), rest
		}
	}
	return strings.Join(rows, "\n")
}

func TestLiveView(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	v := newLiveView(&out)
	v.now = func() time.Time { return now }
	v.start, v.total.of = now, 4
	a, b := &uploadedFile{path: "a.pdf"}, &uploadedFile{path: "b.pdf"}
	v.step(a, client.Event{Stage: "queued", Progress: 0.1, Message: "Waiting\x1b[2J"})
	v.step(b, client.Event{Stage: "extracting", Progress: 0.5, Attempt: 2})
	now = now.Add(1500 * time.Millisecond)
	v.ended(&uploadedFile{path: "c.pdf", err: errors.New("429 quota")})
	name := func(s string) string { return s + strings.Repeat(" ", liveName-len(s)+2) }
	want := "✗ " + name("c.pdf") + "429 quota\n" +
		"  " + name("a.pdf") + "█░░░░░░░░░░░  10%  1.5s  Waiting\ufffd[2J\n" +
		"  " + name("b.pdf") + "██████░░░░░░  50%  1.5s  extracting (attempt 2)\n" +
		"  " + strings.Repeat("█", 9) + strings.Repeat("░", 27) + "  25%  1.5s  1 of 4 done, 1 failed, 40/min, about 5 s left"
	if got := screen(out.String()); got != want {
		t.Errorf("under way:\n%s\nwant:\n%s", got, want)
	}
	v.waiting(a, 5*time.Second, errors.New("503 busy\x1b"))
	if got := screen(out.String()); !strings.Contains(got, "10%  1.5s  next try in 5 s: 503 busy\ufffd\n") {
		t.Errorf("waiting:\n%s", got)
	}
	v.ended(b)
	v.ended(a)
	v.ended(&uploadedFile{path: "d.pdf"})
	v.close(summary{})
	want = "✗ " + name("c.pdf") + "429 quota\n✓ " + name("b.pdf") + "1.5s\n✓ " + name("a.pdf") + "1.5s\n✓ " + name("d.pdf") + "0.0s"
	if got := screen(out.String()); got != want {
		t.Errorf("at the end:\n%s\nwant:\n%s", got, want)
	}
}

func TestLiveViewTicks(t *testing.T) {
	t.Parallel()
	v := newLiveView(&strings.Builder{})
	u := &uploadedFile{path: "a.pdf"}
	v.begin([]*uploadedFile{u})
	v.step(u, client.Event{Stage: "queued"})
	v.close(summary{}) // waits for the ticking to end: the race detector and goleak watch
}

func TestColumnShowsTheEndOfALongPath(t *testing.T) {
	t.Parallel()
	got := column(strings.Repeat("directory/", 20) + "眼 report.pdf")
	if len([]rune(got)) != liveName || !strings.HasPrefix(got, "…") || !strings.HasSuffix(got, "/眼 report.pdf") {
		t.Errorf("got %q", got)
	}
}

func TestWaitFor(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "", -time.Second: "", time.Millisecond: "1 s", 59 * time.Second: "59 s", time.Minute: "1 min", 61 * time.Second: "2 min",
		3600 * time.Second: "1 h 0 min", 86399 * time.Second: "24 h 0 min",
	} {
		if got := waitFor(d); got != want {
			t.Errorf("%s: got %q, want %q", d, got, want)
		}
	}
}
