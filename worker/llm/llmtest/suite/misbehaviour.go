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
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
)

// What a caller gets: one of these, or details.reason of a 500.
const (
	isRight = "the right values"
	isWrong = "other values" // that only a second reading of the document can find
	isLate  = "the end of its time"
)

type misbehaves struct {
	how    []llmtest.Fault // of the calls in turn; the last for ever
	with   string          // the caller's key
	gets   string
	calls  int
	within time.Duration // the job's time limit; 0: 30 s
}

func faults(f ...llmtest.Fault) []llmtest.Fault { return f }

// table: two keys of the deployment's, or the caller's one. Every fault once,
// and for ever.
var table = map[string]misbehaves{
	"delay":                {faults(llmtest.Delay), "", isRight, 1, 0},
	"hang":                 {faults(llmtest.Hang), "", isLate, 1, 200 * time.Millisecond},
	"drip":                 {faults(llmtest.Drip), "", isLate, 1, 200 * time.Millisecond},
	"reset, once":          {faults(llmtest.Reset, llmtest.None), "", isRight, 2, 0},
	"reset":                {faults(llmtest.Reset), "", provider.ReasonUnavailable, 5, 0},
	"cut, once":            {faults(llmtest.Cut, llmtest.None), "", isRight, 2, 0},
	"cut":                  {faults(llmtest.Cut), "", provider.ReasonUnavailable, 5, 0},
	"401, once":            {faults(llmtest.Status401, llmtest.None), "", isRight, 2, 0},
	"401":                  {faults(llmtest.Status401), "", provider.ReasonKeyRejected, 2, 0},
	"403, once":            {faults(llmtest.Status403, llmtest.None), "", isRight, 2, 0},
	"403":                  {faults(llmtest.Status403), "", provider.ReasonKeyRejected, 2, 0},
	"429, once":            {faults(llmtest.Status429, llmtest.None), "", isRight, 2, 0},
	"429, three times":     {faults(llmtest.Status429, llmtest.Status429, llmtest.Status429, llmtest.None), "", isRight, 4, 0},
	"429 with hint, once":  {faults(llmtest.RetryLater, llmtest.None), "", isRight, 2, 0},
	"429 with hint":        {faults(llmtest.RetryLater), "", provider.ReasonRateLimited, 2, 0},
	"500, once":            {faults(llmtest.Status500, llmtest.None), "", isRight, 2, 0},
	"500":                  {faults(llmtest.Status500), "", provider.ReasonUnavailable, 5, 0},
	"503, once":            {faults(llmtest.Status503, llmtest.None), "", isRight, 2, 0},
	"503":                  {faults(llmtest.Status503), "", provider.ReasonUnavailable, 5, 0},
	"truncated, once":      {faults(llmtest.Truncated, llmtest.None), "", isRight, 2, 0},
	"truncated":            {faults(llmtest.Truncated), "", provider.ReasonInvalidOutput, 2, 0},
	"broken schema, once":  {faults(llmtest.BreakSchema, llmtest.None), "", isRight, 2, 0},
	"broken schema":        {faults(llmtest.BreakSchema), "", provider.ReasonInvalidOutput, 2, 0},
	"swapped eyes":         {faults(llmtest.SwapEyes), "", isWrong, 1, 0},
	"invented values":      {faults(llmtest.Invent), "", isWrong, 1, 0},
	"obedient, once":       {faults(llmtest.Obey, llmtest.None), "", isRight, 2, 0},
	"obedient":             {faults(llmtest.Obey), "", provider.ReasonInvalidOutput, 2, 0},
	"refusal":              {faults(llmtest.Refuse), "", provider.ReasonRefused, 1, 0},
	"10 MB":                {faults(llmtest.Huge), "", provider.ReasonInvalidOutput, 1, 0},
	"own key":              {faults(llmtest.None), own, isRight, 1, 0},
	"own key, 401":         {faults(llmtest.Status401, llmtest.None), own, provider.ReasonKeyRejected, 1, 0},
	"own key, 403":         {faults(llmtest.Status403, llmtest.None), own, provider.ReasonKeyRejected, 1, 0},
	"own key, 429":         {faults(llmtest.Status429, llmtest.None), own, provider.ReasonRateLimited, 1, 0},
	"own key, 429 hinted":  {faults(llmtest.RetryLater, llmtest.None), own, provider.ReasonRateLimited, 1, 0},
	"own key, 503, once":   {faults(llmtest.Status503, llmtest.None), own, isRight, 2, 0},
	"own key, 503":         {faults(llmtest.Status503), own, provider.ReasonUnavailable, 5, 0},
	"own key, refusal":     {faults(llmtest.Refuse), own, provider.ReasonRefused, 1, 0},
	"own key, hang":        {faults(llmtest.Hang), own, isLate, 1, 200 * time.Millisecond},
	"own key, 10 MB":       {faults(llmtest.Huge), own, provider.ReasonInvalidOutput, 1, 0},
	"own key that is none": {faults(llmtest.None), "sk-canary-none", provider.ReasonKeyRejected, 0, 0},
}

func misbehaviour(t *testing.T, open Adapter) {
	for name, c := range table {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := llmtest.Config{Keys: []string{key1, key2, own}, Retry: time.Minute}
			if slices.Contains(c.how, llmtest.Drip) {
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
