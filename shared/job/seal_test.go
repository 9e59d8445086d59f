package job_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"biom/shared/biometry"
	"biom/shared/job"
)

func ring(t testing.TB, keys ...string) *job.Keyring {
	t.Helper()
	r, err := job.ParseKeys(strings.Join(keys, ","))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSealRotates(t *testing.T) {
	t.Parallel()
	older, newer := job.NewKey(), job.NewKey()
	j := newJob(time.Minute)
	j.API = "api"
	for name, c := range map[string]struct {
		seal, open string
		ok         bool
	}{
		"same key":         {older, older, true},
		"new key is known": {older, older + "," + newer, true},
		"new key is used":  {newer + "," + older, older + "," + newer, true},
		"old key is gone":  {older, newer, false},
	} {
		msg, err := job.Seal(&j, ring(t, c.seal))
		if err != nil {
			t.Fatal(err)
		}
		got, err := job.Open(ring(t, c.open), msg)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, job.ErrSealed) {
			t.Errorf("%s: %v", name, err)
		}
		if c.ok && (!bytes.Equal(got.File, j.File) || got.ProviderKey != j.ProviderKey || got.ID != j.ID) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestSealNoticesEveryChange(t *testing.T) {
	t.Parallel()
	keys := ring(t, job.NewKey())
	j := newJob(time.Minute)
	j.API = "api"
	msg, err := job.Seal(&j, keys)
	if err != nil {
		t.Fatal(err)
	}
	for i := range msg {
		changed := bytes.Clone(msg)
		changed[i] ^= 1
		if _, err := job.Open(keys, changed); err == nil {
			t.Fatalf("a change at byte %d goes unnoticed", i)
		}
	}
}

func TestResultOfAnotherJobIsRefused(t *testing.T) {
	t.Parallel()
	keys := ring(t, job.NewKey())
	h := job.Header{ID: "a", API: "x"}
	msg, err := job.SealResult(keys, h, job.Result{Report: &biometry.Report{}, Started: true})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := job.OpenResult(keys, "x", "a", msg); err != nil || !r.Started {
		t.Errorf("%+v, %v", r, err)
	}
	for _, other := range [][2]string{{"x", "b"}, {"y", "a"}, {"x a", ""}} {
		if _, err := job.OpenResult(keys, other[0], other[1], msg); err == nil {
			t.Errorf("it passes for that of %v", other)
		}
	}
	neither, err := job.SealResult(keys, h, job.Result{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job.OpenResult(keys, "x", "a", neither); err == nil {
		t.Error("a result without a report and without a problem passes")
	}
}

func TestParseKeys(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "x", "AAAA", job.NewKey() + ",", job.NewKey() + job.NewKey()} {
		if _, err := job.ParseKeys(bad); err == nil || !strings.Contains(err.Error(), "BIOM_JOB_KEY") {
			t.Errorf("%q: %v", bad, err)
		}
		if _, err := job.ParseKeys(bad); err != nil && len(bad) > 3 && strings.Contains(err.Error(), bad) {
			t.Error("the error repeats the key")
		}
	}
}

func FuzzOpen(f *testing.F) {
	keys := ring(f, job.NewKey())
	j := newJob(time.Minute)
	j.API = "api"
	msg, err := job.Seal(&j, keys)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(msg)
	f.Add(msg[:len(msg)/2])
	f.Add([]byte("B1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _ = job.OpenHeader(b)
		if got, err := job.Open(keys, b); err == nil && !bytes.Equal(got.File, j.File) {
			t.Error("a message that we did not seal was opened")
		}
		_, _ = job.OpenResult(keys, "api", j.ID, b)
	})
}

// What waits is measured against how fast the queue drained while it was busy.
func TestBacklog(t *testing.T) {
	t.Parallel()
	const limit = 30 * time.Second
	type seen struct {
		second         int
		waiting, taken uint64
	}
	for name, c := range map[string]struct {
		seen []seen
		over bool
	}{
		"nothing waits":               {[]seen{{0, 0, 100}}, false},
		"a burst, too early to tell":  {[]seen{{0, 500, 0}, {2, 490, 10}}, false},
		"drains in time":              {[]seen{{0, 500, 0}, {4, 400, 100}}, false},
		"drains too slowly":           {[]seen{{0, 500, 0}, {4, 480, 20}}, true},
		"no worker yet":               {[]seen{{0, 5, 0}, {10, 5, 0}}, false},
		"no worker for a whole limit": {[]seen{{0, 5, 0}, {31, 5, 0}}, true},
		"ran dry in between":          {[]seen{{0, 500, 0}, {4, 480, 20}, {5, 0, 500}, {6, 10, 500}}, false},
	} {
		var b job.Backlog
		start := time.Now()
		for _, s := range c.seen {
			b.Observe(start.Add(time.Duration(s.second)*time.Second), s.waiting, s.taken)
		}
		after, over := b.Overloaded(limit)
		if over != c.over || over && after < time.Second {
			t.Errorf("%s: %v, %v", name, after, over)
		}
	}
}
