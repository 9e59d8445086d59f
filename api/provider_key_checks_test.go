package api_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"biom/api"
	"biom/shared/job"
)

// checkFunc is a function as api.Providers.
type checkFunc func(ctx context.Context, key string) (job.ProviderState, error)

func (f checkFunc) CheckProvider(ctx context.Context, key string) (job.ProviderState, error) {
	return f(ctx, key)
}

// validate asks for a check of a provider key.
func (b *bundle) validate(key string) (int, string) {
	b.t.Helper()
	resp, body := b.get(usagePath+"?validate=true", "X-Provider-API-Key", key)
	return resp.StatusCode, string(body)
}

// TestKeyVerdictsAreReusedForAMinute: failed checks are not reused.
func TestKeyVerdictsAreReusedForAMinute(t *testing.T) {
	t.Parallel()
	var asked, after atomic.Int64
	fails := errors.New("away")
	b := setup(t, func(c *api.Config) {
		c.Now = func() time.Time { return noon().Add(time.Duration(after.Load())) }
		c.Providers = checkFunc(func(_ context.Context, key string) (job.ProviderState, error) {
			if asked.Add(1) == 1 {
				return job.ProviderState{}, fails
			}
			return job.ProviderState{Valid: key == "good"}, nil
		})
	})
	for _, step := range []struct {
		key    string
		at     time.Duration
		status int
		part   string
		asked  int64
	}{
		{"good", 0, 200, `"valid":null`, 1},
		{"good", 0, 200, `"valid":true`, 2},
		{"bad", 0, 200, `"valid":false`, 3},
		{"good", time.Minute - 1, 200, `"valid":true`, 3},
		{"bad", time.Minute - 1, 200, `"valid":false`, 3},
		{"good", time.Minute, 200, `"valid":true`, 4},
		{"bad", time.Minute, 200, `"valid":false`, 5},
	} {
		after.Store(int64(step.at))
		if status, body := b.validate(step.key); status != step.status || !strings.Contains(body, step.part) || asked.Load() != step.asked {
			t.Errorf("%+v: asked %d times, %d %s", step, asked.Load(), status, body)
		}
	}
}

// TestConcurrentKeyChecksAreLimited: callers with the same key share a check, at most
// four checks run at once, and each has a time limit.
func TestConcurrentKeyChecksAreLimited(t *testing.T) {
	var running, highest, asked atomic.Int64
	var begun, release chan struct{} // made in the bubble
	check := func(ctx context.Context, _ string) (job.ProviderState, error) {
		asked.Add(1)
		n := running.Add(1)
		defer running.Add(-1)
		for m := highest.Load(); n > m && !highest.CompareAndSwap(m, n); m = highest.Load() {
		}
		if at, ok := ctx.Deadline(); !ok || time.Until(at) > 3*time.Second {
			t.Error("the check is not bounded")
		}
		begun <- struct{}{}
		<-release
		return job.ProviderState{Valid: true}, nil
	}
	inNetBubble(t, func(b *bundle) {
		var all sync.WaitGroup
		for i := range 24 {
			all.Go(func() {
				if status, body := b.validate(fmt.Sprint("key", i%8)); status != http.StatusOK {
					b.t.Errorf("%d %s", status, body)
				}
			})
		}
		for range 4 {
			<-begun
		}
		synctest.Wait() // the other 20 requests wait for a check or for a slot
		close(release)
		all.Wait()
		if asked.Load() != 8 || highest.Load() != 4 {
			b.t.Errorf("%d checks, %d at once", asked.Load(), highest.Load())
		}
	}, func(c *api.Config) {
		begun, release = make(chan struct{}, 100), make(chan struct{})
		c.Providers = checkFunc(check)
	})
}

// TestKeyVerdictsAreBounded: many made-up keys do not fill the memory, and do not keep
// another key from being checked.
func TestKeyVerdictsAreBounded(t *testing.T) {
	inBubble(t, func(o *offline) {
		for i := range 1300 {
			r, _ := http.NewRequestWithContext(o.t.Context(), http.MethodGet, usagePath+"?validate=true", nil)
			r.Header.Set("X-Provider-API-Key", fmt.Sprint("key", i))
			if rec := record(o.server, r); !strings.Contains(rec.Body.String(), `"valid":false`) {
				o.t.Fatalf("%d: %d %s", i, rec.Code, rec.Body)
			}
			if n := o.server.KeyVerdictCount(); n > 1024 {
				o.t.Fatalf("%d verdicts are kept", n)
			}
		}
	}, func(c *api.Config) {
		c.Providers = checkFunc(func(context.Context, string) (job.ProviderState, error) { return job.ProviderState{}, nil })
	})
}

// TestKeyCheckOutlivesItsCaller: others may wait for the same check.
func TestKeyCheckOutlivesItsCaller(t *testing.T) {
	var begun, release chan struct{} // made in the bubble
	inNetBubble(t, func(b *bundle) {
		ctx, cancel := context.WithCancel(b.t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			r, _ := http.NewRequestWithContext(ctx, http.MethodGet, b.url+usagePath+"?validate=true", nil)
			r.Header.Set("X-Provider-API-Key", "k")
			if resp, err := b.client.Do(r); err == nil {
				resp.Body.Close()
			}
		}()
		receive(b.t, begun, "check")
		cancel()
		receive(b.t, ended, "end of the first request")
		close(release)
		if status, body := b.validate("k"); status != http.StatusOK || !strings.Contains(body, `"valid":true`) {
			b.t.Errorf("%d %s", status, body)
		}
	}, func(c *api.Config) {
		begun, release = make(chan struct{}), make(chan struct{})
		c.Providers = checkFunc(func(ctx context.Context, _ string) (job.ProviderState, error) {
			close(begun)
			<-release
			return job.ProviderState{Valid: true}, ctx.Err()
		})
	})
}
