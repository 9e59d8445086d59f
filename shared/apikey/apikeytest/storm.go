package apikeytest

import (
	"errors"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"biom/shared/apikey"
)

// pick spreads callers over both stores.
func (b *bundle) pick(i int) apikey.Store {
	if i%2 == 0 {
		return b.store
	}
	return b.other
}

// Many revoke one key, each at a time of its own: one of them was the first,
// and everyone is told its time.
func revokedByMany(t *testing.T, b *bundle) {
	h, r := b.create(t, "ada")
	const callers = 40
	times := make([]time.Time, callers)
	var all errgroup.Group
	for i := range callers {
		all.Go(func() error {
			got, err := b.pick(i).Revoke(t.Context(), r.ID, noon().Add(time.Duration(i)*time.Second))
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

// Processes create, use and revoke keys of their own side by side.
func manyAtOnce(t *testing.T, b *bundle) {
	var all errgroup.Group
	for i := range 40 {
		all.Go(func() error {
			h, r := apikey.HashOf(apikey.Generate()), Record("ada")
			if err := b.pick(i).Create(t.Context(), h, r); err != nil {
				return err
			}
			got, err := b.pick(i+1).Find(t.Context(), h)
			if err != nil {
				return err
			}
			if got != r {
				t.Errorf("found %+v, want %+v", got, r)
			}
			if _, err := b.pick(i).Revoke(t.Context(), r.ID, noon()); err != nil {
				return err
			}
			if _, err := b.pick(i+1).Find(t.Context(), h); !errors.Is(err, apikey.ErrInvalid) {
				t.Errorf("found after it was revoked: %v", err)
			}
			return nil
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
}
