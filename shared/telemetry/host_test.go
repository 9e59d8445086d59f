package telemetry_test

import (
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"biom/shared/telemetry"
)

func TestForeignHostIsRefused(t *testing.T) {
	t.Parallel()
	admin, err := telemetry.StartAdmin(telemetry.AdminConfig{
		Address: "localhost:0", Hosts: []string{"biom-api", " Worker.Example "}, Metrics: telemetry.NewRegistry(),
		Ready: telemetry.NewReadiness(), Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close() })
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:9090": 200, "localhost.:9090": 200, "127.0.0.1:9090": 200, "10.1.2.3": 200, "[::1]:9090": 200, "[fe80::1]": 200,
		"biom-api:9090": 200, "BIOM-API": 200, "worker.example": 200,
		"evil.example": 421, "evil.example:9090": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "biom-api.evil.example": 421, "0x7f.1": 421,
	} {
		for _, path := range []string{"/healthz", "/metrics", "/debug/pprof/cmdline"} {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+admin.Addr().String()+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			req.Host = host
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			body, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if res.StatusCode != want || (want == 421) != strings.Contains(string(body), "BIOM_ADMIN_HOSTS") {
				t.Errorf("%s of %s: %d %.80s", path, host, res.StatusCode, body)
			}
		}
	}
}

// The name in the listen address is the listener's own.
func TestOwnNameIsAllowed(t *testing.T) {
	t.Parallel()
	if !telemetry.Allows("Biom-1.internal:9090", "biom-1.internal:9090") || telemetry.Allows(":9090", "biom-1.internal:9090") {
		t.Error("the host of the listen address decides")
	}
}
