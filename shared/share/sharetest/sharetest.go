// Package sharetest is the conformance suite of share.Store, and of share.Shares
// on such a store. Every store runs [Exercise] and [ExerciseLong].
package sharetest

import (
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"biom/shared/fair"
	"biom/shared/share"
	"biom/shared/testenv"
)

// Fixture is one empty database under test.
type Fixture struct {
	// Open opens the database with connections of its own, as another process
	// would.
	Open func(t testing.TB) share.Store
}

// NewDatabase returns an empty database.
type NewDatabase func(t testing.TB) Fixture

// Exercise runs the conformance suite, its load tests with a small load.
func Exercise(t *testing.T, newDatabase NewDatabase) {
	t.Helper()
	run(t, newDatabase, map[string]func(*testing.T, *bundle){
		"create and retrieve":            createAndRetrieve,
		"nothing readable is stored":     nothingReadable,
		"database ID":                    databaseID,
		"third wrong number destroys":    thirdDestroys,
		"right between wrong":            rightBetweenWrong,
		"wrong numbers at once":          wrongAtOnce(50, 4),
		"right numbers at once":          rightAtOnce(20),
		"right and wrong at once":        rightAndWrong(40),
		"hang up":                        hangUp(40),
		"no verdict without a commit":    noVerdictUncommitted,
		"same steps whatever comes out":  sameSteps,
		"expiry is exact":                expiryIsExact,
		"ID in use":                      idInUse,
		"ID of an expired record":        idOfExpired,
		"another pair where one is used": anotherPair,
		"purge":                          purge,
		"count":                          count,
		"context has ended":              contextEnded,
	})
}

// ExerciseLong runs the load tests of the conformance suite with the full load.
func ExerciseLong(t *testing.T, newDatabase NewDatabase) {
	t.Helper()
	run(t, newDatabase, map[string]func(*testing.T, *bundle){
		"wrong numbers at once":   wrongAtOnce(500, 20),
		"right numbers at once":   rightAtOnce(100),
		"right and wrong at once": rightAndWrong(200),
		"hang up":                 hangUp(1000),
		"purge is bounded":        purgeIsBounded,
	})
}

func run(t *testing.T, newDatabase NewDatabase, tests map[string]func(*testing.T, *bundle)) {
	t.Helper()
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, setup(t, newDatabase))
		})
	}
}

// bundle is the environment of one test: two Shares on one database, with
// connections of their own, as two processes have.
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

// make returns Shares whose time limits no test reaches, not even on a slow
// machine.
func (b *bundle) make(t *testing.T, store share.Store) *share.Shares {
	t.Helper()
	s, err := share.New(share.Config{
		Store: store, StoreTimeout: Timeout, PurgeTimeout: Timeout, Gate: fair.NewGate(fair.Limits{Places: 1000}),
		Now: b.clock.Now, Derive: Derive, Step: b.steps.add,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Timeout is a time limit for tests that must pass on a slow machine, too.
const Timeout = 2 * time.Minute

// Derive derives a key. It is much faster than Argon2id.
func Derive(secret, salt []byte) []byte {
	key := sha256.Sum256(append(append([]byte{}, secret...), salt...))
	return key[:]
}

const document = `{"data":{"patient":{"name":"JDD"}},"biompin":null}`

func (b *bundle) create(t *testing.T) share.Created {
	t.Helper()
	created, err := b.shares[0].Create(t.Context(), "caller", []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	return created
}

// Code parses a code; the test fails if it is malformed.
func Code(t testing.TB, s string) share.Code {
	t.Helper()
	c, err := share.ParseCode(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Wrong returns a code with the share ID of c and a wrong number, which is another
// one for each n from 1 to 999,999.
func Wrong(t testing.TB, c share.Code, n int) share.Code {
	t.Helper()
	pin := []byte(c.Pin())
	for i := len(pin) - 1; n > 0; i, n = i-1, n/10 {
		pin[i] = '0' + (pin[i]-'0'+byte(n%10))%10
	}
	return Code(t, string(pin))
}

// wantFound checks that a code finds the document.
func (b *bundle) wantFound(t *testing.T, c share.Code) share.Found {
	t.Helper()
	found, err := b.shares[1].Retrieve(t.Context(), "caller", c)
	if err != nil || string(found.Document) != document {
		t.Fatalf("retrieved %q, %v", found.Document, err)
	}
	return found
}

// wantNone checks that a code finds nothing, and whether this destroyed a share.
func (b *bundle) wantNone(t *testing.T, c share.Code, destroyed bool) {
	t.Helper()
	found, err := b.shares[1].Retrieve(t.Context(), "caller", c)
	if !errors.Is(err, share.ErrNotFound) || errors.Is(err, share.ErrDestroyed) != destroyed || found.Document != nil {
		t.Errorf("retrieve: %v, want it not found (destroyed: %v)", err, destroyed)
	}
}

// wantCount checks the number of unexpired shares.
func (b *bundle) wantCount(t *testing.T, want int) {
	t.Helper()
	if n, err := b.shares[1].Count(t.Context()); err != nil || n != want {
		t.Errorf("%d shares (%v), want %d", n, err, want)
	}
}

// wantTried checks how many numbers were tried on the record of a code.
func (b *bundle) wantTried(t *testing.T, c share.Code, want int) {
	t.Helper()
	if n := b.tries.Of(c.ID()); n != want {
		t.Errorf("%d numbers were tried on the record, want %d", n, want)
	}
}
