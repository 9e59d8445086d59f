package browsertest_test

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"biom/worker/llm/llmtest"
)

// vendor stands in for Gemini. It answers a call when it is told to, so that a
// test can look at a page in between.
type vendor struct {
	*llmtest.StandIn
	*testing.T

	url   string
	asked chan struct{} // a call is there
	reply chan struct{} // one call may be answered
	left  chan struct{} // nobody waits for a call's answer any more
}

func newVendor(t *testing.T) *vendor {
	t.Helper()
	known, err := llmtest.Folder(t.Context(), samples)
	if err != nil {
		t.Fatal(err)
	}
	v := &vendor{T: t, asked: make(chan struct{}, 100), reply: make(chan struct{}, 100), left: make(chan struct{}, 100)}
	v.StandIn = llmtest.New(llmtest.Config{Known: known, Latency: v.hold, Record: true, Altered: 0.2, Seed: 5})
	s := httptest.NewServer(v)
	t.Cleanup(s.Close)
	v.url = s.URL
	return v
}

func (v *vendor) hold(ctx context.Context) error {
	v.asked <- struct{}{}
	select {
	case <-v.reply:
		return nil
	case <-ctx.Done():
		v.left <- struct{}{}
		return ctx.Err()
	}
}

// serve starts a server whose documents this vendor reads.
func (v *vendor) serve(env ...string) *server {
	v.Helper()
	return serve(v.T, append([]string{"BIOM_PROVIDER=gemini", "BIOM_PROVIDER_KEYS=any", "BIOM_PROVIDER_URL=" + v.url}, env...)...)
}

// waits waits until a call is there.
func (v *vendor) waits() {
	v.Helper()
	v.await(v.asked, "a call of the vendor")
}

// isLeft waits until a call is broken off.
func (v *vendor) isLeft() {
	v.Helper()
	v.await(v.left, "the end of a call that nobody wants any more")
}

func (v *vendor) await(what <-chan struct{}, name string) {
	v.Helper()
	select {
	case <-what:
	case <-timeout(v.T):
		v.Fatal("waited in vain for " + name)
	}
}

// answers lets n calls have their answers.
func (v *vendor) answers(n int) {
	for range n {
		v.reply <- struct{}{}
	}
}

// timeout gets a time when patience is over.
func timeout(t *testing.T) <-chan time.Time {
	late := time.NewTimer(patience)
	t.Cleanup(func() { late.Stop() })
	return late.C
}
