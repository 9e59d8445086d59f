package telemetry_test

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"biom/shared/telemetry"
)

func TestAdminRoutes(t *testing.T) {
	t.Parallel()
	ready := telemetry.NewReadiness()
	admin, err := telemetry.StartAdmin(telemetry.AdminConfig{
		Address: "127.0.0.1:0", Metrics: telemetry.NewRegistry(), Ready: ready,
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
	expect("/metrics", 200, "go_goroutines")
	expect("/debug/pprof/goroutine?debug=1", 200, "goroutine profile")
	ready.Stop()
	expect("/readyz", 503, "not ready")
	expect("/healthz", 200, "ok")
}
