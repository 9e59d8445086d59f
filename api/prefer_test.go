package api_test

import (
	"net/http"
	"testing"
	"time"

	"biom/api"
)

// TestPreferences: what the header Prefer says, in the forms of RFC 7240. What cannot be read is
// ignored.
func TestPreferences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lines []string
		async bool
		wait  time.Duration
	}{
		{nil, false, 0},
		{[]string{"respond-async"}, true, 0},
		{[]string{"Respond-Async , WAIT = 10"}, true, 10 * time.Second},
		{[]string{"wait=10", "return=minimal, respond-async; foo=bar"}, true, 10 * time.Second},
		{[]string{`respond-async, wait="7"`}, true, 7 * time.Second},
		{[]string{"respond-async, wait=3600"}, true, time.Minute},
		{[]string{"respond-async, wait=-1"}, true, 0},
		{[]string{"respond-async, wait=soon"}, true, 0},
		{[]string{"respond-asynchronously"}, false, 0},
		{[]string{",,;=,"}, false, 0},
	} {
		if async, wait := api.Preferences(http.Header{"Prefer": c.lines}); async != c.async || wait != c.wait {
			t.Errorf("%q: %v %v", c.lines, async, wait)
		}
	}
}

// FuzzPreferences: no header ends the process or asks for more than is allowed.
func FuzzPreferences(f *testing.F) {
	f.Add("respond-async, wait=10")
	f.Add(`wait="1"; a=b,respond-async`)
	f.Fuzz(func(t *testing.T, line string) {
		if _, wait := api.Preferences(http.Header{"Prefer": {line}}); wait < 0 || wait > time.Minute {
			t.Errorf("%q: %v", line, wait)
		}
	})
}
