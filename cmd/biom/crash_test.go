package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"os"
	"sync"
	"syscall"
	"testing"

	"github.com/redis/go-redis/v9"

	"biom/shared/job"
	"biom/shared/quota"
	"biom/shared/testenv"
)

// size is how much a test of survival does in `make test`, and in `make chaos`.
type size struct{ short, full int }

func (s size) now() int {
	if os.Getenv("BIOM_CHAOS") == "full" {
		return s.full
	}
	return s.short
}

// used is the AI credits that callers from this machine have spent.
func (r *rig) used() quota.Credits {
	r.t.Helper()
	opts, err := redis.ParseURL(r.redis)
	if err != nil {
		r.t.Fatal(err)
	}
	client := redis.NewClient(opts)
	defer client.Close()
	u, err := quota.NewRedis(client).Usage(r.t.Context(), quota.BiomAI, quota.Address(netip.MustParseAddr("127.0.0.1")))
	if err != nil {
		r.t.Fatal(err)
	}
	return u.Used
}

// uploads sends documents from and up to to, at most atOnce at a time, and
// calls each with every answer, one at a time.
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

// check holds an answer against the document it is for.
func (r *rig) check(i int, a answer) {
	r.t.Helper()
	want := fmt.Sprintf("number %d", i)
	if a.status != 200 || a.body.Data.Patient.ID == nil || *a.body.Data.Patient.ID != want {
		r.t.Errorf("document %d: status %d, %+v", i, a.status, a.body.Error)
	}
}

// checkOneResultEach: the stream keeps every result that was ever accepted.
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

// SIGKILL of workers at random.
func TestSurvivesKilledWorkers(t *testing.T) {
	jobs, kills := size{300, 2000}.now(), size{12, 100}.now()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))

	r := newRig(t)
	url, _ := r.api()
	workers := make([]*process, 3)
	for i := range workers {
		workers[i] = r.worker("BIOM_RIG_DELAY=40ms")
	}
	answered := 0
	r.uploads(url, documents(jobs, unmarked), 32, func(i int, a answer) {
		r.check(i, a)
		if answered++; answered%(jobs/(kills+1)) == 0 && kills > 0 {
			kills--
			n := random.IntN(len(workers))
			workers[n].kill()
			workers[n] = r.worker("BIOM_RIG_DELAY=40ms")
		}
	})

	r.awaitEmptyQueue()
	r.checkOneResultEach(jobs)
	calls, most := r.noted("call"), jobs+4*size{12, 100}.now()
	total := 0
	for _, n := range calls {
		total += n
	}
	if len(calls) != jobs || total > most {
		t.Errorf("%d provider calls for %d of %d jobs, at most %d expected", total, len(calls), jobs, most)
	}
	if want := quota.Credits(2 * jobs); r.used() != want {
		t.Errorf("%v credits used, not %v", r.used(), want)
	}
	t.Logf("%d jobs, %d provider calls, %v credits", jobs, total, r.used())
}

// A worker is paused for longer than two leases and wakes up again.
func TestSurvivesPausedWorkers(t *testing.T) {
	t.Parallel()
	pauses := size{1, 50}.now()
	r := newRig(t)
	url, _ := r.api()
	docs := documents(4*pauses, unmarked)
	for round := range pauses {
		paused := r.worker("BIOM_RIG_DELAY=300ms")
		var helper *process
		var sending sync.WaitGroup
		sending.Go(func() {
			batch := docs[4*round : 4*round+4]
			r.uploads(url, batch, 4, func(i int, a answer) { r.check(4*round+i, a) })
		})
		r.awaitNoted("call", 4*(round+1)) // the paused worker has them all
		_ = paused.Process.Signal(syscall.SIGSTOP)
		helper = r.worker("BIOM_RIG_DELAY=1ms")
		sending.Wait() // the other worker answered when the leases had run out
		_ = paused.Process.Signal(syscall.SIGCONT)
		r.awaitNoted("done", 8*(round+1)-4*round) // the sleeper has finished what it held
		paused.stop()
		helper.stop()
		r.awaitEmptyQueue()
	}
	r.checkOneResultEach(4 * pauses)
	if want := quota.Credits(2 * 4 * pauses); r.used() != want {
		t.Errorf("%v credits used, not %v", r.used(), want)
	}
}

// awaitNoted waits until the stand-in has noted n lines.
func (r *rig) awaitNoted(what string, n int) {
	r.t.Helper()
	testenv.Await(r.t, fmt.Sprintf("%d %ss of the stand-in", n, what), func() bool {
		total := 0
		for _, count := range r.noted(what) {
			total += count
		}
		return total >= n
	})
}

// stop ends a process as an operator does, and waits for it.
func (p *process) stop() {
	_ = p.Process.Signal(syscall.SIGTERM)
	<-p.gone
}

// Jobs that kill their worker, among others that do not.
func TestSurvivesJobsThatKillTheirWorker(t *testing.T) {
	t.Parallel()
	jobs, poisoned := size{60, 500}.now(), size{2, 20}.now()
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
				case <-w.gone:
				case <-ctx.Done():
					w.stop()
				}
			}
		})
	}
	return func() { cancel(); supervisors.Wait() }
}

// The roles apart, as the built binary: two api, three workers, the local
// reader, real NATS and Redis.
func TestRolesApart(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.executable = build(t)
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
			a, err := upload(t.Context(), urls[i%2], sample)
			if err != nil || a.status != 200 || a.body.Data.RightEye.AL == nil {
				t.Errorf("upload %d: %v, status %d, %+v", i, err, a.status, a.body.Error)
			}
		})
	}
	group.Wait()
	if want := quota.Credits(24); r.used() != want {
		t.Errorf("both api charged %v credits, not %v", r.used(), want)
	}
	r.checkOneResultEach(12)
}
