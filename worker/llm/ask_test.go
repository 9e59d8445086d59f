package llm_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"biom/shared/problem"
	"biom/worker/llm"
	"biom/worker/provider"
)

var (
	rejected  = &llm.Fault{Reason: provider.ReasonKeyRejected, Status: 401}
	limited   = &llm.Fault{Reason: provider.ReasonRateLimited, Status: 429}
	limited9s = &llm.Fault{Reason: provider.ReasonRateLimited, Status: 429, Retry: 9 * time.Second}
	failing   = &llm.Fault{Reason: provider.ReasonUnavailable, Status: 503, Transient: true}
	failing40 = &llm.Fault{Reason: provider.ReasonUnavailable, Status: 503, Transient: true, Retry: 40 * time.Second}
	wrong     = &llm.Fault{Reason: provider.ReasonUnavailable, Status: 404}
	noTemp    = &llm.Fault{Reason: provider.ReasonUnavailable, Status: 400, Param: "temperature"}
	// A key of OpenAI's that may call a model, but not list the models.
	restricted = llm.FaultOf(&http.Response{
		StatusCode: 401,
		Body:       io.NopCloser(strings.NewReader(`{"error":"You have insufficient permissions for this operation. Missing scopes: api.model.read."}`)),
	}, time.Now())
	noTier = &llm.Fault{Reason: provider.ReasonUnavailable, Status: 400, Param: "service_tier"}
)

// TestExtractAfterFaults checks what a job of 30 seconds does after faults: which keys
// it calls, what the caller gets, and how long that takes.
func TestExtractAfterFaults(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		keys     string // of the deployment
		own      string // the caller's key
		outcomes []error
		calls    string // the keys of the calls
		reason   string
		min, max time.Duration
	}{
		"an answer":                             {"a b", "", []error{nil}, "a", "", 0, 0},
		"401: the next key":                     {"a b", "", []error{rejected, nil}, "a b", "", 0, 0},
		"429: the next key":                     {"a b", "", []error{limited, nil}, "a b", "", 0, 0},
		"429 of every key: wait":                {"a b", "", []error{limited, limited, nil}, "a b a", "", 250 * time.Millisecond, time.Second},
		"429 with a hint: wait for it":          {"a", "", []error{limited9s, nil}, "a a", "", 9 * time.Second, 10 * time.Second},
		"429 for ever: give up in time":         {"a", "", []error{limited9s}, "a a a a", provider.ReasonRateLimited, 27 * time.Second, 30 * time.Second},
		"401 of every key: give up at once":     {"a b", "", []error{rejected}, "a b", provider.ReasonKeyRejected, 0, 0},
		"503, then an answer":                   {"a", "", []error{failing, nil}, "a a", "", 250 * time.Millisecond, 500 * time.Millisecond},
		"503 for ever: five calls":              {"a b c d", "", []error{failing}, "a b c d a", provider.ReasonUnavailable, 3750 * time.Millisecond, 7500 * time.Millisecond},
		"503 with a hint beyond the deadline":   {"a", "", []error{failing40}, "a", provider.ReasonUnavailable, 0, 0},
		"a reset, then an answer":               {"a", "", []error{io.ErrUnexpectedEOF, nil}, "a a", "", 250 * time.Millisecond, 500 * time.Millisecond},
		"404: no second try":                    {"a b", "", []error{wrong}, "a", provider.ReasonUnavailable, 0, 0},
		"a refusal: no second try":              {"a b", "", []error{llm.Refused("SAFETY")}, "a", provider.ReasonRefused, 0, 0},
		"parameters that it does not take":      {"a", "", []error{noTemp, noTier, nil}, "a a a", "", 0, 0},
		"a parameter refused for ever":          {"a", "", []error{noTemp}, "a a", provider.ReasonUnavailable, 0, 0},
		"own key":                               {"a b", "own", []error{nil}, "own", "", 0, 0},
		"own key, 401: no other":                {"a b", "own", []error{rejected, nil}, "own", provider.ReasonKeyRejected, 0, 0},
		"own key, 429: no other and no waiting": {"a b", "own", []error{limited9s, nil}, "own", provider.ReasonRateLimited, 0, 0},
		"own key, 503: the same":                {"a b", "own", []error{failing, nil}, "own own", "", 250 * time.Millisecond, 500 * time.Millisecond},
		"own key without the deployment's":      {"", "own", []error{nil}, "own", "", 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				e, s := setup(t, strings.Fields(c.keys), c.outcomes...)
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				start := time.Now()
				_, err := read(t, ctx, e, provider.Options{Key: c.own})
				if got := reason(t, err); got != c.reason {
					t.Errorf("reason %q, want %q", got, c.reason)
				}
				if got := strings.Join(s.calls, " "); got != c.calls {
					t.Errorf("calls %q, want %q", got, c.calls)
				}
				if took := time.Since(start); took < c.min || took > c.max {
					t.Errorf("took %v, want %v to %v", took, c.min, c.max)
				}
			})
		})
	}
}

// TestPrepareFailsWithoutUsableKey expects a 503 before the first call.
func TestPrepareFailsWithoutUsableKey(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{nil, {"a"}} {
		e, s := setup(t, keys, rejected)
		_, _ = read(t, t.Context(), e, provider.Options{}) // afterwards the only key is paused
		calls := len(s.calls)
		_, err := e.Prepare(t.Context(), gif, provider.Options{})
		var p *problem.Problem
		if !errors.As(err, &p) || p.Status != 503 || p.RetrySeconds() < 1 {
			t.Errorf("%d keys: got %v, want 503 with Retry-After", len(keys), err)
		}
		if len(s.calls) != calls {
			t.Errorf("%d keys: a call was made", len(keys))
		}
	}
}

// TestSlowJobRetriesUntilItsDeadline uses a job of ten minutes, because the discounted
// tier answers only when it has capacity.
func TestSlowJobRetriesUntilItsDeadline(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, s := setup(t, []string{"a"}, failing)
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		start := time.Now()
		_, err := read(t, ctx, e, provider.Options{Slow: true})
		if took := time.Since(start); reason(t, err) != provider.ReasonUnavailable || took < 9*time.Minute || len(s.calls) > 50 {
			t.Errorf("%v after %v and %d calls", err, took, len(s.calls))
		}
	})
}

// TestParametersRefusedToCallersKeyAreForgotten expects that a refusal to a caller's
// key changes nothing for other jobs.
func TestParametersRefusedToCallersKeyAreForgotten(t *testing.T) {
	t.Parallel()
	e, s := setup(t, []string{"a"}, noTier, nil)
	for _, key := range []string{"own", ""} {
		if _, err := read(t, t.Context(), e, provider.Options{Key: key, Slow: true}); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.sent) != 3 || !s.sent[1].Without["service_tier"] || s.sent[2].Without["service_tier"] {
		t.Errorf("sent %+v", s.sent)
	}
}

// TestPanicOfSDKCountsAsFault expects that the call is repeated.
func TestPanicOfSDKCountsAsFault(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, s := setup(t, []string{"a"}, errPanics, nil)
		if _, err := read(t, t.Context(), e, provider.Options{}); err != nil || len(s.calls) != 2 {
			t.Errorf("%v after %d calls", err, len(s.calls))
		}
		e, _ = setup(t, []string{"a"}, errPanics)
		if valid, err := e.Check(t.Context(), ""); valid || err == nil {
			t.Errorf("a check: %v, %v", valid, err)
		}
	})
}

// TestCheckPausesNoKey expects that a key which failed a check is still used.
func TestCheckPausesNoKey(t *testing.T) {
	t.Parallel()
	e, _ := setup(t, []string{"a"}, rejected, nil)
	if valid, err := e.Check(t.Context(), ""); valid || err != nil {
		t.Errorf("%v, %v", valid, err)
	}
	if _, err := read(t, t.Context(), e, provider.Options{}); err != nil {
		t.Error(err)
	}
}

// TestRefusedParametersAreRemembered expects that no later job sends them.
func TestRefusedParametersAreRemembered(t *testing.T) {
	t.Parallel()
	e, s := setup(t, []string{"a"}, noTemp, nil)
	for range 2 {
		if _, err := read(t, t.Context(), e, provider.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.sent) != 3 || s.sent[0].Without["temperature"] || !s.sent[2].Without["temperature"] {
		t.Errorf("sent %+v", s.sent)
	}
}

// TestErrorsOfSDKAreNotQuoted, because they contain keys and values of reports.
func TestErrorsOfSDKAreNotQuoted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		secret := errors.New(`doRequest: body "Jane Doe 23.45" key "sk-secret"`)
		for _, own := range []string{"", "sk-secret"} {
			e, _ := setup(t, []string{"a"}, secret)
			_, err := read(t, t.Context(), e, provider.Options{Key: own})
			var p *problem.Problem
			if !errors.As(err, &p) {
				t.Fatal(err)
			}
			if text := err.Error() + p.Message + errors.Unwrap(p).Error(); strings.Contains(text, "Jane") || strings.Contains(text, "secret") {
				t.Error(text)
			}
		}
	})
}

// TestCheckTimesOut expects the error "no verdict" after three seconds.
func TestCheckTimesOut(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		e, _ := setup(t, []string{"a"}, errHangs)
		for _, key := range []string{"", "own"} {
			start := time.Now()
			if valid, err := e.Check(t.Context(), key); valid || err == nil || time.Since(start) != 3*time.Second {
				t.Errorf("key %q: %v, %v after %v", key, valid, err, time.Since(start))
			}
		}
	})
}

// TestFurtherCallsAreAnnouncedAndCounted checks the calls of Options.Again and the
// metrics.
func TestFurtherCallsAreAnnouncedAndCounted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		registry := prometheus.NewRegistry()
		e, _ := setupWithMetrics(t, registry, []string{"a", "b"}, rejected, limited, failing, nil)
		announced := 0
		_, err := read(t, t.Context(), e, provider.Options{Again: func(why string, fields ...string) {
			if announced++; fields != nil || strings.Contains(why, "key") {
				t.Errorf("%q, %v", why, fields)
			}
		}})
		if err != nil || announced != 3 {
			t.Errorf("announced %d times, %v", announced, err)
		}
		want := `# HELP biom_provider_calls_total Calls of a model by what came of them.
# TYPE biom_provider_calls_total counter
biom_provider_calls_total{outcome="answered",provider="script"} 1
biom_provider_calls_total{outcome="cancelled",provider="script"} 0
biom_provider_calls_total{outcome="invalid_output",provider="script"} 0
biom_provider_calls_total{outcome="model_refused",provider="script"} 0
biom_provider_calls_total{outcome="provider_key_rejected",provider="script"} 1
biom_provider_calls_total{outcome="provider_rate_limited",provider="script"} 1
biom_provider_calls_total{outcome="provider_unavailable",provider="script"} 1
# HELP biom_provider_keys_usable The deployment's keys that are not paused.
# TYPE biom_provider_keys_usable gauge
biom_provider_keys_usable{provider="script"} 1
`
		if err := testutil.GatherAndCompare(registry, strings.NewReader(want), "biom_provider_calls_total", "biom_provider_keys_usable"); err != nil {
			t.Error(err)
		}
	})
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		keys     []string // of the deployment
		key      string   // the caller's key
		outcomes []error
		valid    bool
		fails    bool
		calls    string // the keys of the calls
	}{
		"the deployment's":              {[]string{"a", "b"}, "", []error{nil}, true, false, "a"},
		"one of two is rejected":        {[]string{"a", "b"}, "", []error{rejected, nil}, true, false, "a b"},
		"all are rejected":              {[]string{"a", "b"}, "", []error{rejected}, false, false, "a b"},
		"there is none":                 {nil, "", []error{nil}, false, false, ""},
		"a caller's":                    {nil, "own", []error{nil}, true, false, "own"},
		"a caller's is rejected":        {[]string{"a"}, "own", []error{rejected, nil}, false, false, "own"},
		"a caller's that is at its end": {nil, "own", []error{limited}, true, false, "own"},
		"a caller's that may only read": {nil, "own", []error{restricted}, true, false, "own"},
		"the vendor is unavailable":     {nil, "own", []error{failing}, false, true, "own"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e, s := setup(t, c.keys, c.outcomes...)
			valid, err := e.Check(t.Context(), c.key)
			if valid != c.valid || (err != nil) != c.fails || strings.Join(s.calls, " ") != c.calls {
				t.Errorf("%v, %v after calls %q", valid, err, s.calls)
			}
		})
	}
}
