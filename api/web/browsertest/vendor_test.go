package browsertest_test

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"biom/worker/llm/llmtest"
)

// vendor stands in for Gemini. It answers a call only when the test allows it, so that
// the test can check the page before.
type vendor struct {
	*llmtest.StandIn
	*testing.T

	url       string
	known     map[string][]byte // hash of a file → answer
	calls     chan struct{}     // a call has arrived
	permits   chan struct{}     // one call may be answered
	abandoned chan struct{}     // the caller has abandoned a call
}

func newVendor(t *testing.T) *vendor {
	t.Helper()
	known, err := llmtest.Folder(t.Context(), samples)
	if err != nil {
		t.Fatal(err)
	}
	v := &vendor{T: t, known: known, calls: make(chan struct{}, 100), permits: make(chan struct{}, 100), abandoned: make(chan struct{}, 100)}
	v.StandIn = llmtest.New(llmtest.Config{Known: known, Latency: v.hold, Record: true, Altered: 0.2, Seed: 5})
	s := httptest.NewServer(v)
	t.Cleanup(s.Close)
	v.url = s.URL
	return v
}

func (v *vendor) hold(ctx context.Context) error {
	v.calls <- struct{}{}
	select {
	case <-v.permits:
		return nil
	case <-ctx.Done():
		v.abandoned <- struct{}{}
		return ctx.Err()
	}
}

// serve starts a server that uses this vendor as its provider.
func (v *vendor) serve(env ...string) *server {
	v.Helper()
	return serve(v.T, append([]string{"BIOM_PROVIDER=gemini", "BIOM_PROVIDER_KEYS=any", "BIOM_PROVIDER_URL=" + v.url}, env...)...)
}

// waitCall waits until a call has arrived.
func (v *vendor) waitCall() {
	v.Helper()
	v.await(v.calls, "a call to the vendor")
}

// waitAbandoned waits until a call is abandoned.
func (v *vendor) waitAbandoned() {
	v.Helper()
	v.await(v.abandoned, "the end of an abandoned call")
}

func (v *vendor) await(event <-chan struct{}, name string) {
	v.Helper()
	select {
	case <-event:
	case <-timedOut(v.T):
		v.Fatal("waited in vain for " + name)
	}
}

// allowAnswers allows n calls to be answered.
func (v *vendor) allowAnswers(n int) {
	for range n {
		v.permits <- struct{}{}
	}
}

// timedOut returns a channel that receives a value after the time limit.
func timedOut(t *testing.T) <-chan time.Time {
	timer := time.NewTimer(timeout)
	t.Cleanup(func() { timer.Stop() })
	return timer.C
}
