package picture_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"biom/worker/document/picture"
)

// large is how many bytes a large picture takes.
const large = 300 << 20

// enter enters the gate or fails the test.
func enter(t *testing.T, g *picture.Gate, bytes int64) (release func()) {
	t.Helper()
	release, err := g.Enter(t.Context(), bytes)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

// full fails the test unless a picture that waits for a minute is not let in.
func full(t *testing.T, g *picture.Gate, bytes int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := g.Enter(ctx, bytes); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%d bytes: got %v, want the gate to be full", bytes, err)
	}
}

func TestGateHasAsManyPlacesAsGiven(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := picture.NewLoneGate(2)
		first, second := enter(t, g, 0), enter(t, g, large)
		full(t, g, 0)
		first()
		full(t, g, large)
		enter(t, g, 0)()
		second()
		enter(t, g, large)()
	})
}

func TestLargePictureThatWaitsHoldsNoPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := picture.NewLoneGate(2)
		first := enter(t, g, large)
		next := make(chan func())
		go func() { next <- enter(t, g, large) }()
		synctest.Wait()
		enter(t, g, 0)()
		first()
		(<-next)()
	})
}

func TestGateRefusesEndedContext(t *testing.T) {
	t.Parallel()
	g := picture.NewLoneGate(1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		if _, err := g.Enter(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	enter(t, g, 0)()
}

// The pictures in flight take at most 384 MiB together, whatever their number.
func TestGateBoundsMemory(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := picture.NewLoneGate(100)
		largest := enter(t, g, large)
		small := enter(t, g, 60<<20)
		full(t, g, 60<<20)
		full(t, g, large)
		largest()
		for range 5 {
			enter(t, g, 60<<20)
		}
		full(t, g, 60<<20)
		small()
		enter(t, g, 60<<20)
	})
}
