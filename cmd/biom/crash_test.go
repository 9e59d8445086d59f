package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"github.com/redis/go-redis/v9"

	"biom/shared/job"
	"biom/shared/quota"
	"biom/shared/testenv"
)

// size is how much a long test does in `make test-all`, and in `make chaos`. The
// tests of `make test` do less.
type size struct{ long, full int }

func (s size) now() int {
	if os.Getenv("BIOM_CHAOS") == "full" {
		return s.full
	}
	return s.long
}

// used returns the AI credits that callers from this machine have spent.
func (r *rig) used() quota.Credits {
	r.t.Helper()
	return r.usedIn(quota.BiomAI)
}

// usedIn returns the credits of a bucket that callers from this machine have spent.
func (r *rig) usedIn(bucket quota.Bucket) quota.Credits {
	r.t.Helper()
	opts, err := redis.ParseURL(r.redis)
	if err != nil {
		r.t.Fatal(err)
	}
	client := redis.NewClient(opts)
	defer client.Close()
	u, err := r.quotas(client).Usage(r.t.Context(), bucket, quota.Address(netip.MustParseAddr("127.0.0.1")))
	if err != nil {
		r.t.Fatal(err)
	}
	return u.Used
}

// quotas returns the quota store of the processes of the rig.
func (r *rig) quotas(client *redis.Client) quota.Store {
	r.t.Helper()
	keys, err := job.ParseKeys(r.key)
	if err != nil {
		r.t.Fatal(err)
	}
	store, err := hashSubjects(quota.NewRedis(client), keys)
	if err != nil {
		r.t.Fatal(err)
	}
	return store
}

// uploads sends docs, at most atOnce at a time. It calls each with every answer, never
// twice at the same time.
func (r *rig) uploads(url string, docs [][]byte, atOnce int, each func(i int, a answer)) {
	r.t.Helper()
	var mu sync.Mutex
	var group sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for i, doc := range docs {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			a, err := upload(context.Background(), url, doc)
			if err != nil {
				r.t.Errorf("upload %d: %v", i, err)
			}
			mu.Lock()
			defer mu.Unlock()
			each(i, a)
		})
	}
	group.Wait()
}

func documents(n int, mark func(i int) string) [][]byte {
	docs := make([][]byte, n)
	for i := range docs {
		docs[i] = document(i, mark(i))
	}
	return docs
}

func unmarked(int) string { return "" }

// check compares an answer with the document that it is for.
func (r *rig) check(i int, a answer) {
	r.t.Helper()
	want := fmt.Sprintf("number %d", i)
	if a.status != 200 || a.body.Data.Patient.ID == nil || *a.body.Data.Patient.ID != want {
		r.t.Errorf("document %d: status %d, %+v", i, a.status, a.body.Error)
	}
}

// checkOneResultEach fails unless n jobs have exactly one result. The stream
// stores every result that was ever accepted.
func (r *rig) checkOneResultEach(n int) {
	r.t.Helper()
	results := r.subjects(job.StreamResults, "biom.results.>")
	if len(results) != n {
		r.t.Errorf("%d of %d jobs have a result", len(results), n)
	}
	for subject, count := range results {
		if count != 1 {
			r.t.Errorf("%s has %d results", subject, count)
		}
	}
}

func (r *rig) awaitEmptyQueue() {
	r.t.Helper()
	testenv.Await(r.t, "an empty queue", func() bool { return len(r.subjects(job.StreamJobs, ">")) == 0 })
}

func TestSurvivesKilledWorkers(t *testing.T) { survivesKilledWorkers(t, 60, 3) }

func TestLongSurvivesKilledWorkers(t *testing.T) {
	survivesKilledWorkers(t, size{200, 2000}.now(), size{8, 100}.now())
}

// survivesKilledWorkers sends jobs while workers are killed with SIGKILL at
// random.
func survivesKilledWorkers(t *testing.T, jobs, kills int) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))

	r := newRig(t)
	url, _ := r.api()
	workers := make([]*process, 3)
	for i := range workers {
		workers[i] = r.worker("BIOM_RIG_DELAY=40ms")
	}
	answered, remaining := 0, kills
	r.uploads(url, documents(jobs, unmarked), 32, func(i int, a answer) {
		r.check(i, a)
		if answered++; answered%(jobs/(kills+1)) == 0 && remaining > 0 {
			remaining--
			n := random.IntN(len(workers))
			workers[n].kill()
			workers[n] = r.worker("BIOM_RIG_DELAY=40ms")
		}
	})

	r.awaitEmptyQueue()
	r.checkOneResultEach(jobs)
	calls, limit := r.noted("call"), jobs+4*kills // a worker has 4 jobs at once
	total := 0
	for _, n := range calls {
		total += n
	}
	if len(calls) != jobs || total > limit {
		t.Errorf("%d provider calls for %d of %d jobs, at most %d expected", total, len(calls), jobs, limit)
	}
	if want := quota.Credits(2 * jobs); r.used() != want {
		t.Errorf("%v credits used, not %v", r.used(), want)
	}
	t.Logf("%d jobs, %d provider calls, %v credits", jobs, total, r.used())
}

func TestSurvivesPausedWorkers(t *testing.T) { survivesPausedWorkers(t, size{1, 50}.now()) }

// survivesPausedWorkers pauses a worker in the middle of its jobs until another one has them after two
// leases, and lets it go on and end them.
func survivesPausedWorkers(t *testing.T, pauses int) {
	t.Parallel()
	r := newRig(t)
	url, _ := r.api()
	docs := documents(4*pauses, unmarked)
	for round := range pauses {
		gate := filepath.Join(t.TempDir(), "gate")
		paused := r.worker("BIOM_RIG_GATE=" + gate)
		var helper *process
		var sending sync.WaitGroup
		sending.Go(func() {
			batch := docs[4*round : 4*round+4]
			r.uploads(url, batch, 4, func(i int, a answer) { r.check(4*round+i, a) })
		})
		r.awaitNoted("call", 4*(round+1)) // the paused worker has all jobs of the round
		_ = paused.Process.Signal(syscall.SIGSTOP)
		helper = r.worker("BIOM_RIG_DELAY=1ms")
		sending.Wait() // the other worker answered after the leases had expired
		if err := os.WriteFile(gate, nil, 0o600); err != nil {
			t.Error(err)
		}
		_ = paused.Process.Signal(syscall.SIGCONT)
		r.awaitNoted("done", 8*(round+1)-4*round) // the paused worker has finished its jobs
		paused.stop()
		helper.stop()
		r.awaitEmptyQueue()
	}
	r.checkOneResultEach(4 * pauses)
	if want := quota.Credits(2 * 4 * pauses); r.used() != want {
		t.Errorf("%v credits used, not %v", r.used(), want)
	}
}

// awaitNoted waits until the stand-in has noted n events of a kind.
func (r *rig) awaitNoted(event string, n int) {
	r.t.Helper()
	testenv.Await(r.t, fmt.Sprintf("%d %ss of the stand-in", n, event), func() bool {
		total := 0
		for _, count := range r.noted(event) {
			total += count
		}
		return total >= n
	})
}

// stop ends a process as an operator does, and waits for it.
func (p *process) stop() {
	_ = p.Process.Signal(syscall.SIGTERM)
	<-p.ended
}

func TestSurvivesJobsThatKillTheirWorker(t *testing.T) { survivesJobsThatKillTheirWorker(t, 20, 1) }

func TestLongSurvivesJobsThatKillTheirWorker(t *testing.T) {
	survivesJobsThatKillTheirWorker(t, size{60, 500}.now(), size{2, 20}.now())
}

// survivesJobsThatKillTheirWorker sends jobs of which some kill their worker.
func survivesJobsThatKillTheirWorker(t *testing.T, jobs, poisoned int) {
	t.Parallel()
	r := newRig(t)
	url, _ := r.api("BIOM_EXTRACT_TIMEOUT=2m")
	stop := r.supervise(4)
	defer stop()

	every := jobs / poisoned
	poison := func(i int) bool { return i%every == every/2 }
	r.uploads(url, documents(jobs, func(i int) string {
		if poison(i) {
			return "poison"
		}
		return ""
	}), 32, func(i int, a answer) {
		switch {
		case !poison(i):
			r.check(i, a)
		case a.status != 500 && a.status != 504:
			t.Errorf("poisoned document %d: status %d", i, a.status)
		}
	})

	r.awaitEmptyQueue()
	for number, n := range r.noted("call") {
		if n > job.MaxAttempts {
			t.Errorf("%s: %d provider calls were started", number, n)
		}
	}
	if dead := r.subjects(job.StreamDead, ">"); len(dead) != poisoned {
		t.Errorf("%d dead records, not %d: %v", len(dead), poisoned, dead)
	}
	r.checkOneResultEach(jobs)
}

// supervise keeps n workers running, as an orchestrator does.
func (r *rig) supervise(n int) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var supervisors sync.WaitGroup
	for range n {
		supervisors.Go(func() {
			for ctx.Err() == nil {
				w := r.start([]string{"BIOM_PROVIDER=standin", "BIOM_WORKER_CONCURRENCY=4", "BIOM_RIG_DELAY=20ms"}, "worker")
				select {
				case <-w.ended:
				case <-ctx.Done():
					w.stop()
				}
			}
		})
	}
	return func() { cancel(); supervisors.Wait() }
}

// The roles as separate processes of the built binary: two apis, three workers,
// the local reader, real NATS and Redis.
func TestSeparateRoles(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.executable = testenv.Biom(t)
	sample, err := os.ReadFile(samples + "/iolmaster700-en-01.pdf")
	if err != nil {
		t.Fatal(err)
	}
	var urls []string
	for range 2 {
		url, _ := r.api()
		urls = append(urls, url)
	}
	for range 3 {
		r.start([]string{"BIOM_PROVIDER=local"}, "worker").out.await(t, "reading documents")
	}
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			a, err := uploadPatiently(t.Context(), urls[i%2], sample)
			if err != nil || a.status != 200 || a.body.Data.RightEye.AL == nil {
				t.Errorf("upload %d: %v, status %d, %+v", i, err, a.status, a.body.Error)
			}
		})
	}
	group.Wait()
	if want := quota.Credits(24); r.used() != want {
		t.Errorf("both apis charged %v credits, not %v", r.used(), want)
	}
	r.checkOneResultEach(12)
}

// uploadPatiently sends a document again while it is refused with 503. The built
// binary gives the quota store 250 ms, which may be too little on a busy machine.
func uploadPatiently(ctx context.Context, url string, doc []byte) (a answer, err error) {
	for {
		a, err = upload(ctx, url, doc)
		if err != nil || a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
			return a, err
		}
	}
}
