package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/shared/telemetry/telemetrytest"
)

// Two hundred workers of 16 slots, as many slots as a cluster has for a slow model, cost a NATS server
// little while nothing is to be done.
func TestLongIdleWorkersCostLittle(t *testing.T) {
	const workers, slots, perSecond = 200, 16, 5
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	address := fmt.Sprintf("127.204.%d.%d", os.Getpid()>>8&255, os.Getpid()&255)
	nats := &process{Cmd: exec.Command(executable, "-addr", address, "-port", "4222", "-m", "8222", "-js", "-sd", t.TempDir()),
		out: newLines(), ended: make(chan struct{})}
	nats.Env = append(os.Environ(), "BIOM_RIG_NATS=1")
	nats.launch(t)

	connect := func() *broker.Conn {
		return jobtest.Connect(t, broker.Config{URL: "nats://" + address + ":4222", RequestTimeout: time.Minute})
	}
	keys := jobtest.Keys(t)
	client, err := job.NewClient(t.Context(), connect(), job.ClientConfig{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)

	var log telemetrytest.Log
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	t.Cleanup(func() { stop(); running.Wait() })
	for range workers {
		w, err := job.NewWorker(t.Context(), connect(), job.WorkerConfig{
			Keys: keys, Concurrency: slots, Log: slog.New(slog.NewTextHandler(&log, nil)),
			Handle: func(context.Context, *job.Delivery) (job.Result, error) { return job.Result{}, nil },
		})
		if err != nil {
			t.Fatal(err)
		}
		running.Go(func() { _ = w.Run(ctx) })
	}

	requests := func() int64 {
		res, err := http.Get("http://" + address + ":8222/varz")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		var state server.Varz
		if err := json.NewDecoder(res.Body).Decode(&state); err != nil {
			t.Fatal(err)
		}
		return state.InMsgs
	}
	time.Sleep(5 * time.Second)
	begin, requestsBefore, cpuBefore, linesBefore := time.Now(), requests(), cpuTime(t, nats.Process.Pid), log.Count("")
	time.Sleep(20 * time.Second)
	seconds := time.Since(begin).Seconds()
	rate := float64(requests()-requestsBefore) / seconds
	t.Logf("%d workers of %d slots: %.0f messages per second to the server, %.1f %% of a processor, %.1f log lines per second",
		workers, slots, rate, 100*(cpuTime(t, nats.Process.Pid)-cpuBefore).Seconds()/seconds, float64(log.Count("")-linesBefore)/seconds)
	if n := log.Count(""); n > 0 {
		t.Errorf("idle workers wrote %d log lines: %s", n, log.String())
	}
	if rate > workers*perSecond {
		t.Errorf("%.0f messages per second, at most %d for each worker expected", rate, perSecond)
	}
}

// cpuTime returns the processor time that a process has used.
func cpuTime(t testing.TB, pid int) time.Duration {
	t.Helper()
	line, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(line[bytes.LastIndexByte(line, ')')+1:]))
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		t.Fatal(err)
	}
	const ticksPerSecond = 100 // USER_HZ, the same on every Linux
	return time.Duration(user+system) * time.Second / ticksPerSecond
}
