package suite

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/shared/job"
	"biom/shared/problem"
	"biom/worker"
	"biom/worker/provider"
	"biom/worker/provider/providertest"
)

// What a caller gets: one of these, or details.reason of a 500.
const (
	isRight = "the right values"
	isWrong = "other values" // that only a second reading of the document can find
	isLate  = "the end of its time"
)

type misbehaves struct {
	how    []providertest.Fault // of the calls in turn; the last for ever
	with   string               // the caller's key
	gets   string
	calls  int
	within time.Duration // the job's time limit; 0: 30 s
}

func faults(f ...providertest.Fault) []providertest.Fault { return f }

// table: two keys of the deployment's, or the caller's one. Every fault once,
// and for ever.
var table = map[string]misbehaves{
	"delay":                {faults(providertest.Delay), "", isRight, 1, 0},
	"hang":                 {faults(providertest.Hang), "", isLate, 1, 200 * time.Millisecond},
	"drip":                 {faults(providertest.Drip), "", isLate, 1, 200 * time.Millisecond},
	"reset, once":          {faults(providertest.Reset, providertest.None), "", isRight, 2, 0},
	"reset":                {faults(providertest.Reset), "", provider.ReasonUnavailable, 5, 0},
	"cut, once":            {faults(providertest.Cut, providertest.None), "", isRight, 2, 0},
	"cut":                  {faults(providertest.Cut), "", provider.ReasonUnavailable, 5, 0},
	"401, once":            {faults(providertest.Status401, providertest.None), "", isRight, 2, 0},
	"401":                  {faults(providertest.Status401), "", provider.ReasonKeyRejected, 2, 0},
	"403, once":            {faults(providertest.Status403, providertest.None), "", isRight, 2, 0},
	"403":                  {faults(providertest.Status403), "", provider.ReasonKeyRejected, 2, 0},
	"429, once":            {faults(providertest.Status429, providertest.None), "", isRight, 2, 0},
	"429, three times":     {faults(providertest.Status429, providertest.Status429, providertest.Status429, providertest.None), "", isRight, 4, 0},
	"429 with hint, once":  {faults(providertest.RetryLater, providertest.None), "", isRight, 2, 0},
	"429 with hint":        {faults(providertest.RetryLater), "", provider.ReasonRateLimited, 2, 0},
	"500, once":            {faults(providertest.Status500, providertest.None), "", isRight, 2, 0},
	"500":                  {faults(providertest.Status500), "", provider.ReasonUnavailable, 5, 0},
	"503, once":            {faults(providertest.Status503, providertest.None), "", isRight, 2, 0},
	"503":                  {faults(providertest.Status503), "", provider.ReasonUnavailable, 5, 0},
	"truncated, once":      {faults(providertest.Truncated, providertest.None), "", isRight, 2, 0},
	"truncated":            {faults(providertest.Truncated), "", provider.ReasonInvalidOutput, 2, 0},
	"broken schema, once":  {faults(providertest.BreakSchema, providertest.None), "", isRight, 2, 0},
	"broken schema":        {faults(providertest.BreakSchema), "", provider.ReasonInvalidOutput, 2, 0},
	"swapped eyes":         {faults(providertest.SwapEyes), "", isWrong, 1, 0},
	"invented values":      {faults(providertest.Invent), "", isWrong, 1, 0},
	"obedient, once":       {faults(providertest.Obey, providertest.None), "", isRight, 2, 0},
	"obedient":             {faults(providertest.Obey), "", provider.ReasonInvalidOutput, 2, 0},
	"refusal":              {faults(providertest.Refuse), "", provider.ReasonRefused, 1, 0},
	"10 MB":                {faults(providertest.Huge), "", provider.ReasonInvalidOutput, 1, 0},
	"own key":              {faults(providertest.None), own, isRight, 1, 0},
	"own key, 401":         {faults(providertest.Status401, providertest.None), own, provider.ReasonKeyRejected, 1, 0},
	"own key, 403":         {faults(providertest.Status403, providertest.None), own, provider.ReasonKeyRejected, 1, 0},
	"own key, 429":         {faults(providertest.Status429, providertest.None), own, provider.ReasonRateLimited, 1, 0},
	"own key, 429 hinted":  {faults(providertest.RetryLater, providertest.None), own, provider.ReasonRateLimited, 1, 0},
	"own key, 503, once":   {faults(providertest.Status503, providertest.None), own, isRight, 2, 0},
	"own key, 503":         {faults(providertest.Status503), own, provider.ReasonUnavailable, 5, 0},
	"own key, refusal":     {faults(providertest.Refuse), own, provider.ReasonRefused, 1, 0},
	"own key, hang":        {faults(providertest.Hang), own, isLate, 1, 200 * time.Millisecond},
	"own key, 10 MB":       {faults(providertest.Huge), own, provider.ReasonInvalidOutput, 1, 0},
	"own key that is none": {faults(providertest.None), "sk-canary-none", provider.ReasonKeyRejected, 0, 0},
}

func misbehaviour(t *testing.T, open Adapter) {
	for name, c := range table {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := providertest.Config{Keys: []string{key1, key2, own}, Retry: time.Minute}
			if slices.Contains(c.how, providertest.Drip) {
				cfg.Late = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
			}
			s, url := standIn(t, cfg)
			e := opened(t, open, url, key1, key2)
			s.Script(append(slices.Clone(c.how), slices.Repeat(c.how[len(c.how)-1:], 9)...)...)
			ctx, cancel := context.WithTimeout(t.Context(), cmp.Or(c.within, 30*time.Second))
			defer cancel()
			result, err := read(ctx, e, gif, provider.Options{Key: c.with})
			if got := outcome(ctx, t, result, err); got != c.gets {
				t.Errorf("gets %s (%v), want %s", got, err, c.gets)
			}
			if got := s.Total(); got != c.calls {
				t.Errorf("%d calls, want %d: %v", got, c.calls, s.Calls())
			}
			if complaints := s.Complaints(); complaints != nil {
				t.Error(complaints)
			}
			quotesNothing(t, err)
			s.Script()
			goesOn(t, open, url)
		})
	}
}

// outcome is what the caller gets.
func outcome(ctx context.Context, t *testing.T, r job.Result, err error) string {
	t.Helper()
	switch {
	case err == nil && asJSON(t, r.Report) == asJSON(t, right(t)):
		return isRight
	case err == nil:
		return isWrong
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		return isLate
	}
	p := worker.ProblemOf(err)
	if p.Status != 500 || p.Code != problem.ExtractionFailed {
		t.Errorf("got %d %s, want 500 EXTRACTION_FAILED", p.Status, p.Code)
	}
	return p.Details["reason"].(string)
}

// quotesNothing holds an error against what the stand-in says in its bodies:
// the key, and the report.
func quotesNothing(t *testing.T, err error) {
	t.Helper()
	for ; err != nil; err = errors.Unwrap(err) {
		text := err.Error()
		if p, ok := errors.AsType[*problem.Problem](err); ok {
			text += p.Message + asJSON(t, p.Details)
		}
		for _, secret := range []string{"canary", "PT-2024", "23.83", "Incorrect", "Slow down"} {
			if strings.Contains(text, secret) {
				t.Errorf("%q is in: %s", secret, text)
			}
		}
	}
}

// goesOn reads one more document, with the deployment as it starts.
func goesOn(t *testing.T, open Adapter, url string) {
	t.Helper()
	if _, err := read(t.Context(), opened(t, open, url, key1), gif, provider.Options{}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
