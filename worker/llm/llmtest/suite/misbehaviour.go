package suite

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/testenv"
	"biom/worker"
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
)

// The outcomes for a caller, in addition to the values of details.reason of a 500.
const (
	isRight = "the right values"
	isWrong = "other values" // an error that only a second reading can find
	isLate  = "the end of its time"
)

// jobTime is the time limit of the jobs. It is longer than a slow machine needs.
const jobTime = 10 * time.Minute

// misbehaves is one case: the faults of the calls and the expected outcome.
type misbehaves struct {
	faults []llmtest.Fault // of the calls in turn; the last one is repeated for ever
	key    string          // the caller's key; "": the deployment's two keys are used
	want   string          // the outcome for the caller
	calls  int             // expected number of calls
	hangs  bool            // the job's deadline passes during the first call
}

func faults(f ...llmtest.Fault) []llmtest.Fault { return f }

// table has every fault, for the first call alone and for every call.
var table = map[string]misbehaves{
	"delay":                {faults(llmtest.Delay), "", isRight, 1, false},
	"hang":                 {faults(llmtest.Hang), "", isLate, 1, true},
	"drip":                 {faults(llmtest.Drip), "", isLate, 1, true},
	"reset, once":          {faults(llmtest.Reset, llmtest.None), "", isRight, 2, false},
	"reset":                {faults(llmtest.Reset), "", provider.ReasonUnavailable, 5, false},
	"cut, once":            {faults(llmtest.Cut, llmtest.None), "", isRight, 2, false},
	"cut":                  {faults(llmtest.Cut), "", provider.ReasonUnavailable, 5, false},
	"401, once":            {faults(llmtest.Status401, llmtest.None), "", isRight, 2, false},
	"401":                  {faults(llmtest.Status401), "", provider.ReasonKeyRejected, 2, false},
	"403, once":            {faults(llmtest.Status403, llmtest.None), "", isRight, 2, false},
	"403":                  {faults(llmtest.Status403), "", provider.ReasonKeyRejected, 2, false},
	"429, once":            {faults(llmtest.Status429, llmtest.None), "", isRight, 2, false},
	"429, three times":     {faults(llmtest.Status429, llmtest.Status429, llmtest.Status429, llmtest.None), "", isRight, 4, false},
	"429 with hint, once":  {faults(llmtest.RetryLater, llmtest.None), "", isRight, 2, false},
	"429 with hint":        {faults(llmtest.RetryLater), "", provider.ReasonRateLimited, 2, false},
	"500, once":            {faults(llmtest.Status500, llmtest.None), "", isRight, 2, false},
	"500":                  {faults(llmtest.Status500), "", provider.ReasonUnavailable, 5, false},
	"503, once":            {faults(llmtest.Status503, llmtest.None), "", isRight, 2, false},
	"503":                  {faults(llmtest.Status503), "", provider.ReasonUnavailable, 5, false},
	"truncated, once":      {faults(llmtest.Truncated, llmtest.None), "", isRight, 2, false},
	"truncated":            {faults(llmtest.Truncated), "", provider.ReasonInvalidOutput, 2, false},
	"broken schema, once":  {faults(llmtest.BreakSchema, llmtest.None), "", isRight, 2, false},
	"broken schema":        {faults(llmtest.BreakSchema), "", provider.ReasonInvalidOutput, 2, false},
	"swapped eyes":         {faults(llmtest.SwapEyes), "", isWrong, 1, false},
	"invented values":      {faults(llmtest.Invent), "", isWrong, 1, false},
	"obedient, once":       {faults(llmtest.Obey, llmtest.None), "", isRight, 2, false},
	"obedient":             {faults(llmtest.Obey), "", provider.ReasonInvalidOutput, 2, false},
	"refusal":              {faults(llmtest.Refuse), "", provider.ReasonRefused, 1, false},
	"10 MB":                {faults(llmtest.Huge), "", provider.ReasonInvalidOutput, 1, false},
	"own key":              {faults(llmtest.None), callersKey, isRight, 1, false},
	"own key, 401":         {faults(llmtest.Status401, llmtest.None), callersKey, provider.ReasonKeyRejected, 1, false},
	"own key, 403":         {faults(llmtest.Status403, llmtest.None), callersKey, provider.ReasonKeyRejected, 1, false},
	"own key, 429":         {faults(llmtest.Status429, llmtest.None), callersKey, provider.ReasonRateLimited, 1, false},
	"own key, 429 hinted":  {faults(llmtest.RetryLater, llmtest.None), callersKey, provider.ReasonRateLimited, 1, false},
	"own key, 503, once":   {faults(llmtest.Status503, llmtest.None), callersKey, isRight, 2, false},
	"own key, 503":         {faults(llmtest.Status503), callersKey, provider.ReasonUnavailable, 5, false},
	"own key, refusal":     {faults(llmtest.Refuse), callersKey, provider.ReasonRefused, 1, false},
	"own key, hang":        {faults(llmtest.Hang), callersKey, isLate, 1, true},
	"own key, 10 MB":       {faults(llmtest.Huge), callersKey, provider.ReasonInvalidOutput, 1, false},
	"own key that is none": {faults(llmtest.None), "sk-canary-none", provider.ReasonKeyRejected, 0, false},
}

func misbehaviour(t *testing.T, open Adapter) {
	for name, c := range table {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cfg := llmtest.Config{Keys: []string{key1, key2, callersKey}, Retry: 2 * jobTime}
			if slices.Contains(c.faults, llmtest.Drip) {
				cfg.Late = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
			}
			s, url := standIn(t, cfg)
			e := opened(t, open, url, key1, key2)
			s.Script(append(slices.Clone(c.faults), slices.Repeat(c.faults[len(c.faults)-1:], 9)...)...)
			ctx := newJobContext()
			var result job.Result
			var err error
			done := make(chan struct{})
			go func() {
				defer close(done)
				result, err = read(ctx, e, gif, provider.Options{Key: c.key})
			}()
			if c.hangs {
				testenv.Await(t, "the call", func() bool { return s.Total() == 1 })
				ctx.expire()
			}
			<-done
			if got := outcome(ctx, t, result, err); got != c.want {
				t.Errorf("gets %s (%v), want %s", got, err, c.want)
			}
			if got := s.Total(); got != c.calls {
				t.Errorf("%d calls, want %d: %v", got, c.calls, s.Calls())
			}
			if complaints := s.Complaints(); complaints != nil {
				t.Error(complaints)
			}
			quotesNothing(t, err)
			s.Script()
			readsAgain(t, open, url)
		})
	}
}

// jobContext has a deadline in the future, and ends when the test calls expire.
type jobContext struct {
	context.Context
	deadline time.Time
	done     chan struct{}
}

func newJobContext() *jobContext {
	return &jobContext{context.Background(), time.Now().Add(jobTime), make(chan struct{})}
}

func (c *jobContext) expire()                     { close(c.done) }
func (c *jobContext) Deadline() (time.Time, bool) { return c.deadline, true }
func (c *jobContext) Done() <-chan struct{}       { return c.done }

func (c *jobContext) Err() error {
	select {
	case <-c.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// outcome returns what the caller gets.
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

// quotesNothing expects that an error contains nothing of the stand-in's responses, such
// as the key or values of the report.
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

// readsAgain reads one more document with a new adapter.
func readsAgain(t *testing.T, open Adapter, url string) {
	t.Helper()
	if _, err := read(t.Context(), opened(t, open, url, key1), gif, provider.Options{}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}
