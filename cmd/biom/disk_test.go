package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"

	"biom/shared/testenv"
)

// A full disk is simulated by the limit on the size of files (RLIMIT_FSIZE): with
// a limit of 0 every write to a file fails in the kernel, with EFBIG instead of
// ENOSPC. That needs no privilege and no mount, so the tests run everywhere, and it
// does not fill a disk that others use.

// obeyDiskSignals lets SIGUSR1 make the disk full for this process, and SIGUSR2 end that.
func obeyDiskSignals() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1, syscall.SIGUSR2)
	go func() {
		for n := 1; ; n++ {
			limit := syscall.Rlimit{Cur: ^uint64(0), Max: ^uint64(0)}
			if <-signals == syscall.SIGUSR1 {
				limit.Cur = 0
			}
			if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
				panic(err) // the hard limit is finite: the test cannot work
			}
			fmt.Fprintf(os.Stderr, "disk signal %d obeyed\n", n)
		}
	}()
}

// disk is the disk of a process that obeys the signals.
type disk struct {
	*process
	signals int // number of signals sent
}

func (d *disk) set(t *testing.T, s syscall.Signal) {
	t.Helper()
	d.signals++
	if err := d.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
	d.out.await(t, fmt.Sprintf("disk signal %d obeyed", d.signals))
}

func TestSurvivesFullDisk(t *testing.T) { survivesFullDisk(t, 1) }

func TestLongSurvivesFullDisk(t *testing.T) { survivesFullDisk(t, size{3, 20}.now()) }

// While the disk is full, biom says so and takes no report that needs the queue.
// When there is space again, everything works in the same process, and nothing was
// charged for what was refused.
func survivesFullDisk(t *testing.T, rounds int) {
	t.Parallel()
	r, admin := alone(t), adminAddress()
	url, p := r.serve(t.TempDir(), "BIOM_PROVIDER=standin", "BIOM_ADMIN_LISTEN="+admin, trustUs)
	d := &disk{process: p}
	for range rounds {
		c := newCaller(t, url)
		made := c.process("a.pdf", document(1, ""), "biompin", "true").want(t, http.StatusOK).object(t)
		d.set(t, syscall.SIGUSR1)
		refuseForFullDisk(t, c, admin)
		d.set(t, syscall.SIGUSR2)
		awaitReady(t, admin, http.StatusOK, "ready\n")
		c.process("a.pdf", document(2, ""), "biompin", "true").want(t, http.StatusOK)
		c.with("X-Provider-API-Key", "good-1").process("a.pdf", document(3, "")).want(t, http.StatusOK)
		c.retrieve(member(made, "biompin", "pin").(string)).want(t, http.StatusOK)
		testenv.Await(t, "health", func() bool { return healthOf(t, url) == "operational" })
		for bucket, want := range map[string]float64{"biomai": 2, "biomai_byok": 1} {
			testenv.Await(t, fmt.Sprintf("%v credits used of %s", want, bucket), func() bool { return c.used(bucket) == want })
		}
	}
}

// refuseForFullDisk expects what biom does while the disk is full. The first upload
// makes a write to the queue fail: with the caller's own key it is charged in memory.
func refuseForFullDisk(t *testing.T, c *caller, admin string) {
	t.Helper()
	own := c.with("X-Provider-API-Key", "good-1")
	if got := own.process("a.pdf", document(1, "")).want(t, http.StatusServiceUnavailable); got.header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	awaitReady(t, admin, http.StatusOK, "degraded\n", "file too large")
	testenv.Await(t, "degraded health", func() bool { return healthOf(t, c.url) == "degraded" })
	got := own.process("a.pdf", document(1, "")).want(t, http.StatusServiceUnavailable)
	if got.header.Get("Retry-After") == "" || !strings.Contains(string(got.body), "Nothing was charged") {
		t.Errorf("%v %s", got.header, got.body)
	}
}

// With less free space than the reserve, biom starts, and takes everything but what
// needs the queue.
func TestDiskReserve(t *testing.T) {
	r, admin, dir := alone(t), adminAddress(), t.TempDir()
	url, p := r.serve(dir, "BIOM_PROVIDER=standin", "BIOM_ADMIN_LISTEN="+admin, "BIOM_DISK_RESERVE=1000000GiB", trustUs)
	p.out.await(t, "PDFs and images get 503")
	awaitReady(t, admin, http.StatusOK, "degraded\n", dir)
	c := newCaller(t, url)
	got := c.process("a.pdf", document(1, "")).want(t, http.StatusServiceUnavailable)
	if got.header.Get("Retry-After") == "" || c.used("biomai") != 0 {
		t.Errorf("%v, %v credits used", got.header, c.used("biomai"))
	}
	c.retrieve(c.share(report("p"))).want(t, http.StatusOK)
	if h := healthOf(t, url); h != "degraded" {
		t.Errorf("health %s", h)
	}
}

// awaitReady waits until /readyz has a status, begins with state and contains every text.
func awaitReady(t *testing.T, admin string, status int, state string, texts ...string) {
	t.Helper()
	testenv.Await(t, fmt.Sprintf("%d %q of /readyz", status, state), func() bool {
		res, err := http.Get("http://" + admin + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		lacks := func(text string) bool { return !strings.Contains(string(body), text) }
		return err == nil && res.StatusCode == status && strings.HasPrefix(string(body), state) && !slices.ContainsFunc(texts, lacks)
	})
}

func healthOf(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url + "/api/v1/health")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var health struct{ Status string }
	if err := json.NewDecoder(res.Body).Decode(&health); err != nil {
		t.Fatal(err)
	}
	return health.Status
}
