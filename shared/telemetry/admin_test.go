package telemetry_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"biom/shared/telemetry"
)

func TestAdminRoutes(t *testing.T) {
	t.Parallel()
	var unavailable atomic.Bool
	ready := func(context.Context) error {
		if unavailable.Load() {
			return errors.New("NATS is away")
		}
		return nil
	}
	admin, err := telemetry.StartAdmin(telemetry.AdminConfig{
		Address: "127.0.0.1:0", Metrics: telemetry.NewRegistry(), Ready: ready, Details: []string{"sandbox: landlock=7"},
		Log: slog.New(slog.NewTextHandler(t.Output(), nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close() })

	expect := func(path string, status int, text string) {
		t.Helper()
		res, err := http.Get("http://" + admin.Addr().String() + path)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, _ := io.ReadAll(res.Body)
		if res.StatusCode != status || !strings.Contains(string(body), text) {
			t.Errorf("%s: %d %.100s", path, res.StatusCode, body)
		}
	}
	expect("/healthz", 200, "ok")
	expect("/readyz", 200, "ready")
	expect("/readyz?verbose", 200, "ready\nsandbox: landlock=7\n")
	expect("/metrics", 200, "go_goroutines")
	expect("/debug/pprof/goroutine?debug=1", 200, "goroutine profile")
	unavailable.Store(true)
	expect("/readyz", 503, "NATS is away")
	expect("/readyz?verbose", 503, "NATS is away\nsandbox: landlock=7\n")
	expect("/healthz", 200, "ok")
}
