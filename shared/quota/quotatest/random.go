package quotatest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"biom/shared/quota"
)

// randomLogs does random steps on a store and on a simple model of the contract,
// and compares the two.
func randomLogs(steps int) func(*testing.T, *bundle) {
	return func(t *testing.T, b *bundle) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		w := walk{bundle: b, rand: rand.New(rand.NewPCG(seed, 0)), charges: map[string]*modelCharge{}}
		for step := range steps {
			switch n := w.rand.IntN(10); {
			case n < 6:
				w.chargeRandomly(t)
			case n < 7:
				w.refundRandomly(t)
			case n < 8:
				w.compareUsage(t)
			default:
				b.clock.Advance(w.pause())
			}
			if t.Failed() {
				t.Fatalf("seed %d, step %d", seed, step)
			}
		}
	}
}

// walk is the state of randomLogs: the store in the bundle, and the model.
type walk struct {
	*bundle
	rand    *rand.Rand
	entries []modelEntry            // in the order of time
	charges map[string]*modelCharge // by charge ID
}

type modelEntry struct {
	id   string
	line quota.Line
	at   time.Time
}

type modelCharge struct {
	at       time.Time
	refunded bool
}

var buckets = []quota.Bucket{quota.BiomAI, quota.Capacity, quota.CapacityPublic}

func (w *walk) chargeRandomly(t *testing.T) {
	lines := w.lines()
	id := fmt.Sprint(w.rand.IntN(300))
	known := w.recall(id)
	full, ready := w.judge(lines)
	v, err := w.Store.Charge(t.Context(), id, lines...)
	switch {
	case known != nil && known.refunded:
		if !errors.Is(err, quota.ErrRefunded) {
			t.Errorf("refunded %s: %+v, %v", id, v, err)
		}
	case err != nil:
		t.Error(err)
	case known != nil || full == "":
		if v != (quota.Verdict{Allowed: true}) {
			t.Errorf("charge %s %+v = %+v, want it allowed", id, lines, v)
		}
		if known == nil {
			w.record(id, lines)
		}
	case v.Allowed || v.Refused != full || v.RetryAfter != roundUp(ready.Sub(w.clock.Now())):
		t.Errorf("charge %s %+v = %+v, want %s refused until %v", id, lines, v, full, ready)
	case w.rand.IntN(4) == 0: // try again at the time that the verdict says
		w.wantExactAndRecord(t, v, lines)
	}
}

// wantExactAndRecord checks RetryAfter, and records the charge that is allowed then.
func (w *walk) wantExactAndRecord(t *testing.T, v quota.Verdict, lines []quota.Line) {
	w.wantExact(t, v, lines...)
	w.record("", lines) // its ID is never refunded
}

// lines returns a random charge on one to three buckets, each with a limit that
// allows at least one charge.
func (w *walk) lines() (lines []quota.Line) {
	cost := quota.Credits(1 + w.rand.IntN(2))
	if w.rand.IntN(20) == 0 {
		cost = quota.Credits(1 + w.rand.IntN(9))
	}
	for _, i := range w.rand.Perm(len(buckets))[:1+w.rand.IntN(len(buckets))] {
		lines = append(lines, line(buckets[i], cost, 10+quota.Credits(w.rand.IntN(30))))
	}
	return lines
}

// record adds an allowed charge to the model.
func (w *walk) record(id string, lines []quota.Line) {
	now := w.clock.Now()
	for len(w.entries) > 0 && now.Sub(w.entries[0].at) >= quota.Window {
		w.entries = w.entries[1:]
	}
	for _, l := range lines {
		w.entries = append(w.entries, modelEntry{id, l, now})
	}
	if id != "" {
		w.charges[id] = &modelCharge{at: now}
	}
}

// recall returns what the model remembers of a charge ID, or nil.
func (w *walk) recall(id string) *modelCharge {
	c := w.charges[id]
	if c == nil || w.clock.Now().Sub(c.at) >= quota.ChargeMemory {
		return nil
	}
	return c
}

// judge returns the model's verdict on a charge: the first full bucket, and the time
// at which all lines have room. It adds up all entries for each expiry.
func (w *walk) judge(lines []quota.Line) (full quota.Bucket, ready time.Time) {
	now := w.clock.Now()
	for _, l := range lines {
		if w.used(l.Bucket, now)+l.Cost <= l.Limit {
			continue
		}
		if full == "" {
			full = l.Bucket
		}
		for _, e := range w.entries {
			expiry := e.at.Add(quota.Window)
			if expiry.After(now) && w.used(l.Bucket, expiry)+l.Cost <= l.Limit {
				if expiry.After(ready) {
					ready = expiry
				}
				break
			}
		}
	}
	return full, ready
}

// used returns the model's sum of a bucket at a time.
func (w *walk) used(b quota.Bucket, at time.Time) (sum quota.Credits) {
	for _, e := range w.entries {
		if e.line.Bucket == b && at.Sub(e.at) < quota.Window {
			sum += e.line.Cost
		}
	}
	return sum
}

func (w *walk) refundRandomly(t *testing.T) {
	id := fmt.Sprint(w.rand.IntN(300))
	w.refund(t, id)
	if c := w.recall(id); c != nil && !c.refunded {
		remaining := w.entries[:0]
		for _, e := range w.entries {
			if e.id != id || !e.at.Equal(c.at) {
				remaining = append(remaining, e)
			}
		}
		w.entries = remaining
	}
	w.charges[id] = &modelCharge{at: w.clock.Now(), refunded: true}
}

// compareUsage compares the usage of all buckets with the model.
func (w *walk) compareUsage(t *testing.T) {
	now := w.clock.Now()
	for _, b := range buckets {
		want := quota.Usage{Used: w.used(b, now)}
		for _, e := range w.entries {
			if e.line.Bucket == b && now.Sub(e.at) < quota.Window {
				want.ResetsIn = e.at.Add(quota.Window).Sub(now)
				break
			}
		}
		if got := w.usage(t, b); got != want {
			t.Errorf("usage of %s = %+v, want %+v", b, got, want)
		}
	}
}

// pause returns the time until the next step. It is usually short, so that logs
// fill, and sometimes most of a day.
func (w *walk) pause() time.Duration {
	limit := []time.Duration{3 * time.Millisecond, time.Second, 20 * time.Minute, 20 * time.Hour}[w.rand.IntN(4)]
	return time.Duration(w.rand.Int64N(int64(limit))).Truncate(time.Millisecond)
}

// roundUp rounds up to whole seconds.
func roundUp(d time.Duration) time.Duration {
	return (d + time.Second - 1).Truncate(time.Second)
}
