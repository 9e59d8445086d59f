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
	"time"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/quota"
)

const usagePath = "/api/v1/biom/usage"

func TestContractUsage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	resp, body := b.get(usagePath)
	checkAnswer(t, resp, body, http.StatusOK, `{"auth_type":"public","user_id":null,"engines":{`+
		`"biomai":{"used":0,"limit":25,"resets_in_seconds":0},"biomai_byok":{"used":0,"limit":1000,"resets_in_seconds":0},`+
		`"biomjson":{"used":0,"limit":300,"resets_in_seconds":0},"retrieve":{"used":0,"limit":1000,"resets_in_seconds":0}},`+
		`"keys":{"service":{"provided":false},"provider":{"provided":false}}}`)
}

// used is a quota store with something in it.
type used struct{ quota.Store }

func (used) Usage(_ context.Context, bucket quota.Bucket, who quota.Subject) (quota.Usage, error) {
	if who != quota.User("u") {
		return quota.Usage{}, fmt.Errorf("asked for %s", who)
	}
	return map[quota.Bucket]quota.Usage{
		quota.BiomAI:     {Used: 1, ResetsIn: 24 * time.Hour},
		quota.BiomAIBYOK: {Used: 6000, ResetsIn: time.Millisecond},
		quota.BiomJSON:   {Used: 3, ResetsIn: time.Second},
		quota.Retrieve:   {Used: 0},
	}[bucket], nil
}

func TestContractUsageOfUser(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Quota = used{c.Quota} })
	b.keys["k"] = apikey.Record{User: "u", Limits: apikey.Limits{BiomAI: 601, BiomAIBYOK: 6000, BiomJSON: 6000}}
	resp, body := b.get(usagePath, "Authorization", "Bearer k", "X-Provider-API-Key", canary)
	checkAnswer(t, resp, body, http.StatusOK, `{"auth_type":"authenticated","user_id":"u","engines":{`+
		`"biomai":{"used":0.5,"limit":300.5,"resets_in_seconds":86400},"biomai_byok":{"used":3000,"limit":3000,"resets_in_seconds":1},`+
		`"biomjson":{"used":1.5,"limit":3000,"resets_in_seconds":1},"retrieve":{"used":0,"limit":0,"resets_in_seconds":0}},`+
		`"keys":{"service":{"provided":true,"valid":true,"user_id":"u"},"provider":{"provided":true}}}`)
}

func TestUsageCounts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.post(upload("a.pdf", []byte(pdf), "service_tier", "slow"))
	b.post(upload("a.json", document()))
	_, body := b.get(usagePath + "?api_key=" + canary)
	for _, part := range []string{
		`"auth_type":"public"`, `"user_id":null`, `"biomai":{"used":0.5,"limit":25,"resets_in_seconds":86400}`,
		`"biomjson":{"used":1,"limit":300,"resets_in_seconds":86400}`, `"service":{"provided":true,"valid":false}`,
	} {
		if !strings.Contains(string(body), part) {
			t.Errorf("no %s in %s", part, body)
		}
	}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		query string
		key   string
		state bool
		want  string
		asked int
	}{
		"accepted":       {"?validate=true", canary, true, `"provider":{"provided":true,"valid":true}`, 1},
		"rejected":       {"?validate=1", canary, false, `"provider":{"provided":true,"valid":false}`, 1},
		"any spelling":   {"?validate=YES", canary, true, `"provider":{"provided":true,"valid":true}`, 1},
		"not asked for":  {"?validate=false", canary, true, `"provider":{"provided":true}`, 0},
		"off":            {"?validate=off", canary, true, `"provider":{"provided":true}`, 0},
		"by default not": {"", canary, true, `"provider":{"provided":true}`, 0},
		"no key":         {"?validate=on", "", true, `"provider":{"provided":false}`, 0},
	} {
		b := setup(t)
		b.checks.state.Valid = c.state
		var headers []string
		if c.key != "" {
			headers = []string{"X-Provider-API-Key", c.key}
		}
		resp, body := b.get(usagePath+c.query, headers...)
		if resp.StatusCode != http.StatusOK || !strings.Contains(string(body), c.want+"}}") || len(b.checks.asked) != c.asked {
			t.Errorf("%s: asked %d times, %d %s", name, len(b.checks.asked), resp.StatusCode, body)
		}
	}
}

func TestBadUsage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, query := range []string{
		"?validate=maybe", "?validate=", "?validate", "?validate=2", "?validate=t", "?validate=true%20", "?validate=null",
		"?validate=true&validate=true", "?validate=true&validate=",
		"?validate=" + strings.Repeat("true", 2000), "?validate=%EF%BD%94rue",
	} {
		resp, body := b.get(usagePath + query)
		checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
	}
	for _, query := range []string{"?validate=%zz", "?validate=true;x=1", "?x=%zz"} {
		resp, body := b.get(usagePath + query)
		checkRefusal(t, resp, body, http.StatusBadRequest, "HTTP_ERROR")
	}
	for _, key := range []string{"", " ", "a b", strings.Repeat("k", 10<<10), canary + "é"} {
		resp, body := b.get(usagePath, "X-Provider-API-Key", key)
		checkRefusal(t, resp, body, http.StatusBadRequest, "HTTP_ERROR")
	}
	resp, body := b.get(usagePath, "X-Provider-API-Key", canary+"1", "X-Provider-API-Key", canary+"2")
	checkRefusal(t, resp, body, http.StatusBadRequest, "HTTP_ERROR")
}

// TestUsageDoesNotGuess: what cannot be looked up is a 503.
func TestUsageDoesNotGuess(t *testing.T) {
	t.Parallel()
	provider := []string{"X-Provider-API-Key", canary}
	for name, c := range map[string]struct {
		change  func(*api.Config)
		query   string
		headers []string
	}{
		"key store away":     {nil, "", []string{"Authorization", "Bearer down"}},
		"quota store away":   {func(c *api.Config) { c.Quota = used{c.Quota} }, "", nil}, // knows no addresses
		"quota store silent": {func(c *api.Config) { c.Quota, c.QuotaTimeout = silent{c.Quota}, 10*time.Millisecond }, "", nil},
		"provider away":      {func(c *api.Config) { c.Providers = &fakeProviders{err: job.ErrNotChecked} }, "?validate=true", provider},
	} {
		var change []func(*api.Config)
		if c.change != nil {
			change = append(change, c.change)
		}
		b := setup(t, change...)
		resp, body := b.get(usagePath+c.query, c.headers...)
		checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
		if resp.Header.Get("Retry-After") != "5" {
			t.Errorf("%s: %v", name, resp.Header)
		}
	}
}

// silent is a quota store that does not answer.
type silent struct{ quota.Store }

func (silent) Usage(ctx context.Context, _ quota.Bucket, _ quota.Subject) (quota.Usage, error) {
	<-ctx.Done()
	return quota.Usage{}, ctx.Err()
}

// checker is a provider that a function plays.
type checker func(ctx context.Context, key string) (job.ProviderState, error)

func (f checker) CheckProvider(ctx context.Context, key string) (job.ProviderState, error) {
	return f(ctx, key)
}

func (b *bundle) validate(key string) (int, string) {
	b.t.Helper()
	resp, body := b.get(usagePath+"?validate=true", "X-Provider-API-Key", key)
	return resp.StatusCode, string(body)
}

// TestVerdictsAreRemembered for a minute, faults are not.
func TestVerdictsAreRemembered(t *testing.T) {
	t.Parallel()
	var asked, after atomic.Int64
	fails := errors.New("away")
	b := setup(t, func(c *api.Config) {
		c.Now = func() time.Time { return noon().Add(time.Duration(after.Load())) }
		c.Providers = checker(func(_ context.Context, key string) (job.ProviderState, error) {
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
		{"good", 0, 503, "INTERNAL_ERROR", 1},
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

// TestChecksAreFew: callers with one key share a check, at most four run at
// once, and one ends in time whoever waits for it.
func TestChecksAreFew(t *testing.T) {
	t.Parallel()
	var running, most, asked atomic.Int64
	begun, release := make(chan struct{}, 100), make(chan struct{})
	b := setup(t, func(c *api.Config) {
		c.Providers = checker(func(ctx context.Context, _ string) (job.ProviderState, error) {
			asked.Add(1)
			n := running.Add(1)
			defer running.Add(-1)
			for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
			}
			if at, ok := ctx.Deadline(); !ok || time.Until(at) > 3*time.Second {
				t.Error("the check is not bounded")
			}
			begun <- struct{}{}
			<-release
			return job.ProviderState{Valid: true}, nil
		})
	})
	var all sync.WaitGroup
	for i := range 24 {
		all.Go(func() {
			if status, body := b.validate(fmt.Sprint("key", i%8)); status != http.StatusOK {
				t.Errorf("%d %s", status, body)
			}
		})
	}
	for range 4 {
		receive(t, begun, "check")
	}
	close(release)
	all.Wait()
	if asked.Load() != 8 || most.Load() != 4 {
		t.Errorf("%d checks, %d at once", asked.Load(), most.Load())
	}
}

// TestVerdictsAreBounded: made-up keys fill no memory, and are let go when
// they are stale.
func TestVerdictsAreBounded(t *testing.T) {
	t.Parallel()
	var after atomic.Int64
	s := alone(t, hooked{}, func(c *api.Config) {
		c.Now = func() time.Time { return noon().Add(time.Duration(after.Load())) }
		c.Providers = checker(func(context.Context, string) (job.ProviderState, error) { return job.ProviderState{}, nil })
	})
	ask := func(i int) int {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, usagePath+"?validate=true", nil)
		r.Header.Set("X-Provider-API-Key", fmt.Sprint("key", i))
		return record(s, r).Code
	}
	for i := range 3000 { // somebody makes up keys
		if status := ask(i); status != http.StatusOK {
			t.Fatalf("%d: %d", i, status)
		}
		if n := s.VerdictsKept(); n > 1024 {
			t.Fatalf("%d verdicts are kept", n)
		}
	}
	after.Store(int64(time.Minute))
	if status := ask(5); status != http.StatusOK {
		t.Errorf("a minute later: %d", status)
	}
}

// TestCheckOutlivesItsCaller: others wait for it too.
func TestCheckOutlivesItsCaller(t *testing.T) {
	t.Parallel()
	begun, release := make(chan struct{}), make(chan struct{})
	b := setup(t, func(c *api.Config) {
		c.Providers = checker(func(ctx context.Context, _ string) (job.ProviderState, error) {
			close(begun)
			<-release
			return job.ProviderState{Valid: true}, ctx.Err()
		})
	})
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan struct{})
	go func() {
		defer close(left)
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, b.url+usagePath+"?validate=true", nil)
		r.Header.Set("X-Provider-API-Key", "k")
		if resp, err := b.client.Do(r); err == nil {
			resp.Body.Close()
		}
	}()
	receive(t, begun, "check")
	cancel()
	receive(t, left, "end of the first caller")
	close(release)
	if status, body := b.validate("k"); status != http.StatusOK || !strings.Contains(body, `"valid":true`) {
		t.Errorf("%d %s", status, body)
	}
}
