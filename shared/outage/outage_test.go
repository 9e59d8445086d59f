package outage_test

import (
	"bytes"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/outage"
)

// lines returns a log, and a function that returns its lines without their times.
func lines() (log *slog.Logger, read func() []string) {
	var buf bytes.Buffer
	noTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	return slog.New(slog.NewTextHandler(&buf, &slog.HandlerOptions{ReplaceAttr: noTime})),
		func() []string { return slices.Collect(strings.Lines(buf.String())) }
}

// TestOutage: the beginning and the end are logged, and the pauses grow meanwhile.
func TestLog(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, read := lines()
		l := outage.Log{To: log, Fails: "no queue", Works: "the queue is back"}
		if pause := l.Note(nil); pause != 0 || len(read()) != 0 {
			t.Errorf("a pause of %v without an outage, and %q", pause, read())
		}
		for range 2 {
			var pauses []time.Duration
			for range 6 {
				pauses = append(pauses, l.Note(errors.New("refused")))
				time.Sleep(pauses[len(pauses)-1])
			}
			want := []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second, 2 * time.Second, 2 * time.Second}
			if !slices.Equal(pauses, want) {
				t.Errorf("pauses %v, want %v", pauses, want)
			}
			if pause := l.Note(nil); pause != 0 {
				t.Errorf("a pause of %v after the outage", pause)
			}
		}
		begin, end := "level=WARN msg=\"no queue\" error=refused\n", "level=INFO msg=\"the queue is back\" tries=6 after=7.75s\n"
		if got := read(); !slices.Equal(got, []string{begin, end, begin, end}) {
			t.Errorf("two outages were logged as %q", got)
		}
	})
}

// TestRecurring: a failure that recurs is logged once a minute, and the others are counted.
func TestRecurring(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, read := lines()
		r := outage.Recurring{To: log, Message: "no export"}
		for range 121 {
			r.Note(t.Context(), "error", "refused")
			time.Sleep(time.Second)
		}
		want := []string{
			"level=WARN msg=\"no export\" error=refused not_logged=0\n",
			"level=WARN msg=\"no export\" error=refused not_logged=59\n",
			"level=WARN msg=\"no export\" error=refused not_logged=59\n",
		}
		if got := read(); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	})
}
