package quotatest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"biom/shared/quota"
)

// randomLogs walks a store and a naive model of the contract side by side.
func randomLogs(t *testing.T, b *bundle) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	w := walk{bundle: b, rand: rand.New(rand.NewPCG(seed, 0)), charges: map[string]*modelCharge{}}
	for w.step = range 1500 {
		switch n := w.rand.IntN(10); {
		case n < 6:
			w.chargeSomething(t)
		case n < 7:
			w.refundSomething(t)
		case n < 8:
			w.compareUsage(t)
		default:
			b.clock.Advance(w.pause())
		}
		if t.Failed() {
			t.Fatalf("seed %d, step %d", seed, w.step)
		}
	}
}

type walk struct {
	*bundle
	rand    *rand.Rand
	step    int
	entries []modelEntry // in the order of time
	charges map[string]*modelCharge
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

func (w *walk) chargeSomething(t *testing.T) {
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
	case w.rand.IntN(4) == 0: // and be there when it says
		w.wantExactAndRecord(t, v, lines)
	}
}

func (w *walk) wantExactAndRecord(t *testing.T, v quota.Verdict, lines []quota.Line) {
	w.wantExact(t, v, lines...)
	w.record("", lines) // under an ID that is never refunded
}

// lines are one to three buckets with limits that are always enough for one.
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

func (w *walk) recall(id string) *modelCharge {
	c := w.charges[id]
	if c == nil || w.clock.Now().Sub(c.at) >= quota.ChargeMemory {
		return nil
	}
	return c
}

// judge sums everything anew, and finds the moment by trying each expiry.
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
			leaves := e.at.Add(quota.Window)
			if leaves.After(now) && w.used(l.Bucket, leaves)+l.Cost <= l.Limit {
				if leaves.After(ready) {
					ready = leaves
				}
				break
			}
		}
	}
	return full, ready
}

func (w *walk) used(b quota.Bucket, at time.Time) (sum quota.Credits) {
	for _, e := range w.entries {
		if e.line.Bucket == b && at.Sub(e.at) < quota.Window {
			sum += e.line.Cost
		}
	}
	return sum
}

func (w *walk) refundSomething(t *testing.T) {
	id := fmt.Sprint(w.rand.IntN(300))
	w.refund(t, id)
	if c := w.recall(id); c != nil && !c.refunded {
		kept := w.entries[:0]
		for _, e := range w.entries {
			if e.id != id || !e.at.Equal(c.at) {
				kept = append(kept, e)
			}
		}
		w.entries = kept
	}
	w.charges[id] = &modelCharge{at: w.clock.Now(), refunded: true}
}

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

// pause is mostly short, so that logs fill, sometimes the better part of a day.
func (w *walk) pause() time.Duration {
	most := []time.Duration{3 * time.Millisecond, time.Second, 20 * time.Minute, 20 * time.Hour}[w.rand.IntN(4)]
	return time.Duration(w.rand.Int64N(int64(most))).Truncate(time.Millisecond)
}

func roundUp(d time.Duration) time.Duration {
	return (d + time.Second - 1).Truncate(time.Second)
}
