package apikeytest

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"biom/shared/apikey"
)

func roundTrip(t *testing.T, b *bundle) {
	for _, limits := range []apikey.Limits{
		{}, {BiomAI: 1, BiomAIBYOK: 2, BiomJSON: 3, Retrieve: 4}, {Retrieve: math.MaxInt64}, apikey.DefaultLimits(),
	} {
		h, r := apikey.HashOf(apikey.Generate()), Record("ada")
		r.Limits = limits
		east := time.FixedZone("east", 3600)
		r.Created = time.Date(2026, 3, 1, 12, 0, 0, 123_999_999, east)
		if err := b.store.Create(t.Context(), h, r); err != nil {
			t.Fatal(err)
		}
		r.Created = time.Date(2026, 3, 1, 11, 0, 0, 123_000_000, time.UTC)
		b.wantFound(t, h, r)
	}
}

func createdWorksAtOnce(t *testing.T, b *bundle) {
	for range 20 {
		h, r := b.create(t, "ada")
		b.wantFound(t, h, r)
	}
}

func revokedIsInvalid(t *testing.T, b *bundle) {
	h, r := b.create(t, "ada")
	b.wantFound(t, h, r)
	// A key is invalid from the call on, not from the given time on: clocks differ.
	r.Revoked = r.Created.Add(time.Hour + 123*time.Millisecond)
	if got := b.revoke(t, r.ID, r.Revoked.Add(999)); got != r {
		t.Errorf("revoke returned %+v, want %+v", got, r)
	}
	b.wantInvalid(t, h)
	b.wantList(t, r)
}

func revokedTwice(t *testing.T, b *bundle) {
	h, r := b.create(t, "ada")
	first := b.revoke(t, r.ID, noon())
	if again := b.revoke(t, r.ID, noon().Add(time.Hour)); again != first || !again.Revoked.Equal(noon()) {
		t.Errorf("revoked at %v, then at %v", first.Revoked, again.Revoked)
	}
	b.wantInvalid(t, h)
}

func noSuchKey(t *testing.T, b *bundle) {
	h, r := b.create(t, "ada")
	for _, id := range []string{"", "none", r.ID + "0", r.ID[1:], strings.ToUpper(r.ID) + "x", "%", "' OR 1=1 --"} {
		if got, err := b.store.Revoke(t.Context(), id, noon()); !errors.Is(err, apikey.ErrNoSuchKey) || got != (apikey.Record{}) {
			t.Errorf("revoke %q = %+v, %v", id, got, err)
		}
	}
	b.wantFound(t, h, r)
}

func unknownKeys(t *testing.T, b *bundle) {
	b.wantInvalid(t, apikey.HashOf(apikey.Generate()))
	h, _ := b.create(t, "ada")
	b.wantInvalid(t, apikey.HashOf(apikey.Generate()))
	b.wantInvalid(t, apikey.Hash{})
	h[31] ^= 1
	b.wantInvalid(t, h)
}

func taken(t *testing.T, b *bundle) {
	h, r := b.create(t, "ada")
	sameID, sameHash := Record("bob"), Record("bob")
	sameID.ID = r.ID
	if err := b.store.Create(t.Context(), apikey.HashOf(apikey.Generate()), sameID); err == nil {
		t.Error("an ID was given twice")
	}
	if err := b.store.Create(t.Context(), h, sameHash); err == nil {
		t.Error("a hash was kept twice")
	}
	b.wantFound(t, h, r)
	r = b.revoke(t, r.ID, noon())
	if err := b.store.Create(t.Context(), h, sameHash); err == nil {
		t.Error("a revoked key came back")
	}
	b.wantInvalid(t, h)
	b.wantList(t, r)
}

func list(t *testing.T, b *bundle) {
	b.wantList(t)
	var want []apikey.Record
	for _, user := range []string{"zoe", "ada", "bob"} {
		_, r := b.create(t, user)
		want = append(want, r)
	}
	b.wantList(t, want...)
	want[1] = b.revoke(t, want[1].ID, noon().Add(time.Minute))
	b.wantList(t, want...)
}

func otherKeysStayValid(t *testing.T, b *bundle) {
	h1, r1 := b.create(t, "ada")
	h2, r2 := b.create(t, "ada")
	b.revoke(t, r1.ID, noon())
	b.wantInvalid(t, h1)
	b.wantFound(t, h2, r2)
}

func users(t *testing.T, b *bundle) {
	for _, user := range []string{"a", "-", "A.b_c@d-9", strings.Repeat("x", 64)} {
		h, r := b.create(t, user)
		b.wantFound(t, h, r)
	}
}

func mistakes(t *testing.T, b *bundle) {
	for name, spoil := range map[string]func(*apikey.Record){
		"no ID":              func(r *apikey.Record) { r.ID = "" },
		"no user":            func(r *apikey.Record) { r.User = "" },
		"long user":          func(r *apikey.Record) { r.User = strings.Repeat("x", 65) },
		"blank in user":      func(r *apikey.Record) { r.User = "a b" },
		"colon in user":      func(r *apikey.Record) { r.User = "a:b" },
		"escape in user":     func(r *apikey.Record) { r.User = "a\x1b[2Jb" },
		"NUL in user":        func(r *apikey.Record) { r.User = "a\x00b" },
		"letter not allowed": func(r *apikey.Record) { r.User = "zoë" },
		"no time":            func(r *apikey.Record) { r.Created = time.Time{} },
		"biomai below 0":     func(r *apikey.Record) { r.Limits.BiomAI = -1 },
		"byok below 0":       func(r *apikey.Record) { r.Limits.BiomAIBYOK = -1 },
		"biomjson below 0":   func(r *apikey.Record) { r.Limits.BiomJSON = -1 },
		"retrieve below 0":   func(r *apikey.Record) { r.Limits.Retrieve = -1 },
	} {
		r := Record("ada")
		spoil(&r)
		err := b.store.Create(t.Context(), apikey.HashOf(apikey.Generate()), r)
		if err == nil {
			t.Errorf("%s: kept", name)
		} else if len(r.User) > 1 && strings.Contains(err.Error(), r.User) {
			t.Errorf("%s: the error repeats the user", name)
		}
	}
	b.wantList(t)
}

func contextEnded(t *testing.T, b *bundle) {
	h, r := b.create(t, "ada")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, find := b.store.Find(ctx, h)
	_, revoke := b.store.Revoke(ctx, r.ID, noon())
	_, list := b.store.List(ctx)
	create := b.store.Create(ctx, apikey.HashOf(apikey.Generate()), Record("bob"))
	for name, err := range map[string]error{"find": find, "revoke": revoke, "list": list, "create": create} {
		if !errors.Is(err, context.Canceled) || errors.Is(err, apikey.ErrInvalid) || errors.Is(err, apikey.ErrNoSuchKey) {
			t.Errorf("%s: %v, want the error of the context", name, err)
		}
	}
	b.wantFound(t, h, r)
	b.wantList(t, r)
}
