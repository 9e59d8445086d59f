package telemetry_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"
	"testing/synctest"

	"biom/shared/telemetry"
)

// readyz returns the answer of /readyz.
func readyz(r *telemetry.Readiness) (status int, text string) {
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil))
	return w.Code, w.Body.String()
}

func TestReadinessNamesEveryPart(t *testing.T) {
	t.Parallel()
	works := func(context.Context) error { return nil }
	fails := func(context.Context) error { return errors.New("connection\n\trefused") }
	for name, c := range map[string]struct {
		nats, redis func(context.Context) error
		stop        bool
		status      int
		text        string
	}{
		"all works":          {works, works, false, 200, "ready\nNATS: ok\nRedis: ok\nsandbox: ok, landlock=7\n"},
		"a part fails":       {works, fails, false, 200, "degraded\nNATS: ok\nRedis: connection refused\nsandbox: ok, landlock=7\n"},
		"a vital part fails": {fails, fails, false, 503, "not ready\nNATS: connection refused\nRedis: connection refused\nsandbox: ok, landlock=7\n"},
		"it stops":           {works, fails, true, 503, "not ready\nprocess: stopping\nNATS: ok\nRedis: connection refused\nsandbox: ok, landlock=7\n"},
	} {
		r := telemetry.NewReadiness(
			telemetry.Part{Name: "NATS", Vital: true, Check: c.nats}, telemetry.Part{Name: "Redis", Check: c.redis}, telemetry.Part{Name: "sandbox", Note: "landlock=7"})
		if c.stop {
			r.Stop()
		}
		if status, text := readyz(r); status != c.status || text != c.text {
			t.Errorf("%s: %d %q", name, status, text)
		}
	}
}

// The answer comes although a part does not.
func TestReadinessDoesNotWaitForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
		r := telemetry.NewReadiness(telemetry.Part{Name: "Redis", Check: hangs}, telemetry.Part{Name: "Postgres", Check: hangs})
		if status, text := readyz(r); status != 200 || text != "degraded\nRedis: context deadline exceeded\nPostgres: context deadline exceeded\n" {
			t.Errorf("%d %q", status, text)
		}
	})
}
