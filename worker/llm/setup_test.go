package llm_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"biom/shared/problem"
	"biom/worker/llm"
	"biom/worker/llm/attachment"
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// script prescribes how the calls go, whatever their key.
type script struct {
	mu       sync.Mutex
	outcomes []error        // of the calls in turn, the last one for ever; nil: an answer
	calls    []string       // the keys of the calls
	sent     []llm.Question // the questions of the calls
}

func (s *script) call(key string, q llm.Question) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls, s.sent = append(s.calls, key), append(s.sent, q)
	return s.outcomes[min(len(s.calls), len(s.outcomes))-1]
}

type client struct {
	*script
	key string
}

func (c client) Ask(_ context.Context, q llm.Question) (llm.Reply, error) {
	err := c.call(c.key, q)
	if errors.Is(err, errPanics) {
		panic("a secret")
	}
	return llm.Reply{JSON: "{}"}, err
}

func (c client) Check(ctx context.Context) error {
	err := c.call(c.key, llm.Question{})
	switch {
	case errors.Is(err, errHangs):
		<-ctx.Done()
		return ctx.Err()
	case errors.Is(err, errPanics):
		panic("a secret")
	}
	return err
}

var (
	errHangs  = errors.New("hangs")  // a check waits for ever
	errPanics = errors.New("panics") // in the SDK
)

// setup returns an Extractor with the given keys of the deployment, whose calls have
// the given outcomes.
func setup(t *testing.T, keys []string, outcomes ...error) (*llm.Extractor, *script) {
	t.Helper()
	return setupWithMetrics(t, nil, keys, outcomes...)
}

func setupWithMetrics(t *testing.T, metrics prometheus.Registerer, keys []string, outcomes ...error) (*llm.Extractor, *script) {
	t.Helper()
	s := &script{outcomes: outcomes}
	e, err := llm.New(llm.Config{
		Name: "script", Model: "script-1", Keys: keys, Metrics: metrics, Documents: attachment.Config{WorkDir: t.TempDir() + "/work"},
		Connect: func(key string, _ *http.Client) (llm.Client, error) { return client{s, key}, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e, s
}

// gif is a document of one pixel.
var gif = provider.Document{Kind: provider.GIF, Data: llmtest.Tiny}

// read prepares the document and has it read.
func read(t *testing.T, ctx context.Context, e *llm.Extractor, opts provider.Options) (provider.Answer, error) {
	t.Helper()
	p, err := e.Prepare(ctx, gif, opts)
	if err != nil {
		return provider.Answer{}, err
	}
	defer p.Close()
	return p.Extract(ctx, nil)
}

// reason returns details.reason of the error, "" if there is none.
func reason(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	var p *problem.Problem
	if !errors.As(err, &p) || p.Status != 500 || p.Code != problem.ExtractionFailed {
		t.Fatalf("got %v, want 500 EXTRACTION_FAILED", err)
	}
	return p.Details["reason"].(string)
}
