package api_test

import (
	"context"
	"net/http"
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
	w.result <- new(extractedResult())
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
	inNetBubble(t, func(b *bundle) {
		held := b.queue.hold()
		stream := b.start(b.t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"))
		streamed := make(chan []byte, 1)
		go func() { streamed <- b.body(stream) }()
		receive(b.t, held, "job")
		plain := make(chan *http.Response, 1)
		go func() { plain <- b.start(b.t.Context(), upload("a.pdf", []byte(pdf))) }()
		receive(b.t, held, "job")
		if err := b.server.Shutdown(b.t.Context()); err != nil {
			b.t.Error(err)
		}
		checkEnd(b.t, stream, receive(b.t, streamed, "stream"), http.StatusServiceUnavailable, "INTERNAL_ERROR", "1")
		resp := receive(b.t, plain, "response")
		checkEnd(b.t, resp, b.body(resp), http.StatusServiceUnavailable, "INTERNAL_ERROR", "1")
		b.uncharged()
		if _, err := b.dial(); err == nil {
			b.t.Error("it still accepts")
		}
	}, func(c *api.Config) { c.ExtractTimeout = 5 * time.Minute })
}
