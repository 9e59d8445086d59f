package main

import (
	"net/http"
	"syscall"
	"testing"

	"biom/shared/testenv"
)

// TestReadyNamesEveryPart takes one part after the other away. An api goes on with what does
// not need the part and says that it is degraded; a worker needs NATS.
func TestReadyNamesEveryPart(t *testing.T) {
	t.Parallel()
	redis, postgres, queue := testenv.StartRedis(t, testenv.RedisOptions{}), testenv.StartPostgres(t, testenv.PostgresOptions{}), testenv.StartNATS(t)
	r, api, worker := newRig(t), adminAddress(), adminAddress()
	r.redis, r.database, r.nats = redis.URL(), postgres.URL(), queue.URL()
	r.api("BIOM_ADMIN_LISTEN=" + api)
	r.worker("BIOM_ADMIN_LISTEN=" + worker)
	awaitReady(t, api, http.StatusOK, "ready\nRedis: ok\nPostgres: ok\nNATS: ok\nqueue: ok\n")
	awaitReady(t, worker, http.StatusOK, "ready\nNATS: ok\n")

	redis.Stop(t)
	awaitReady(t, api, http.StatusOK, "degraded\nRedis: ", "refused", "\nPostgres: ok\n")
	redis.Start(t)
	awaitReady(t, api, http.StatusOK, "ready\n")
	postgres.Stop(t)
	awaitReady(t, api, http.StatusOK, "degraded\nRedis: ok\nPostgres: ", "refused")
	postgres.Start(t)
	awaitReady(t, api, http.StatusOK, "ready\n")
	queue.Stop(t)
	awaitReady(t, api, http.StatusOK, "degraded\nRedis: ok\nPostgres: ok\nNATS: no connection\n")
	awaitReady(t, worker, http.StatusServiceUnavailable, "not ready\nNATS: no connection\n")
	queue.Start(t)
	awaitReady(t, api, http.StatusOK, "ready\n")
	awaitReady(t, worker, http.StatusOK, "ready\n")
}

// TestStoppingAPIDrains: a stopping api is not ready at once, and accepts requests until the
// drain delay has passed.
func TestStoppingAPIDrains(t *testing.T) {
	t.Parallel()
	r, admin := newRig(t), adminAddress()
	url, p := r.api("BIOM_ADMIN_LISTEN="+admin, "BIOM_DRAIN_DELAY=1h")
	awaitReady(t, admin, http.StatusOK, "ready\n")
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	awaitReady(t, admin, http.StatusServiceUnavailable, "not ready\nprocess: stopping\nRedis: ok\n")
	newCaller(t, url).process("a.json", report("p")).want(t, http.StatusOK)
}
