package apikeytest

import (
	"errors"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"biom/shared/apikey"
)

// storeOf returns the store of caller i. The callers are spread over both.
func (b *bundle) storeOf(i int) apikey.Store {
	if i%2 == 0 {
		return b.store
	}
	return b.other
}

// revokedConcurrently revokes one key many times at once, each with another time.
// All get the time of the one that was first.
func revokedConcurrently(t *testing.T, b *bundle) {
	h, r := b.create(t, "ada")
	const callers = 40
	times := make([]time.Time, callers)
	var all errgroup.Group
	for i := range callers {
		all.Go(func() error {
			got, err := b.storeOf(i).Revoke(t.Context(), r.ID, noon().Add(time.Duration(i)*time.Second))
			times[i] = got.Revoked
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	for _, at := range times {
		if at != times[0] {
			t.Fatalf("revoked at %v and at %v", times[0], at)
		}
	}
	b.wantInvalid(t, h)
}

// manyAtOnce creates, finds and revokes many keys at the same time.
func manyAtOnce(t *testing.T, b *bundle) {
	var all errgroup.Group
	for i := range 40 {
		all.Go(func() error {
			h, r := apikey.HashOf(apikey.Generate()), Record("ada")
			if err := b.storeOf(i).Create(t.Context(), h, r); err != nil {
				return err
			}
			got, err := b.storeOf(i+1).Find(t.Context(), h)
			if err != nil {
				return err
			}
			if got != r {
				t.Errorf("found %+v, want %+v", got, r)
			}
			if _, err := b.storeOf(i).Revoke(t.Context(), r.ID, noon()); err != nil {
				return err
			}
			if _, err := b.storeOf(i+1).Find(t.Context(), h); !errors.Is(err, apikey.ErrInvalid) {
				t.Errorf("found after it was revoked: %v", err)
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
}
