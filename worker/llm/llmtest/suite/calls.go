package suite

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"biom/shared/testenv"
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
)

// documents reads a document of every kind in both tiers: the SDK must send what the
// vendor accepts.
func documents(t *testing.T, open Adapter) {
	s, url := standIn(t, llmtest.Config{Keys: []string{key1}})
	e := opened(t, open, url, key1)
	docs := map[string]provider.Document{"pdf": pdf(t), "gif": gif}
	for _, kind := range []provider.Kind{provider.PNG, provider.JPG, provider.BMP} {
		files, err := filepath.Glob(samples + "*." + string(kind))
		if err != nil || files == nil {
			t.Fatalf("there is no sample of %s (%v)", kind, err)
		}
		docs[string(kind)] = provider.Document{Kind: kind, Data: load(t, files[0])}
	}
	for name, doc := range docs {
		for _, slow := range []bool{false, true} {
			result, err := read(t.Context(), e, doc, provider.Options{Slow: slow})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if result.Model != "stand-in-001" || asJSON(t, result.Report) != asJSON(t, right(t)) {
				t.Errorf("%s: other values, or another model: %s", name, result.Model)
			}
		}
	}
	if got := s.Total(); got != 2*len(docs) || s.Complaints() != nil {
		t.Errorf("%d calls; complaints: %v", got, s.Complaints())
	}
}

// cancelled cancels a call while the vendor hangs: the call must end and its connection
// be freed.
func cancelled(t *testing.T, open Adapter) {
	for _, fault := range []llmtest.Fault{llmtest.Hang, llmtest.Drip} {
		s, url := standIn(t, llmtest.Config{Late: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }})
		e := opened(t, open, url, key1)
		s.Script(fault)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			_, err := read(ctx, e, gif, provider.Options{})
			done <- err
		}()
		testenv.Await(t, "the call", func() bool { return s.Total() == 1 })
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v, want the context's error", fault, err)
		}
		testenv.Await(t, "the connection to be free", func() bool { return s.InFlight() == 0 })
	}
}

// hanging reads a document while 50 other calls hang.
func hanging(t *testing.T, open Adapter) {
	const hanging = 50
	s, url := standIn(t, llmtest.Config{})
	e := opened(t, open, url, key1)
	script := make([]llmtest.Fault, hanging)
	for i := range script {
		script[i] = llmtest.Hang
	}
	s.Script(script...)
	ctx, cancel := context.WithCancel(t.Context())
	var calls sync.WaitGroup
	for range hanging {
		calls.Go(func() { _, _ = read(ctx, e, gif, provider.Options{}) })
	}
	testenv.Await(t, "the calls to hang", func() bool { return s.Total() == hanging })
	if _, err := read(t.Context(), e, gif, provider.Options{}); err != nil {
		t.Error(err)
	}
	cancel()
	calls.Wait()
}

// manyCalls makes 300 calls at once.
func manyCalls(t *testing.T, open Adapter) {
	const jobs = 300
	s, url := standIn(t, llmtest.Config{Latency: llmtest.After(5 * time.Millisecond)})
	e := opened(t, open, url, key1, key2)
	want := asJSON(t, right(t))
	var calls sync.WaitGroup
	for range jobs {
		calls.Go(func() {
			result, err := read(t.Context(), e, gif, provider.Options{})
			if err != nil || asJSON(t, result.Report) != want {
				t.Errorf("other values, or %v", err)
			}
		})
	}
	calls.Wait()
	if got := s.Total(); got != jobs {
		t.Errorf("%d calls", got)
	}
}

// check checks valid and invalid keys. If no server answers, there is no verdict.
func check(t *testing.T, open Adapter) {
	s, url := standIn(t, llmtest.Config{Keys: []string{key1, callersKey}})
	for name, c := range map[string]struct {
		keys  []string
		key   string
		valid bool
	}{
		"the deployment's":         {[]string{key1}, "", true},
		"one of the deployment's":  {[]string{"sk-canary-none", key1}, "", true},
		"none of the deployment's": {[]string{"sk-canary-none"}, "", false},
		"the deployment has none":  {nil, "", false},
		"a caller's":               {nil, callersKey, true},
		"a caller's that is none":  {[]string{key1}, "sk-canary-none", false},
	} {
		valid, err := opened(t, open, url, c.keys...).Check(t.Context(), c.key)
		if valid != c.valid || err != nil {
			t.Errorf("%s: %v, %v", name, valid, err)
		}
	}
	if s.Total() != 0 {
		t.Error("a check asked the model, which costs")
	}
	valid, err := opened(t, open, "http://127.0.0.1:1", key1).Check(t.Context(), callersKey)
	if valid || err == nil {
		t.Errorf("nobody answers: %v, %v", valid, err)
	}
	quotesNothing(t, err)
}
