// Package callbacktest is the conformance suite of callback.Store. Every store runs
// [Exercise].
package callbacktest

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"biom/shared/callback"
)

// NewStore returns two stores on one new database, each with connections of its own, as
// two processes have.
type NewStore func(t testing.TB) (one, other callback.Store)

// Exercise runs the conformance suite.
func Exercise(t *testing.T, newStore NewStore) {
	t.Helper()
	for name, test := range map[string]func(*bundle){
		"endpoints round-trip":           endpoints,
		"an endpoint is one of its user": ofItsUser,
		"taken names":                    taken,
		"mistakes are refused":           mistakes,
		"secrets are replaced":           replaced,
		"replaced concurrently":          replacedConcurrently,
		"removed":                        removed,
		"failures":                       failures,
		"context has ended":              contextEnded,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := &bundle{T: t}
			b.store, b.other = newStore(t)
			test(b)
		})
	}
}

// bundle is the environment of one test.
type bundle struct {
	*testing.T

	store, other callback.Store
}

func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// Endpoint returns an endpoint like those of `biom keys callbacks add`.
func Endpoint(user, name string) callback.Endpoint {
	return callback.Endpoint{
		User: user, Name: name, URL: "https://hooks.example/" + name, Created: noon(), Secret: []byte("sealed \x00\xff" + user + name),
	}
}

func (b *bundle) add(e callback.Endpoint) callback.Endpoint {
	b.Helper()
	if err := b.store.Add(b.Context(), e); err != nil {
		b.Fatalf("add: %v", err)
	}
	return e
}

// wantFound checks that both stores find an endpoint.
func (b *bundle) wantFound(want callback.Endpoint) {
	b.Helper()
	for i, s := range []callback.Store{b.store, b.other} {
		if got, err := s.Find(b.Context(), want.User, want.Name); err != nil || !reflect.DeepEqual(got, want) {
			b.Errorf("store %d finds %+v, %v, want %+v", i, got, err, want)
		}
	}
}

func (b *bundle) wantNone(user, name string) {
	b.Helper()
	for i, s := range []callback.Store{b.store, b.other} {
		if got, err := s.Find(b.Context(), user, name); !errors.Is(err, callback.ErrNoEndpoint) || !reflect.DeepEqual(got, callback.Endpoint{}) {
			b.Errorf("store %d finds %+v, %v, want none", i, got, err)
		}
	}
}

func (b *bundle) wantList(want ...callback.Endpoint) {
	b.Helper()
	if got, err := b.other.List(b.Context()); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		b.Errorf("listed\n%v, %v\nwant\n%v", got, err, want)
	}
}

func endpoints(b *bundle) {
	b.wantList()
	zoe, ada, upper := b.add(Endpoint("zoe", "crm")), b.add(Endpoint("ada", "crm")), b.add(Endpoint("Ada", "A.b_c~d-9"))
	full := Endpoint("ada", strings.Repeat("x", 64))
	full.Previous, full.Rotated = []byte{0, 1}, noon().Add(123*time.Millisecond)
	b.add(full)
	later := Endpoint("zoe", "later")
	later.Created = time.Date(2026, 3, 1, 13, 0, 0, 123_999_999, time.FixedZone("east", 3600))
	b.add(later)
	later.Created = noon().Add(123 * time.Millisecond)
	for _, e := range []callback.Endpoint{zoe, ada, upper, full, later} {
		b.wantFound(e)
	}
	b.wantList(upper, ada, full, zoe, later)
}

func ofItsUser(b *bundle) {
	b.add(Endpoint("ada", "crm"))
	for _, other := range [][2]string{{"bob", "crm"}, {"ADA", "crm"}, {"ada", "CRM"}, {"ada", ""}, {"", "crm"}, {"ada", "cr%"}, {"adac", "rm"}} {
		b.wantNone(other[0], other[1])
	}
}

func taken(b *bundle) {
	e := b.add(Endpoint("ada", "crm"))
	again := Endpoint("ada", "crm")
	again.URL, again.Secret = "https://other.example", []byte("other")
	if err := b.other.Add(b.Context(), again); !errors.Is(err, callback.ErrEndpointExists) {
		b.Errorf("added again: %v", err)
	}
	b.wantFound(e)
	b.add(Endpoint("bob", "crm"))
}

func mistakes(b *bundle) {
	for name, spoil := range map[string]func(*callback.Endpoint){
		"no user":          func(e *callback.Endpoint) { e.User = "" },
		"no name":          func(e *callback.Endpoint) { e.Name = "" },
		"long name":        func(e *callback.Endpoint) { e.Name = strings.Repeat("x", 65) },
		"blank in name":    func(e *callback.Endpoint) { e.Name = "a b" },
		"slash in name":    func(e *callback.Endpoint) { e.Name = "a/b" },
		"no address":       func(e *callback.Endpoint) { e.URL = "" },
		"http":             func(e *callback.Endpoint) { e.URL = "http://hooks.example/s3cret" },
		"another scheme":   func(e *callback.Endpoint) { e.URL = "file:///s3cret" },
		"no host":          func(e *callback.Endpoint) { e.URL = "https:///s3cret" },
		"no slashes":       func(e *callback.Endpoint) { e.URL = "https:s3cret" },
		"relative":         func(e *callback.Endpoint) { e.URL = "hooks.example/s3cret" },
		"password":         func(e *callback.Endpoint) { e.URL = "https://ada:s3cret@hooks.example" },
		"fragment":         func(e *callback.Endpoint) { e.URL = "https://hooks.example/#s3cret" },
		"control in URL":   func(e *callback.Endpoint) { e.URL = "https://hooks.example/\ns3cret" },
		"bad port":         func(e *callback.Endpoint) { e.URL = "https://hooks.example:s3cret/" },
		"very long":        func(e *callback.Endpoint) { e.URL = "https://hooks.example/" + strings.Repeat("s3cret", 400) },
		"escape in a host": func(e *callback.Endpoint) { e.URL = "https://hooks%zz.example/s3cret" },
	} {
		e := Endpoint("ada", "crm")
		spoil(&e)
		if err := b.store.Add(b.Context(), e); err == nil || strings.Contains(err.Error(), "s3cret") {
			b.Errorf("%s: %v", name, err)
		}
	}
	b.wantList()
}

func replaced(b *bundle) {
	old, bystander := b.add(Endpoint("ada", "crm")), b.add(Endpoint("bob", "crm"))
	next := old
	next.Secret, next.Previous, next.Rotated = []byte("new"), old.Secret, noon()
	if err := b.other.Replace(b.Context(), old, next); err != nil {
		b.Fatal(err)
	}
	b.wantFound(next)
	for name, e := range map[string]callback.Endpoint{"its secret has changed": old, "there is none": Endpoint("ada", "erp")} {
		if err := b.store.Replace(b.Context(), e, old); !errors.Is(err, callback.ErrNoEndpoint) {
			b.Errorf("%s: %v", name, err)
		}
	}
	b.wantList(next, bystander)
}

// replacedConcurrently replaces a secret many times at once. One of them succeeds.
func replacedConcurrently(b *bundle) {
	old := b.add(Endpoint("ada", "crm"))
	var succeeded atomic.Int32
	var all errgroup.Group
	for i := range 20 {
		all.Go(func() error {
			next := old
			next.Secret = fmt.Appendf(nil, "secret %d", i)
			err := []callback.Store{b.store, b.other}[i%2].Replace(b.Context(), old, next)
			if err == nil {
				succeeded.Add(1)
			} else if errors.Is(err, callback.ErrNoEndpoint) {
				err = nil
			}
			return err
		})
	}
	if err := all.Wait(); err != nil || succeeded.Load() != 1 {
		b.Errorf("%d succeeded, %v", succeeded.Load(), err)
	}
}

func removed(b *bundle) {
	b.add(Endpoint("ada", "crm"))
	bob := b.add(Endpoint("bob", "crm"))
	if err := b.other.Remove(b.Context(), "ada", "crm"); err != nil {
		b.Fatal(err)
	}
	b.wantNone("ada", "crm")
	if err := b.store.Remove(b.Context(), "ada", "crm"); !errors.Is(err, callback.ErrNoEndpoint) {
		b.Errorf("removed again: %v", err)
	}
	b.wantList(bob)
	b.wantFound(b.add(Endpoint("ada", "crm")))
}

// Failure returns a failure of an event at a time.
func Failure(id string, at time.Time) callback.Failure {
	return callback.Failure{
		ID: id, User: "ada", Endpoint: "crm", Status: "succeeded", Ended: at.Add(-24 * time.Hour), Failed: at, Attempts: 20, Reason: "answered with status 500",
	}
}

func failures(b *bundle) {
	wantFailures := func(since time.Time, want ...callback.Failure) {
		b.Helper()
		if got, err := b.other.Failures(b.Context(), since); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			b.Errorf("failures\n%v, %v\nwant\n%v", got, err, want)
		}
	}
	wantFailures(time.Time{})
	first, second, third := Failure("a", noon()), Failure("c", noon().Add(time.Second)), Failure("b", noon().Add(time.Second))
	for _, f := range []callback.Failure{second, third, first} {
		if err := b.store.Fail(b.Context(), f); err != nil {
			b.Fatal(err)
		}
	}
	again := first
	again.Reason = "another"
	if err := b.other.Fail(b.Context(), again); err != nil {
		b.Errorf("the same event again: %v", err)
	}
	wantFailures(noon(), first, third, second)
	wantFailures(noon().Add(time.Millisecond), third, second)
	for range 2 {
		if err := b.store.Forget(b.Context(), noon().Add(time.Second)); err != nil {
			b.Fatal(err)
		}
		wantFailures(time.Time{}, third, second)
	}
}

func contextEnded(b *bundle) {
	e := b.add(Endpoint("ada", "crm"))
	ctx, cancel := context.WithCancel(b.Context())
	cancel()
	_, find := b.store.Find(ctx, "ada", "crm")
	_, list := b.store.List(ctx)
	_, failures := b.store.Failures(ctx, noon())
	for name, err := range map[string]error{
		"find": find, "list": list, "failures": failures, "add": b.store.Add(ctx, Endpoint("bob", "crm")), "replace": b.store.Replace(ctx, e, e),
		"remove": b.store.Remove(ctx, "ada", "crm"), "fail": b.store.Fail(ctx, Failure("a", noon())), "forget": b.store.Forget(ctx, noon()),
	} {
		if !errors.Is(err, context.Canceled) || errors.Is(err, callback.ErrNoEndpoint) {
			b.Errorf("%s: %v, want the error of the context", name, err)
		}
	}
	b.wantList(e)
}
