package api_test

import (
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"biom/api"
)

// fullDisk returns a change of the configuration after which nothing can be queued
// while full is true.
func fullDisk(full *atomic.Bool) func(*api.Config) {
	return func(c *api.Config) {
		c.CanQueue = func(int64) error {
			if full.Load() {
				return errors.New("the disk is full")
			}
			return nil
		}
	}
}

// What needs the queue is refused before it is charged; everything else goes on.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	var full atomic.Bool
	full.Store(true)
	b := setup(t, fullDisk(&full))
	if err := b.server.Ready(); err == nil {
		t.Error("ready")
	}
	resp, body := b.post(upload("a.pdf", []byte(pdf)))
	if resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") != "60" ||
		!strings.Contains(string(body), "Nothing was charged") || strings.Contains(string(body), "disk") {
		t.Errorf("%d %v %s", resp.StatusCode, resp.Header, body)
	}
	b.uncharged()
	if resp, body := b.post(upload("a.json", document())); resp.StatusCode != http.StatusOK {
		t.Errorf("JSON: %d %s", resp.StatusCode, body)
	}
	if _, body := b.get(healthPath); !strings.Contains(string(body), `"status":"degraded"`) {
		t.Errorf("%s", body)
	}
	full.Store(false)
	if resp, body := b.post(upload("a.pdf", []byte(pdf))); resp.StatusCode != http.StatusOK {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if err := b.server.Ready(); err != nil {
		t.Error(err)
	}
}

// The bytes of the uploads that wait to be queued count, so that many at once do not
// fill the disk.
func TestUploadsInFlightNeedSpace(t *testing.T) {
	t.Parallel()
	var pending atomic.Int64
	b := setup(t, func(c *api.Config) {
		c.CanQueue = func(n int64) error { pending.Store(n); return nil }
	})
	if resp, body := b.post(upload("a.pdf", []byte(pdf))); resp.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", resp.StatusCode, body)
	}
	if n := pending.Load(); n < int64(len(pdf)) {
		t.Errorf("%d bytes, the file has %d", n, len(pdf))
	}
}
