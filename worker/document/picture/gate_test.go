package picture_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"biom/worker/document/picture"
)

// enter enters the gate or fails the test.
func enter(t *testing.T, g *picture.Gate, large bool) (release func()) {
	t.Helper()
	release, err := g.Enter(t.Context(), large)
	if err != nil {
		t.Fatal(err)
	}
	return release
}

// full fails the test unless a picture that waits for a minute is not let in.
func full(t *testing.T, g *picture.Gate, large bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := g.Enter(ctx, large); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("large %t: got %v, want the gate to be full", large, err)
	}
}

func TestGateHasAsManyPlacesAsGiven(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := picture.NewGate(2)
		first, second := enter(t, g, false), enter(t, g, true)
		full(t, g, false)
		first()
		full(t, g, true)
		enter(t, g, false)()
		second()
		enter(t, g, true)()
	})
}

func TestLargePictureThatWaitsHoldsNoPlace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		g := picture.NewGate(2)
		first := enter(t, g, true)
		next := make(chan func())
		go func() { next <- enter(t, g, true) }()
		synctest.Wait()
		enter(t, g, false)()
		first()
		(<-next)()
	})
}

func TestGateRefusesEndedContext(t *testing.T) {
	t.Parallel()
	g := picture.NewGate(1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range 20 {
		if _, err := g.Enter(ctx, false); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	enter(t, g, false)()
}
