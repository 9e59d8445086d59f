// Package sharetest is the written contract of share.Store, and of share.Shares
// upon it, as tests: every store runs [Exercise].
package sharetest

import (
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"biom/shared/share"
	"biom/shared/testenv"
)

// Fixture is one empty database under test.
type Fixture struct {
	// Open opens the database, once more each time, as another process would.
	Open func(t testing.TB) share.Store
}

// NewDatabase makes an empty database.
type NewDatabase func(t testing.TB) Fixture

// Exercise runs the conformance suite.
func Exercise(t *testing.T, newDatabase NewDatabase) {
	t.Helper()
	for name, test := range map[string]func(*testing.T, *bundle){
		"create and retrieve":            createAndRetrieve,
		"nothing readable is stored":     nothingReadable,
		"database ID":                    databaseID,
		"third wrong number destroys":    thirdDestroys,
		"right between wrong":            rightBetweenWrong,
		"storm of wrong numbers":         storm,
		"right numbers at once":          rightAtOnce,
		"right and wrong at once":        rightAndWrong,
		"hang up":                        hangUp,
		"no verdict without a commit":    noVerdictUncommitted,
		"same steps whatever comes out":  sameSteps,
		"expiry is exact":                expiryIsExact,
		"ID in use":                      idInUse,
		"ID of an expired record":        idOfExpired,
		"another pair where one is used": anotherPair,
		"purge":                          purge,
		"purge is bounded":               purgeIsBounded,
		"count":                          count,
		"context has ended":              contextEnded,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, setup(t, newDatabase))
		})
	}
}

// bundle is what each test works with: two processes on one database.
type bundle struct {
	stores [2]share.Store
	shares [2]*share.Shares
	clock  *testenv.Clock
	tries  *Tries
	steps  steps
}

func setup(t *testing.T, newDatabase NewDatabase) *bundle {
	b := &bundle{clock: testenv.NewClock(), tries: NewTries()}
	f := newDatabase(t)
	for i := range b.shares {
		b.stores[i] = f.Open(t)
		b.shares[i] = b.make(t, b.tries.Wrap(b.stores[i]))
	}
	return b
}

func (b *bundle) make(t *testing.T, store share.Store) *share.Shares {
	t.Helper()
	s, err := share.New(share.Config{
		Store: store, Gate: share.NewGate(1000, 1000, time.Minute), Now: b.clock.Now, Derive: Derive, Step: b.steps.hear,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Derive makes a key faster than Argon2id does.
func Derive(secret, salt []byte) []byte {
	key := sha256.Sum256(append(append([]byte{}, secret...), salt...))
	return key[:]
}

const document = `{"data":{"patient":{"name":"JDD"}},"biompin":null}`

func (b *bundle) create(t *testing.T) share.Created {
	t.Helper()
	made, err := b.shares[0].Create(t.Context(), []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// Code parses what must be a code.
func Code(t testing.TB, s string) share.Code {
	t.Helper()
	c, err := share.ParseCode(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Wrong is a code with the words of another, and another number for each n from
// 1 to 999,999.
func Wrong(t testing.TB, c share.Code, n int) share.Code {
	t.Helper()
	pin := []byte(c.Pin())
	for i := len(pin) - 1; n > 0; i, n = i-1, n/10 {
		pin[i] = '0' + (pin[i]-'0'+byte(n%10))%10
	}
	return Code(t, string(pin))
}

func (b *bundle) wantFound(t *testing.T, c share.Code) share.Found {
	t.Helper()
	found, err := b.shares[1].Retrieve(t.Context(), c)
	if err != nil || string(found.Document) != document {
		t.Fatalf("retrieved %q, %v", found.Document, err)
	}
	return found
}

// wantNone wants a code not to be found, and the share destroyed by it or not.
func (b *bundle) wantNone(t *testing.T, c share.Code, destroyed bool) {
	t.Helper()
	found, err := b.shares[1].Retrieve(t.Context(), c)
	if !errors.Is(err, share.ErrNotFound) || errors.Is(err, share.ErrDestroyed) != destroyed || found.Document != nil {
		t.Errorf("retrieve: %v, want it not found (destroyed: %v)", err, destroyed)
	}
}

func (b *bundle) wantCount(t *testing.T, want int) {
	t.Helper()
	if n, err := b.shares[1].Count(t.Context()); err != nil || n != want {
		t.Errorf("%d shares live (%v), want %d", n, err, want)
	}
}

func (b *bundle) wantTried(t *testing.T, c share.Code, want int) {
	t.Helper()
	if n := b.tries.Of(c.ID()); n != want {
		t.Errorf("%d numbers were tried on the record, want %d", n, want)
	}
}
