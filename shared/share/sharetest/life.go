package sharetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"biom/shared/share"
)

func createAndRetrieve(t *testing.T, b *bundle) {
	created := b.create(t)
	if want := b.clock.Now().Add(share.DefaultTTL).Truncate(time.Millisecond); !created.Expires.Equal(want) {
		t.Errorf("expires %v, want %v", created.Expires, want)
	}
	for range 5 {
		found := b.wantFound(t, created.Code)
		if !found.Expires.Equal(created.Expires) || found.DBID != created.DBID || found.DBID == "" {
			t.Errorf("found %v in %q, made %v in %q", found.Expires, found.DBID, created.Expires, created.DBID)
		}
	}
	b.wantCount(t, 1)
	b.wantNone(t, Code(t, "zoo-zoo-123456"), false)
}

func nothingReadable(t *testing.T, b *bundle) {
	created := b.create(t)
	_, err := b.stores[1].Try(t.Context(), created.Code.ID(), b.clock.Now(), func(payload []byte) bool {
		if len(payload) != 12+len(document)+16 {
			t.Errorf("payload of %d bytes", len(payload))
		}
		if bytes.Contains(payload, []byte("patient")) {
			t.Error("the payload can be read")
		}
		return true
	})
	if err != nil {
		t.Error(err)
	}
}

func databaseID(t *testing.T, b *bundle) {
	if got := b.shares[0].DBID(); got != "" {
		t.Errorf("database ID %q before it was seen", got)
	}
	created := b.create(t)
	b.wantCount(t, 1)
	if x, y := b.shares[0].DBID(), b.shares[1].DBID(); x != created.DBID || y != created.DBID {
		t.Errorf("database ID %q and %q, want %q", x, y, created.DBID)
	}
	third := b.make(t, b.stores[0])
	if _, err := third.Retrieve(t.Context(), "caller", Code(t, "no-such-000000")); !errors.Is(err, share.ErrNotFound) {
		t.Error(err)
	}
	if got := third.DBID(); got != created.DBID {
		t.Errorf("database ID %q after a retrieval of nothing, want %q", got, created.DBID)
	}
}

func expiryIsExact(t *testing.T, b *bundle) {
	created := b.create(t)
	b.clock.Advance(created.Expires.Sub(b.clock.Now()) - time.Nanosecond)
	b.wantFound(t, created.Code)
	b.wantCount(t, 1)
	b.clock.Advance(time.Nanosecond)
	b.wantNone(t, created.Code, false)
	b.wantCount(t, 0)
	for n := range 3 { // wrong numbers do not destroy an expired record
		b.wantNone(t, Wrong(t, created.Code, n+1), false)
	}
}

func (b *bundle) record(id, payload string) share.Record {
	now := b.clock.Now()
	return share.Record{ID: id, Payload: []byte(payload), Created: now, Expires: now.Add(time.Hour)}
}

func (b *bundle) insert(t *testing.T, r share.Record) (taken bool) {
	t.Helper()
	dbID, taken, err := b.stores[0].Insert(t.Context(), r)
	if err != nil || dbID == "" {
		t.Fatal(dbID, err)
	}
	return taken
}

// try makes a try whose number is right or wrong, and checks the payload on which
// it was made.
func (b *bundle) try(t *testing.T, id string, right bool, want string) share.Attempt {
	t.Helper()
	a, err := b.stores[1].Try(t.Context(), id, b.clock.Now(), func(payload []byte) bool {
		if string(payload) != want {
			t.Errorf("tried on %q, want %q", payload, want)
		}
		return right
	})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func idInUse(t *testing.T, b *bundle) {
	if b.insert(t, b.record("able-able", "first")) {
		t.Error("an unused ID is taken")
	}
	b.try(t, "able-able", false, "first")
	if !b.insert(t, b.record("able-able", "second")) {
		t.Error("an unexpired record was replaced")
	}
	b.try(t, "able-able", false, "first")
	if a := b.try(t, "able-able", false, "first"); !a.Destroyed {
		t.Error("the failures were forgotten")
	}
	if b.insert(t, b.record("able-able", "third")) {
		t.Error("the ID of a destroyed record is taken")
	}
	if a := b.try(t, "able-able", true, "third"); !a.Opened {
		t.Error("the new record does not open")
	}
}

func idOfExpired(t *testing.T, b *bundle) {
	b.insert(t, b.record("able-able", "first"))
	b.try(t, "able-able", false, "first")
	b.try(t, "able-able", false, "first")
	b.clock.Advance(time.Hour)
	if b.insert(t, b.record("able-able", "second")) {
		t.Error("the ID of an expired record is taken")
	}
	if a := b.try(t, "able-able", false, "second"); a.Destroyed {
		t.Error("the new record has the failures of the old one")
	}
	if a := b.try(t, "able-able", true, "second"); !a.Opened || !a.Expires.After(b.clock.Now()) {
		t.Errorf("%+v", a)
	}
}

// fullStore is a store in which the first IDs of Insert are taken.
type fullStore struct {
	share.Store
	taken int             // how many more IDs are taken
	seen  map[string]bool // IDs that Insert got
}

func (f *fullStore) Insert(ctx context.Context, r share.Record) (dbID string, taken bool, err error) {
	f.seen[r.ID] = true
	if f.taken--; f.taken >= 0 {
		return "some", true, nil
	}
	return f.Store.Insert(ctx, r)
}

func anotherPair(t *testing.T, b *bundle) {
	f := &fullStore{b.stores[0], 7, map[string]bool{}}
	created, err := b.make(t, f).Create(t.Context(), "caller", []byte(document))
	if err != nil || len(f.seen) != 8 {
		t.Fatalf("%d pairs were tried: %v", len(f.seen), err)
	}
	b.wantFound(t, created.Code)
	f.taken = 8
	if _, err := b.make(t, f).Create(t.Context(), "caller", []byte(document)); err == nil {
		t.Error("created, though eight pairs were taken")
	}
}

func purge(t *testing.T, b *bundle) {
	for range 3 {
		b.create(t)
	}
	b.clock.Advance(share.DefaultTTL / 2)
	later := b.create(t)
	b.clock.Advance(share.DefaultTTL / 2)
	created := b.create(t)
	if created.Purged != 3 {
		t.Errorf("purged %d, want 3", created.Purged)
	}
	b.wantCount(t, 2)
	b.wantFound(t, later.Code)
	b.wantFound(t, created.Code)
}

func purgeIsBounded(t *testing.T, b *bundle) {
	const expired = 1001
	for i := range expired {
		b.insert(t, b.record(fmt.Sprintf("able-n%d", i), "payload"))
	}
	b.clock.Advance(time.Hour)
	for i, want := range []int{1000, 1, 0} {
		if n, err := b.stores[0].Purge(t.Context(), b.clock.Now()); err != nil || n != want {
			t.Errorf("purge %d removed %d (%v), want %d", i, n, err, want)
		}
	}
	b.wantNone(t, Code(t, "able-able-000000"), false) // decoys are not purged
}

func count(t *testing.T, b *bundle) {
	b.wantCount(t, 0)
	created := b.create(t)
	b.create(t)
	b.wantCount(t, 2)
	for n := range share.MaxFailures {
		b.wantNone(t, Wrong(t, created.Code, n+1), n == share.MaxFailures-1)
	}
	b.wantCount(t, 1)
	b.clock.Advance(share.DefaultTTL)
	b.wantCount(t, 0)
}
