package api_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/api"
	"biom/shared/job"
	"biom/shared/share"
)

const healthPath = "/api/v1/health"

func TestContractHealth(t *testing.T) {
	t.Parallel()
	errUnavailable := errors.New("unavailable")
	for name, c := range map[string]struct {
		state    job.ProviderState
		provider error
		database error
		want     string
	}{
		"all is well": {job.ProviderState{Valid: true}, nil, nil,
			`{"status":"operational","provider_api_connected":true,"db_connected":true,"db_records":2,`},
		"key refused": {job.ProviderState{}, nil, nil,
			`{"status":"degraded","provider_api_connected":false,"db_connected":true,"db_records":2,`},
		"no worker": {job.ProviderState{Valid: true}, job.ErrNotChecked, nil,
			`{"status":"degraded","provider_api_connected":false,"db_connected":true,"db_records":2,`},
		"no database": {job.ProviderState{Valid: true}, nil, errUnavailable,
			`{"status":"degraded","provider_api_connected":true,"db_connected":false,"db_records":null,`},
		"nothing": {job.ProviderState{}, errUnavailable, errUnavailable,
			`{"status":"error","provider_api_connected":false,"db_connected":false,"db_records":null,`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.checks.state, b.checks.err = c.state, c.provider
			b.shares.set(func(f *fakeShares) {
				f.err, f.dbID = c.database, "db-1"
				f.docs["a"], f.docs["b"] = share.Found{}, share.Found{}
			})
			resp, body := b.get(healthPath)
			checkResponse(t, resp, body, http.StatusOK, c.want+
				`"provider_llm":"test-model","environment":"development","app_version":"1.2.3","schema_version":"1.1.0","db_id":"db-1"}`)
			if logged := b.log.contains("health: a part does not answer"); logged != (c.provider != nil || c.database != nil) {
				t.Errorf("logged: %v", logged)
			}
			b.uncharged()
		})
	}
}

func TestHealthBeforeTheDatabaseWasSeen(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.shares.set(func(f *fakeShares) { f.err = errors.New("unavailable") })
	if _, body := b.get(healthPath); !strings.Contains(string(body), `"db_id":null`) {
		t.Errorf("%s", body)
	}
	if resp, _ := b.do(http.MethodHead, healthPath); resp.StatusCode != http.StatusOK {
		t.Errorf("HEAD: %d", resp.StatusCode)
	}
}

// hangingParts do not return before the context of a call ends.
type hangingParts struct{ *fakeShares }

func (hangingParts) Count(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() }

func (hangingParts) CheckProvider(ctx context.Context, _ string) (job.ProviderState, error) {
	<-ctx.Done()
	return job.ProviderState{}, ctx.Err()
}

// TestHealthTimeLimit: both parts are given up after 2 s, and the result is reused.
func TestHealthTimeLimit(t *testing.T) {
	inBubble(t, func(o *offline) {
		ask := func() (*httptest.ResponseRecorder, time.Duration) {
			return o.send(httptest.NewRequestWithContext(t.Context(), http.MethodGet, healthPath, nil))
		}
		o.want("health", http.StatusOK, 2*time.Second)(ask())
		o.want("health at once", http.StatusOK, 0)(ask())
	}, func(c *api.Config) { c.Shares, c.Providers = hangingParts{newFakeShares()}, hangingParts{} })
}

// TestHealthLogsAnOutageOnce: not for every probe of it.
func TestHealthLogsAnOutageOnce(t *testing.T) {
	log := &logBuffer{}
	inBubble(t, func(o *offline) {
		for _, err := range []error{errors.New("refused"), nil} {
			o.shares.set(func(f *fakeShares) { f.err = err })
			for range 5 {
				o.send(httptest.NewRequestWithContext(t.Context(), http.MethodGet, healthPath, nil))
				time.Sleep(5 * time.Second)
			}
		}
		for _, line := range []string{"health: a part does not answer", "health: a part answers again"} {
			if n := strings.Count(log.String(), line+`" part="share database"`); n != 1 {
				t.Errorf("%q is logged %d times:\n%s", line, n, log)
			}
		}
	}, func(c *api.Config) { c.Log = textLog(log) })
}

// promptParts return at once, with the error of the context if that has ended.
type promptParts struct{ *fakeShares }

func (promptParts) Count(ctx context.Context) (int, error) { return 7, ctx.Err() }

func (promptParts) CheckProvider(ctx context.Context, _ string) (job.ProviderState, error) {
	return job.ProviderState{Valid: true}, ctx.Err()
}

// TestHangingPartDoesNotDelayTheOther: each part has the full time.
func TestHangingPartDoesNotDelayTheOther(t *testing.T) {
	shares := newFakeShares()
	for name, parts := range map[string]func(*api.Config){
		"provider": func(c *api.Config) { c.Shares, c.Providers = promptParts{shares}, hangingParts{} },
		"database": func(c *api.Config) { c.Shares, c.Providers = hangingParts{shares}, promptParts{} },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(o *offline) {
				rec, _ := o.send(httptest.NewRequestWithContext(t.Context(), http.MethodGet, healthPath, nil))
				if !strings.Contains(rec.Body.String(), `"status":"degraded"`) {
					t.Errorf("%s", rec.Body)
				}
			}, parts)
		})
	}
}

// countingChecks counts checks. Each waits until the test sends to held.
type countingChecks struct {
	n    atomic.Int32
	held chan struct{}
}

func (p *countingChecks) CheckProvider(context.Context, string) (job.ProviderState, error) {
	p.n.Add(1)
	<-p.held
	return job.ProviderState{Valid: true}, nil
}

// TestHealthProbeIsShared: with any number of requests, the provider is asked once in
// two seconds.
func TestHealthProbeIsShared(t *testing.T) {
	t.Parallel()
	p := &countingChecks{held: make(chan struct{}, 100)}
	clock := &manualClock{}
	b := setup(t, func(c *api.Config) { c.Providers, c.Now = p, clock.now })
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if resp, body := b.get(healthPath); resp.StatusCode != http.StatusOK || !strings.Contains(string(body), `"operational"`) {
				t.Errorf("%d %s", resp.StatusCode, body)
			}
		})
	}
	p.held <- struct{}{}
	all.Wait()
	clock.add(1999 * time.Millisecond)
	b.get(healthPath)
	if n := p.n.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	clock.add(time.Millisecond)
	p.held <- struct{}{}
	b.get(healthPath)
	if n := p.n.Load(); n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// manualClock is a clock that only the test moves.
type manualClock struct{ passed atomic.Int64 }

func (c *manualClock) now() time.Time { return noon().Add(time.Duration(c.passed.Load())) }

func (c *manualClock) add(d time.Duration) { c.passed.Add(int64(d)) }
