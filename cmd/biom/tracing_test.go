package main

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"biom/shared/testenv"
)

// traces is a collector of traces.
type traces struct {
	mu    sync.Mutex
	spans map[string][]*tracepb.Span // by service
	raw   bytes.Buffer               // everything that was received
}

func newTraces(t *testing.T) (_ *traces, url string) {
	t.Helper()
	c := &traces{spans: map[string][]*tracepb.Span{}}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	return c, server.URL
}

func (c *traces) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body := io.Reader(r.Body)
	if r.Header.Get("Content-Encoding") == "gzip" {
		body, _ = gzip.NewReader(r.Body)
	}
	data, err := io.ReadAll(body)
	var request collector.ExportTraceServiceRequest
	if r.URL.Path != "/v1/traces" || err != nil || proto.Unmarshal(data, &request) != nil {
		http.Error(w, "not a request of OTLP", http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw.Write(data)
	for _, resource := range request.GetResourceSpans() {
		for _, attribute := range resource.GetResource().GetAttributes() {
			if attribute.GetKey() == "service.name" {
				for _, scope := range resource.GetScopeSpans() {
					service := attribute.GetValue().GetStringValue()
					c.spans[service] = append(c.spans[service], scope.GetSpans()...)
				}
			}
		}
	}
}

// tree returns the spans of a trace as lines, in the order in which they began: the service and
// name, indented below the parent. Spans of one name below one parent are shown once.
func (c *traces) tree(traceID string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	type node struct {
		line string
		span *tracepb.Span
	}
	children := map[string][]node{}
	for service, spans := range c.spans {
		for _, s := range spans {
			if hex.EncodeToString(s.GetTraceId()) == traceID {
				parent := hex.EncodeToString(s.GetParentSpanId())
				children[parent] = append(children[parent], node{service + ": " + s.GetName(), s})
			}
		}
	}
	var b strings.Builder
	var show func(parent string, depth int)
	show = func(parent string, depth int) {
		below := children[parent]
		slices.SortStableFunc(below, func(x, y node) int { return int(x.span.GetStartTimeUnixNano()) - int(y.span.GetStartTimeUnixNano()) })
		shown := map[string]bool{}
		for _, n := range below {
			if !shown[n.line] {
				fmt.Fprintf(&b, "%s%s\n", strings.Repeat("  ", depth), n.line)
				shown[n.line] = true
			}
			show(hex.EncodeToString(n.span.GetSpanId()), depth+1)
		}
	}
	show(clientSpan, 0)
	return b.String()
}

const (
	clientTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
	clientSpan  = "00f067aa0ba902b7"
)

func TestTraceOfARequest(t *testing.T) {
	traceOfARequest(t, "iolmaster700-en-01.pdf", `
      biom-worker: prepare the document
        biom-worker: pdftotext
        biom-worker: pdfimages
      biom-worker: read the document
`)
}

func TestLongTraceOfAScan(t *testing.T) {
	traceOfARequest(t, "aladdin-fr-side-0036-png.png", `
      biom-worker: prepare the document
      biom-worker: read the document
        biom-worker: tesseract
        biom-worker: biom-ocr
`)
}

// traceOfARequest has a document read. One trace leads from the client's request across the queue to
// the programs that read the document, and to the share. No span says anything about the report or
// the caller.
func traceOfARequest(t *testing.T, name, reading string) {
	t.Helper()
	t.Parallel()
	collected, endpoint := newTraces(t)
	r := newRig(t)
	r.executable = testenv.Biom(t)
	tracing := "OTEL_EXPORTER_OTLP_ENDPOINT=" + endpoint
	url, apiProcess := r.api(tracing, trustUs)
	worker := r.worker(tracing, "BIOM_PROVIDER=local")
	document, err := os.ReadFile(filepath.Join(samples, name))
	if err != nil {
		t.Fatal(err)
	}
	c := newCaller(t, url).with("traceparent", "00-"+clientTrace+"-"+clientSpan+"-01")
	got, err := c.upload(name, document, "biompin", "true")
	if err != nil || got.status != http.StatusOK {
		t.Fatalf("%d %s, %v", got.status, got.body, err)
	}
	answer := got.object(t)
	code := answer["biompin"].(map[string]any)["pin"].(string)
	c.get(retrievePath(code)).want(t, http.StatusOK)
	apiProcess.stop()
	worker.stop()

	const tesseract, networks = "        biom-worker: tesseract\n", "        biom-worker: biom-ocr\n"
	tree := strings.Replace(collected.tree(clientTrace), networks+tesseract, tesseract+networks, 1) // they begin at once
	t.Logf("\n%s", tree)
	want := `biom-api: POST /api/v1/biom/process
  biom-api: wait for a turn
  biom-api: publish the job
    biom-worker: wait in the queue
    biom-worker: job` + reading + `      biom-worker: validate the values
  biom-api: make the share
biom-api: GET /api/v1/biom/retrieve
`
	if tree != want {
		t.Errorf("got\n%s\nwant\n%s", tree, want)
	}
	collected.checkAttributes(t)
	for _, secret := range []string{code, name, c.headers.Get("X-Forwarded-For"), r.key, "23."} {
		if bytes.Contains(collected.raw.Bytes(), []byte(secret)) {
			t.Errorf("a span has %q", secret)
		}
	}
}

// checkAttributes checks that no span has an attribute, an event or a message that is not known
// to be harmless.
func (c *traces) checkAttributes(t *testing.T) {
	t.Helper()
	harmless := []string{"http.request.method", "http.route", "http.response.status_code", "biom.tier", "biom.kind", "biom.deliveries"}
	for service, spans := range c.spans {
		for _, s := range spans {
			for _, a := range s.GetAttributes() {
				if !slices.Contains(harmless, a.GetKey()) {
					t.Errorf("%s, %s: attribute %v", service, s.GetName(), a)
				}
			}
			if len(s.GetEvents()) > 0 || s.GetStatus().GetMessage() != "" {
				t.Errorf("%s, %s: %v, %v", service, s.GetName(), s.GetEvents(), s.GetStatus())
			}
		}
	}
}

// Without a collector nothing is traced, and one that does not answer changes nothing but the log.
func TestTracingWithoutACollector(t *testing.T) {
	t.Parallel()
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, p := r.serve(t.TempDir(), "OTEL_EXPORTER_OTLP_ENDPOINT=http://user:s3cret@127.0.0.1:1", "OTEL_BSP_SCHEDULE_DELAY=10")
	for range 3 {
		newCaller(t, url).process("a.json", report("p")).want(t, http.StatusOK)
	}
	p.out.await(t, "traces cannot be exported")
	p.stop()
	if text := p.out.String(); strings.Contains(text, "s3cret") || strings.Count(text, "traces cannot be exported") > 2 {
		t.Errorf("log %s", text)
	}
}
