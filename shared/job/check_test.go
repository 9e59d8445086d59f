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

	"biom/shared/broker"
	"biom/shared/job"
)

// noJob is the handler of a worker that gets no job.
func noJob(context.Context, *job.Delivery) (job.Result, error) {
	return job.Result{}, errors.New("no job is expected")
}

// check has a key checked. It waits until a worker has subscribed to checks.
func (b *bundle) check(key string) job.ProviderState {
	b.t.Helper()
	var state job.ProviderState
	b.awaitCondition("a reply to a check", func() (ok bool) {
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
	stop := b.work(job.WorkerConfig{Handle: noJob, Check: func(_ context.Context, key string) (job.ProviderState, error) {
		switch key {
		case "panic":
			panic(key)
		case "fault":
			return job.ProviderState{}, errors.New("the vendor says: fault")
		}
		return job.ProviderState{Valid: key == "good" || key == ""}, nil
	}})
	for key, want := range map[string]bool{"good": true, "": true, "bad": false} {
		if got := b.check(key); got.Valid != want {
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
		t.Errorf("after the worker has stopped: %v", err)
	}
}

// A worker checks at most four keys at once, and a check ends at the caller's
// deadline.
func TestCheckProviderLimits(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var running atomic.Int32
	release := make(chan struct{})
	b.work(job.WorkerConfig{Handle: noJob, Check: func(ctx context.Context, key string) (job.ProviderState, error) {
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
	b.check("")
	checks := make(chan error, 4)
	for range cap(checks) {
		go func() {
			_, err := b.client.CheckProvider(t.Context(), "slow")
			checks <- err
		}()
	}
	b.awaitCondition("four checks", func() bool { return running.Load() == 4 })
	if _, err := b.client.CheckProvider(t.Context(), "fifth"); !errors.Is(err, job.ErrNotChecked) {
		t.Errorf("a fifth check: %v", err)
	}
	close(release)
	for range cap(checks) {
		if err := <-checks; err != nil {
			t.Error(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Nanosecond)
	defer cancel()
	if _, err := b.client.CheckProvider(ctx, "late"); !errors.Is(err, job.ErrNotChecked) {
		t.Errorf("past the deadline: %v", err)
	}
}

// The message of a check is encrypted. Workers ignore it after its deadline, and
// any message that no client has sealed.
func TestCheckProviderMessage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var checked atomic.Int32
	workerConn := b.connect()
	stop := b.workOn(workerConn, job.WorkerConfig{Handle: noJob, Check: func(context.Context, string) (job.ProviderState, error) {
		checked.Add(1)
		return job.ProviderState{Valid: true}, nil
	}})
	b.check("")
	messages := make(chan *nats.Msg, 10)
	spy, err := b.conn.NATS.ChanSubscribe("biom.provider.check", messages)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.conn.NATS.Flush(); err != nil {
		t.Fatal(err)
	}
	b.check("sk-CANARY")
	msg := <-messages
	if err := spy.Unsubscribe(); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(msg.Data, []byte("CANARY")) {
		t.Error("the message shows the key")
	}
	before := checked.Load()
	replies, err := b.conn.NATS.SubscribeSync("replies.*")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"not-sealed": []byte("sk-1"), "changed": changed(msg.Data), "expired": expiredCheck(t, b.keys),
	} {
		if err := b.conn.NATS.PublishRequest("biom.provider.check", "replies."+name, data); err != nil {
			t.Fatal(err)
		}
	}
	b.check("") // the worker receives it after the three messages
	stop()      // and this waits for all checks that it has started
	for _, conn := range []*broker.Conn{workerConn, b.conn} {
		if err := conn.NATS.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	for n, _, _ := replies.Pending(); n > 0; n-- {
		reply, err := replies.NextMsg(waitAtMost)
		if err != nil {
			t.Fatal(err)
		}
		t.Errorf("a reply to %s", reply.Subject)
	}
	if n := checked.Load() - before - 1; n != 0 {
		t.Errorf("%d of the three messages were taken for checks", n)
	}
}

// changed returns a copy of b with another last byte.
func changed(b []byte) []byte {
	out := bytes.Clone(b)
	out[len(out)-1] ^= 1
	return out
}

// expiredCheck returns a correctly sealed check whose deadline has passed.
func expiredCheck(t *testing.T, keys *job.Keyring) []byte {
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
