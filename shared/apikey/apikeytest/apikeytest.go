// Package apikeytest is the conformance suite of apikey.Store. Every store runs
// [Exercise].
package apikeytest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"biom/shared/apikey"
)

// NewStore returns two stores on one new database, each with connections of its
// own, as two processes have.
type NewStore func(t testing.TB) (one, other apikey.Store)

// Exercise runs the conformance suite.
func Exercise(t *testing.T, newStore NewStore) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, *bundle){
		"records round-trip":                roundTrip,
		"created key works at once":         createdWorksAtOnce,
		"revoked key is invalid":            revokedIsInvalid,
		"revoked twice":                     revokedTwice,
		"revoked concurrently":              revokedConcurrently,
		"no such key":                       noSuchKey,
		"unknown keys":                      unknownKeys,
		"taken ID or hash":                  taken,
		"list":                              list,
		"other keys of the user stay valid": otherKeysStayValid,
		"every allowed user":                users,
		"mistakes are refused":              mistakes,
		"context has ended":                 contextEnded,
		"many at once":                      manyAtOnce,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &bundle{}
			b.store, b.other = newStore(t)
			test(t, b)
		})
	}
}

// bundle is the environment of one test.
type bundle struct {
	store, other apikey.Store
	created      int // number of keys
}

func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// Record returns a record like those of `biom keys create`.
func Record(user string) apikey.Record {
	return apikey.Record{ID: apikey.NewID(), User: user, Limits: apikey.DefaultLimits(), Created: noon()}
}

// create stores a new key of user, created a second after the previous one.
func (b *bundle) create(t *testing.T, user string) (apikey.Hash, apikey.Record) {
	t.Helper()
	h, r := apikey.HashOf(apikey.Generate()), Record(user)
	r.Created = noon().Add(time.Duration(b.created) * time.Second)
	b.created++
	if err := b.store.Create(t.Context(), h, r); err != nil {
		t.Fatalf("create: %v", err)
	}
	return h, r
}

func (b *bundle) revoke(t *testing.T, id string, at time.Time) apikey.Record {
	t.Helper()
	r, err := b.store.Revoke(t.Context(), id, at)
	if err != nil {
		t.Fatalf("revoke: %v", err)
	}
	return r
}

// wantFound checks that both stores find a key.
func (b *bundle) wantFound(t *testing.T, h apikey.Hash, want apikey.Record) {
	t.Helper()
	for i, s := range []apikey.Store{b.store, b.other} {
		if got, err := s.Find(t.Context(), h); err != nil || got != want {
			t.Errorf("store %d finds %+v, %v, want %+v", i, got, err, want)
		}
	}
}

// wantInvalid checks that both stores return ErrInvalid.
func (b *bundle) wantInvalid(t *testing.T, h apikey.Hash) {
	t.Helper()
	for i, s := range []apikey.Store{b.store, b.other} {
		if got, err := s.Find(t.Context(), h); !errors.Is(err, apikey.ErrInvalid) || got != (apikey.Record{}) {
			t.Errorf("store %d finds %+v, %v, want ErrInvalid", i, got, err)
		}
	}
}

func (b *bundle) wantList(t *testing.T, want ...apikey.Record) {
	t.Helper()
	got, err := b.other.List(t.Context())
	if err != nil {
		t.Fatalf("list: %v", err)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("listed\n%v\nwant\n%v", got, want)
	}
}
