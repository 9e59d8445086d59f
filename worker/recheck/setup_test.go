package recheck_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"biom/shared/biometry"
	"biom/worker/document/layout"
	"biom/worker/document/poppler"
	"biom/worker/provider"
	"biom/worker/recheck"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// layer returns a Source that reads real text layers. A missing program fails the test.
func layer(t *testing.T) *recheck.Layer {
	t.Helper()
	l, err := recheck.OpenLayer(t.TempDir() + "/work")
	if err != nil {
		t.Fatalf("%v: apt-get install -y %s", err, poppler.Debian)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// source is a Source that returns the same text for every document.
type source recheck.Text

func (s source) Close() error { return nil }
func (s source) Text(context.Context, provider.Document) (recheck.Text, error) {
	return recheck.Text(s), nil
}

// text returns a source with one page of lines. Two spaces begin another column.
func text(lines ...string) recheck.Source {
	page := layout.Page{Number: 1, Width: 600, Height: 800}
	for n, line := range lines {
		x, y := 20.0, 20+20*float64(n)
		for i, column := range strings.Split(line, "  ") {
			if i > 0 {
				x = 20 + 140*float64(i)
			}
			for word := range strings.FieldsSeq(column) {
				box := layout.Box{X0: x, Y0: y, X1: x + 5*float64(len(word)), Y1: y + 10}
				page.Words = append(page.Words, layout.Word{Text: word, Box: box, Conf: layout.Certain})
				x = box.X1 + 4
			}
		}
	}
	return source{Pages: []layout.Page{page}}
}

// model is a provider whose answers a function gives.
type model struct {
	answer func(ctx context.Context, call int, faults []biometry.Fault) (string, error)
	closed int

	mu    sync.Mutex
	calls int
}

var _ provider.Extractor = (*model)(nil)

func (m *model) Model() string                               { return "model" }
func (m *model) Check(context.Context, string) (bool, error) { return true, nil }
func (m *model) Close() error                                { m.closed++; return nil }
func (m *model) Prepare(context.Context, provider.Document, provider.Options) (provider.Prepared, error) {
	return m, nil
}

func (m *model) Extract(ctx context.Context, faults []biometry.Fault) (provider.Answer, error) {
	m.mu.Lock()
	m.calls++
	call := m.calls
	m.mu.Unlock()
	doc, err := m.answer(ctx, call, faults)
	return provider.Answer{JSON: []byte(doc), Model: "model-1"}, err
}

// wrap makes the extractor under test.
func wrap(t *testing.T, m *model, cfg recheck.Config) *recheck.Extractor {
	t.Helper()
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	e, err := recheck.New(m, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// prepare prepares a document and closes it after the test.
func prepare(t *testing.T, e provider.Extractor, doc provider.Document, opts provider.Options) provider.Prepared {
	t.Helper()
	p, err := e.Prepare(t.Context(), doc, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func object(t *testing.T, doc []byte) (out map[string]any) {
	t.Helper()
	if err := json.Unmarshal(doc, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// at returns the value at a path such as data.right_eye.AL.
func at(v any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	return v
}
