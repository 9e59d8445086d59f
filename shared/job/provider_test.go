package job_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"biom/shared/job"
	"biom/shared/testenv"
)

func never(context.Context, *job.Delivery) (job.Result, error) {
	return job.Result{}, errors.New("no job is expected")
}

// answered asks until a worker's subscription stands.
func (b *bundle) answered(key string) job.ProviderState {
	b.t.Helper()
	var state job.ProviderState
	testenv.Await(b.t, "an answered check", func() (ok bool) {
		var err error
		state, err = b.client.CheckProvider(b.t.Context(), key)
		return err == nil
	})
	return state
}

func TestCheckProvider(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if _, err := b.client.CheckProvider(t.Context(), "k"); !errors.Is(err, job.ErrNotChecked) {
		t.Errorf("without a worker: %v", err)
	}
	stop := b.work(job.WorkerConfig{Handle: never, Check: func(_ context.Context, key string) (job.ProviderState, error) {
		switch key {
		case "panic":
			panic(key)
		case "fault":
			return job.ProviderState{}, errors.New("the vendor says: fault")
		}
		return job.ProviderState{Valid: key == "good" || key == ""}, nil
	}})
	for key, want := range map[string]bool{"good": true, "": true, "bad": false} {
		if got := b.answered(key); got.Valid != want {
			t.Errorf("key %q: valid %v", key, got.Valid)
		}
	}
	for _, key := range []string{"panic", "fault"} {
		if _, err := b.client.CheckProvider(t.Context(), key); !errors.Is(err, job.ErrNotChecked) {
			t.Errorf("key %q: %v", key, err)
		}
	}
	stop()
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := b.client.CheckProvider(ctx, "good"); !errors.Is(err, job.ErrNotChecked) {
		t.Errorf("after the worker: %v", err)
	}
}

// A worker checks a few keys at once; a caller's deadline is kept.
func TestCheckProviderIsBounded(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var running atomic.Int32
	release := make(chan struct{})
	b.work(job.WorkerConfig{Handle: never, Check: func(ctx context.Context, key string) (job.ProviderState, error) {
		if key == "" {
			return job.ProviderState{Valid: true}, nil
		}
		running.Add(1)
		select {
		case <-release:
		case <-ctx.Done():
		}
		return job.ProviderState{Valid: true}, ctx.Err()
	}})
	b.answered("")
	held := make(chan error, 4)
	for range cap(held) {
		go func() {
			_, err := b.client.CheckProvider(t.Context(), "slow")
			held <- err
		}()
	}
	testenv.Await(t, "four checks", func() bool { return running.Load() == 4 })
	if _, err := b.client.CheckProvider(t.Context(), "fifth"); !errors.Is(err, job.ErrNotChecked) {
		t.Errorf("a fifth check: %v", err)
	}
	close(release)
	for range cap(held) {
		if err := <-held; err != nil {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := b.client.CheckProvider(ctx, "late"); !errors.Is(err, job.ErrNotChecked) {
		t.Errorf("past the deadline: %v", err)
	}
}

// What travels is sealed, is worth nothing later, and its answer is bound to it.
func TestCheckProviderOnTheWire(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var asked atomic.Int32
	b.work(job.WorkerConfig{Handle: never, Check: func(context.Context, string) (job.ProviderState, error) {
		asked.Add(1)
		return job.ProviderState{Valid: true}, nil
	}})
	b.answered("")
	seen := make(chan *nats.Msg, 10)
	spy, err := b.conn.NATS.ChanSubscribe("biom.provider.check", seen)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.conn.NATS.Flush(); err != nil {
		t.Fatal(err)
	}
	b.answered("sk-CANARY")
	msg := <-seen
	if err := spy.Unsubscribe(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(msg.Data, []byte("CANARY")) {
		t.Error("the key travels in the open")
	}
	before := asked.Load()
	for name, data := range map[string][]byte{
		"not sealed": []byte("sk-1"), "altered": flip(msg.Data), "late": late(t, b.keys),
	} {
		if _, err := b.conn.NATS.Request("biom.provider.check", data, 50*time.Millisecond); err == nil {
			t.Errorf("%s: answered", name)
		}
	}
	if n := asked.Load(); n != before {
		t.Errorf("%d checks of messages that are none", n-before)
	}
}

func flip(b []byte) []byte {
	out := append([]byte(nil), b...)
	out[len(out)-1] ^= 1
	return out
}

// late is a well-sealed check whose deadline has passed.
func late(t *testing.T, keys *job.Keyring) []byte {
	t.Helper()
	header, err := json.Marshal(map[string]any{"check": "x", "deadline": time.Now().Add(-time.Second)})
	if err != nil {
		t.Fatal(err)
	}
	msg, err := job.SealRaw(keys, header, []byte("sk-1"))
	if err != nil {
		t.Fatal(err)
	}
	return msg
}
