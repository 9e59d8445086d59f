package quotatest

import (
	"errors"
	"testing"
	"time"

	"biom/shared/quota"
)

func limitIsExact(t *testing.T, b *bundle) {
	for range 25 {
		b.mustAllow(t, b.newID(), line(quota.BiomAI, standard, 50))
	}
	v := b.charge(t, line(quota.BiomAI, standard, 50))
	if v != (quota.Verdict{Refused: quota.BiomAI, RetryAfter: quota.Window}) {
		t.Errorf("26th charge = %+v", v)
	}
	b.wantUsed(t, quota.BiomAI, 50)
}

func halfCredits(t *testing.T, b *bundle) {
	b.mustAllow(t, b.newID(), line(quota.BiomAI, standard, 4))
	b.mustAllow(t, b.newID(), line(quota.BiomAI, slow, 4))
	if got := b.usage(t, quota.BiomAI).Used; got.Whole() != 1.5 || got.String() != "1.5" {
		t.Errorf("used %v, want 1.5", got)
	}
	if v := b.charge(t, line(quota.BiomAI, standard, 4)); v.Allowed {
		t.Error("a whole credit was charged though half a credit remained")
	}
	b.mustAllow(t, b.newID(), line(quota.BiomAI, slow, 4))
	if v := b.charge(t, line(quota.BiomAI, slow, 4)); v.Allowed {
		t.Error("half a credit was charged though none remained")
	}
}

func costAboveLimit(t *testing.T, b *bundle) {
	for _, limit := range []quota.Credits{1, 0, -5} {
		v := b.charge(t, line(quota.BiomAI, standard, limit))
		if v != (quota.Verdict{Refused: quota.BiomAI, RetryAfter: quota.Window}) {
			t.Errorf("limit %v: %+v", limit, v)
		}
	}
	b.mustAllow(t, b.newID(), line(quota.BiomAI, quota.MaxCost, quota.MaxCost))
	b.wantUsed(t, quota.BiomAI, quota.MaxCost)
}

func allOrNone(t *testing.T, b *bundle) {
	b.mustAllow(t, b.newID(), line(quota.Capacity, standard, 2))
	lines := []quota.Line{line(quota.BiomAI, standard, 50), line(quota.Capacity, standard, 2), line(quota.CapacityPublic, standard, 50)}
	if v := b.charge(t, lines...); v.Allowed || v.Refused != quota.Capacity {
		t.Errorf("verdict %+v, want capacity refused", v)
	}
	b.wantUsed(t, quota.BiomAI, 0)
	b.wantUsed(t, quota.CapacityPublic, 0)
	lines[1].Limit = 4
	b.mustAllow(t, b.newID(), lines...)
	b.wantUsed(t, quota.BiomAI, 2)
	b.wantUsed(t, quota.Capacity, 4)
	b.wantUsed(t, quota.CapacityPublic, 2)
}

// firstFullLine checks that Refused is the first full line, and that RetryAfter is
// the time until the last line has room.
func firstFullLine(t *testing.T, b *bundle) {
	ai, capacity := line(quota.BiomAI, standard, 2), line(quota.Capacity, standard, 2)
	b.mustAllow(t, b.newID(), ai)
	b.clock.Advance(time.Hour)
	b.mustAllow(t, b.newID(), capacity)
	want := quota.Verdict{Refused: quota.BiomAI, RetryAfter: quota.Window}
	if v := b.charge(t, ai, capacity); v != want {
		t.Errorf("verdict %+v, want %+v", v, want)
	}
}

func sameIDChargesOnce(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 2)
	b.mustAllow(t, "one", ai)
	if v := b.charge(t, ai); v.Allowed {
		t.Fatal("the bucket is not full")
	}
	b.mustAllow(t, "one", ai) // the first verdict, though the bucket is full now
	b.mustAllow(t, "one", line(quota.Capacity, slow, 9), line(quota.BiomJSON, slow, 9))
	b.wantUsed(t, quota.BiomAI, 2)
	b.wantUsed(t, quota.Capacity, 0)
	b.wantUsed(t, quota.BiomJSON, 0)
}

func idIsForgotten(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 50)
	b.mustAllow(t, "one", ai)
	b.clock.Advance(quota.ChargeMemory - time.Millisecond)
	b.mustAllow(t, "one", ai)
	b.wantUsed(t, quota.BiomAI, 2)
	b.clock.Advance(time.Millisecond) // the charge does not count any more, either
	b.mustAllow(t, "one", ai)
	b.wantUsed(t, quota.BiomAI, 2)
	b.refund(t, "one")
	b.wantUsed(t, quota.BiomAI, 0)
}

func refusedIsJudgedAnew(t *testing.T, b *bundle) {
	ai := line(quota.BiomAI, standard, 2)
	b.mustAllow(t, "one", ai)
	if v := b.chargeID(t, "two", ai); v.Allowed {
		t.Fatal("the bucket is not full")
	}
	b.refund(t, "one")
	b.mustAllow(t, "two", ai)
	b.wantUsed(t, quota.BiomAI, 2)
}

// subjectsAreSeparate checks that a user's ID may be any text.
func subjectsAreSeparate(t *testing.T, b *bundle) {
	subjects := []quota.Subject{
		"user:a", "user:A", "user:a ", " user:a", "user:a:b", "user:a\x00", "user:a\x00b", "user:a\n", "user:{a}",
		"user:é", "user:e\u0301", "user:\xff", "user:\xfe", "user:a%", "user:a*", "user:'; --", "a", ":", "json:user:a",
	}
	for i, s := range subjects {
		l := quota.Line{Bucket: quota.BiomAI, Subject: s, Cost: quota.Credits(i + 1), Limit: quota.MaxCost}
		if v := b.charge(t, l); !v.Allowed {
			t.Errorf("%q: %+v", s, v)
		}
	}
	for i, s := range subjects {
		u, err := b.Store.Usage(t.Context(), quota.BiomAI, s)
		if err != nil || u.Used != quota.Credits(i+1) {
			t.Errorf("%q: used %d half credits (%v), want %d", s, u.Used, err, i+1)
		}
	}
	for _, other := range []quota.Bucket{quota.BiomAIBYOK, "biom", "biomai_"} {
		if u, err := b.Store.Usage(t.Context(), other, subjects[0]); err != nil || u.Used != 0 {
			t.Errorf("bucket %s: %+v, %v", other, u, err)
		}
	}
}

func mistakes(t *testing.T, b *bundle) {
	good := line(quota.BiomAI, standard, 50)
	for name, c := range map[string]struct {
		id    string
		lines []quota.Line
	}{
		"no ID":              {"", []quota.Line{good}},
		"no lines":           {"x", nil},
		"cost of nothing":    {"x", []quota.Line{line(quota.BiomAI, 0, 50)}},
		"negative cost":      {"x", []quota.Line{line(quota.BiomAI, -2, 50)}},
		"cost beyond a byte": {"x", []quota.Line{line(quota.BiomAI, quota.MaxCost+1, 5000)}},
		"second line bad":    {"x", []quota.Line{good, line(quota.Capacity, 0, 50)}},
		"same bucket twice":  {"x", []quota.Line{good, good}},
		"odd bucket":         {"x", []quota.Line{line("bio:m", 1, 50)}},
		"no bucket":          {"x", []quota.Line{line("", 1, 50)}},
		"no subject":         {"x", []quota.Line{{Bucket: quota.BiomAI, Cost: 1, Limit: 50}}},
	} {
		if v, err := b.Store.Charge(t.Context(), c.id, c.lines...); err == nil || errors.Is(err, quota.ErrRefunded) || v.Allowed {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
	}
	if _, err := b.Store.Usage(t.Context(), "a:b", "user:a"); err == nil {
		t.Error("usage of an odd bucket is no error")
	}
	b.wantUsed(t, quota.BiomAI, 0)
}
