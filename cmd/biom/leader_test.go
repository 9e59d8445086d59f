package main

import (
	"context"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/testenv"
)

// asNATS runs this test binary as a NATS server with nats-server's own flags, so that a test can pause
// one of several servers as the kernel would. It returns the exit status.
func asNATS() int {
	opts, err := server.ConfigureOptions(flag.NewFlagSet("nats-server", flag.ExitOnError), os.Args[1:], nil, nil, nil)
	if err != nil {
		panic(err)
	}
	opts.NoSigs, opts.MaxPayload, opts.MaxPending = true, 32<<20, 256<<20
	s, err := server.NewServer(opts)
	if err != nil {
		panic(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	s.Start()
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return 0
}

// natsCluster is three NATS servers in processes of their own, by name.
type natsCluster map[string]*process

// clusterOfNATS starts three NATS servers and returns their URLs for broker.Connect. Their addresses are
// made from this process's ID, so that their fixed ports are free.
func clusterOfNATS(t *testing.T) (natsCluster, string) {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var routes, urls []string
	address := func(n int) string { return fmt.Sprintf("127.%d.%d.%d", 200+n, os.Getpid()>>8&255, os.Getpid()&255) }
	for n := range 3 {
		routes = append(routes, "nats://"+net.JoinHostPort(address(n), "6222"))
		urls = append(urls, "nats://"+net.JoinHostPort(address(n), "4222"))
	}
	nodes := natsCluster{}
	for n := range 3 {
		name := fmt.Sprintf("nats-%d", n)
		p := &process{Cmd: exec.Command(executable, "-name", name, "-addr", address(n), "-port", "4222", "-js", "-sd", t.TempDir(),
			"-cluster_name", "test", "-cluster", routes[n], "-routes", strings.Join(routes, ",")), out: newLines(), ended: make(chan struct{})}
		p.Env = append(os.Environ(), "BIOM_RIG_NATS=1")
		p.launch(t)
		nodes[name] = p
	}
	all := strings.Join(urls, ",")
	testenv.Await(t, "three NATS servers that elect leaders", func() bool {
		conn, err := broker.Connect(t.Context(), broker.Config{URL: all})
		if err != nil {
			return false
		}
		defer conn.Close()
		_, err = conn.JS.CreateOrUpdateStream(t.Context(), jetstream.StreamConfig{Name: "PROBE", Replicas: 3})
		return err == nil
	})
	return nodes, all
}

// leader returns the server that leads a stream.
func (nodes natsCluster) leader(t *testing.T, url, stream string) (leader *process) {
	t.Helper()
	testenv.Await(t, "a leader of "+stream, func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		conn, err := broker.Connect(ctx, broker.Config{URL: url})
		if err != nil {
			return false
		}
		defer conn.Close()
		s, err := conn.JS.Stream(ctx, stream)
		if err != nil {
			return false
		}
		if c := s.CachedInfo().Cluster; c != nil {
			leader = nodes[c.Leader]
		}
		return leader != nil
	})
	return leader
}

func TestLongSurvivesPausedLeader(t *testing.T) { survivesPausedLeader(t, size{3, 30}.now()) }

// firstKeyed is the number of the first document that is sent with an Idempotency-Key.
const firstKeyed = 1_000_000

// survivesPausedLeader pauses the NATS server that leads a stream, under load: what cannot be queued gets
// 503, the other two servers take over while it is paused, requests with an Idempotency-Key that are sent
// again get one result, and only documents for which a provider call was started stay charged.
func survivesPausedLeader(t *testing.T, pauses int) {
	t.Parallel()
	nodes, url := clusterOfNATS(t)
	r := newRig(t)
	r.nats = url
	replicated := append([]string{"BIOM_QUEUE_REPLICAS=3"}, generous...)
	api, _ := r.api(replicated...)
	other, _ := r.api(replicated...)
	r.worker("BIOM_QUEUE_REPLICAS=3", "BIOM_RIG_DELAY=20ms")
	r.worker("BIOM_QUEUE_REPLICAS=3", "BIOM_RIG_DELAY=20ms")
	c := newCaller(t, api)

	tr := newTraffic(t)
	tr.pdfs(c)
	tr.jsons(newCaller(t, other))
	keyed := newCaller(t, other)
	tr.send("keyed", 2, func(i int) (reply, error) {
		at := keyed.with("Idempotency-Key", fmt.Sprintf("request-%d", i))
		for n := 0; ; n++ {
			got, err := at.at([]string{api, other}[n%2]).upload("a.pdf", document(firstKeyed+i, ""))
			if err != nil || got.status != http.StatusServiceUnavailable {
				return got, err
			}
			tr.note("keyed try", got)
		}
	})
	for n := range pauses {
		stream := []string{job.StreamJobs, job.StreamResults, "KV_" + job.BucketRequests}[n%3]
		tr.await("pdf", http.StatusOK, 5)
		leader := nodes.leader(t, url, stream)
		_ = leader.Process.Signal(syscall.SIGSTOP)
		tr.await("pdf", http.StatusOK, 5)
		tr.await("keyed", http.StatusOK, 5)
		tr.await("json", http.StatusOK, 5)
		_ = leader.Process.Signal(syscall.SIGCONT)
	}
	tr.await("pdf", http.StatusOK, 5)
	tr.end(map[string][]int{"pdf": {200, 503}, "keyed": {200}, "keyed try": {503}, "json": {200}})
	for who, kind := range map[*caller]string{c: "pdf", keyed: "keyed"} {
		started := 0
		for number := range r.noted("call") {
			var n int
			if _, err := fmt.Sscanf(number, "number %d", &n); err != nil {
				t.Fatal(err)
			}
			if (n >= firstKeyed) == (who == keyed) {
				started++
			}
		}
		t.Logf("%s: %d read, %d started", kind, tr.count(kind, http.StatusOK), started)
		var used float64
		t.Cleanup(func() { t.Logf("%s: %v credits are charged", kind, used) })
		testenv.Await(t, fmt.Sprintf("%d credits for %s", started, kind), func() bool {
			used = r.usedOf(who)
			return used == float64(started)
		})
	}
	for subject, count := range r.subjects(job.StreamResults, "biom.results.>") {
		if count != 1 {
			t.Errorf("%s has %d results", subject, count)
		}
	}
}
