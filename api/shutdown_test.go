package api_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/shared/quota"
)

// TestShutdownWaitsForResults: a request in flight ends with its result.
func TestShutdownWaitsForResults(t *testing.T) {
	t.Parallel()
	b := setup(t)
	held := b.queue.hold()
	resp := b.start(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"))
	w := receive(t, held, "job")
	ended := make(chan error, 1)
	go func() { ended <- b.server.Shutdown(context.Background()) }()
	w.result <- extractedResult()
	if got := stages(t, b.body(resp)); got[len(got)-1] != "result" {
		t.Error(got)
	}
	if err := receive(t, ended, "end of Shutdown"); err != nil {
		t.Error(err)
	}
	if n := b.used(quota.BiomAI); n != 1 {
		t.Errorf("%v credits", n)
	}
}

// TestShutdownAbortsRequestsAfterGrace: they end with 503, and their charges are
// refunded.
func TestShutdownAbortsRequestsAfterGrace(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Grace = 10 * time.Millisecond })
	held := b.queue.hold()
	stream := b.start(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"))
	receive(t, held, "job")
	plain := make(chan *http.Response, 1)
	go func() { plain <- b.start(t.Context(), upload("a.pdf", []byte(pdf))) }()
	receive(t, held, "job")
	if err := b.server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	checkEnd(t, stream, b.body(stream), http.StatusServiceUnavailable, "INTERNAL_ERROR", "1")
	resp := receive(t, plain, "answer")
	checkEnd(t, resp, b.body(resp), http.StatusServiceUnavailable, "INTERNAL_ERROR", "1")
	b.uncharged()
	if _, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://")); err == nil {
		t.Error("it still accepts")
	}
}
