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

// script answers the calls of all keys in their order, the last one for ever.
type script struct {
	mu    sync.Mutex
	says  []error // nil: an answer
	calls []string
	sent  []llm.Question
}

func (s *script) call(key string, q llm.Question) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls, s.sent = append(s.calls, key), append(s.sent, q)
	return s.says[min(len(s.calls), len(s.says))-1]
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

// setup is an Extractor whose keys are keys and whose calls go as says says.
func setup(t *testing.T, keys []string, says ...error) (*llm.Extractor, *script) {
	t.Helper()
	return counted(t, nil, keys, says...)
}

// counted is a setup whose calls are counted.
func counted(t *testing.T, metrics prometheus.Registerer, keys []string, says ...error) (*llm.Extractor, *script) {
	t.Helper()
	s := &script{says: says}
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

// gif is the smallest document.
var gif = provider.Document{Kind: provider.GIF, Data: llmtest.Tiny}

// read prepares and extracts.
func read(t *testing.T, ctx context.Context, e *llm.Extractor, opts provider.Options) (provider.Answer, error) {
	t.Helper()
	p, err := e.Prepare(ctx, gif, opts)
	if err != nil {
		return provider.Answer{}, err
	}
	defer p.Close()
	return p.Extract(ctx, nil)
}

// reason is details.reason, "" of success.
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
