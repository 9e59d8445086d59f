package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"biom/shared/biometry"
	"biom/shared/broker"
	"biom/shared/job/jobtest"
	"biom/shared/testenv"
	"biom/worker/provider"
)

// instant is a provider that answers at once.
type instant struct{}

func (instant) Model() string { return "instant" }

func (instant) Check(context.Context, string) (bool, error) { return true, nil }

func (instant) Prepare(context.Context, provider.Document, provider.Options) (provider.Prepared, error) {
	return instant{}, nil
}

func (instant) Extract(context.Context, []biometry.Fault) (provider.Answer, error) {
	return provider.Answer{Model: "instant", JSON: []byte(`{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},` +
		`"exam_date":null,"patient":{},"right_eye":{"AL":23.5,"ACD":3.1},"left_eye":{"AL":23.6,"ACD":3.2}},"extra_data":null}`)}, nil
}

func (instant) Close() error { return nil }

// serving runs `biom serve` in this process and returns its URL.
func serving(b *testing.B, flags ...string) string {
	b.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, ended := newLines(), make(chan error, 1)
	go func() {
		ended <- runBiom(ctx, append([]string{"serve", "--listen=127.0.0.1:0", "--admin-listen=", "--provider=instant", "--worker-concurrency=32",
			"--quota-biomai=1000000000", "--quota-biomjson=1000000000", "--quota-retrieve=1000000000", "--data", b.TempDir()}, flags...), out, io.Discard)
	}()
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
	})
	_, url, _ := strings.Cut(out.await(b, "http://"), "http://")
	url, _, _ = strings.Cut(url, ",")
	return "http://" + url
}

// BenchmarkServe measures an upload to `biom serve` over loopback until its response
// is read, with SQLite quota and client, and a round trip of bare JetStream with the
// same bytes. Quote only ratios within one run.
func BenchmarkServe(b *testing.B) {
	for _, c := range []struct {
		name     string
		size     int
		inFlight int
	}{{"100KB/1_in_flight", 100 << 10, 1}, {"100KB/8_in_flight", 100 << 10, 8}, {"1MB/1_in_flight", 1 << 20, 1}} {
		b.Run("bare_JetStream/"+c.name, func(b *testing.B) { jobtest.Measure(b, c.inFlight, jobtest.Bare(b, c.size)) })
		b.Run("AI_path/"+c.name, func(b *testing.B) {
			jobtest.Measure(b, c.inFlight, posting(serving(b), "report.pdf", pdfOf(c.size)))
		})
	}
	for _, inFlight := range []int{1, 32} {
		b.Run(fmt.Sprintf("JSON_path/1.5KB/%d_in_flight", inFlight), func(b *testing.B) {
			jobtest.Measure(b, inFlight, posting(serving(b), "report.json", jsonReport))
		})
	}
}

// BenchmarkJobs measures jobs of `biom serve` over loopback: from the request with
// `Prefer: respond-async` to the 202 (p50-202-µs) and until the job's end is known (p50-µs),
// beside a request that waits for its response, and a round trip of bare JetStream with the same
// bytes. NATS is a server of its own in this process; writes/trip counts the messages that its
// streams took. Quote only ratios within one run.
func BenchmarkJobs(b *testing.B) {
	const size = 100 << 10
	for _, inFlight := range []int{1, 8, 32} {
		name := fmt.Sprintf("%d_in_flight", inFlight)
		b.Run("bare_JetStream/"+name, func(b *testing.B) { jobtest.Measure(b, inFlight, jobtest.Bare(b, size)) })
		b.Run("waiting/"+name, func(b *testing.B) {
			nats := testenv.NATS(b)
			trip := posting(serving(b, "--nats-url="+nats), "report.pdf", pdfOf(size))
			countWrites(b, nats, func() { jobtest.Measure(b, inFlight, trip) })
		})
		b.Run("async/"+name, func(b *testing.B) {
			nats := testenv.NATS(b)
			var accepted durations
			trip := submitting(serving(b, "--nats-url="+nats), pdfOf(size), &accepted)
			countWrites(b, nats, func() { jobtest.Measure(b, inFlight, trip) })
			b.ReportMetric(float64(accepted.median().Microseconds()), "p50-202-µs")
		})
	}
}

// durations are those of the same step of many trips.
type durations struct {
	mu  sync.Mutex
	all []time.Duration
}

func (d *durations) add(took time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.all = append(d.all, took)
}

func (d *durations) median() time.Duration {
	slices.Sort(d.all)
	return d.all[len(d.all)/2]
}

// submitting returns a function that submits a job, notes how long its 202 took, and waits
// for its end.
func submitting(url string, file []byte, accepted *durations) func() error {
	contentType, form := formOf("report.pdf", file)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	return func() error {
		start := time.Now()
		req, err := http.NewRequest(http.MethodPost, url+"/api/v1/biom/process", bytes.NewReader(form))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("Prefer", "respond-async")
		res, err := client.Do(req)
		if err != nil {
			return err
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
		if res.StatusCode != http.StatusAccepted {
			return fmt.Errorf("status %d", res.StatusCode)
		}
		accepted.add(time.Since(start))
		return answered(client.Get(url + res.Header.Get("Location") + "/result?wait=60"))
	}
}

// countWrites reports how many messages the streams of a NATS server took for each trip of measure.
func countWrites(b *testing.B, url string, measure func()) {
	b.Helper()
	conn, err := broker.Connect(b.Context(), broker.Config{URL: url})
	if err != nil {
		b.Fatal(err)
	}
	defer conn.Close()
	written := func() (n uint64) {
		streams := conn.JS.ListStreams(b.Context())
		for s := range streams.Info() {
			n += s.State.LastSeq
		}
		if streams.Err() != nil {
			b.Fatal(streams.Err())
		}
		return n
	}
	before := written()
	measure()
	b.ReportMetric(float64(written()-before)/float64(b.N+jobtest.Warmup), "writes/trip")
}

var jsonReport = fmt.Appendf(nil, `{"data":{"biometer":{"device_name":"IOLMaster700","manufacturer":"Zeiss"},"exam_date":"2026-03-14",
"patient":{"name":"Doe, Jane Margaret","id":"MRN-00482913","date_of_birth":"1957-11-02","gender":"Female"},
"right_eye":{"AL":23.51,"ACD":3.12,"K1_magnitude":43.25,"K1_axis":92,"K2_magnitude":44.1,"K2_axis":2,"WTW":11.9,"LT":4.55,"CCT":548,"lens_status":"Phakic","post_refractive":"None","keratometric_index":1.3375},
"left_eye":{"AL":23.62,"ACD":3.09,"K1_magnitude":43.41,"K1_axis":88,"K2_magnitude":44.32,"K2_axis":178,"WTW":11.8,"LT":4.61,"CCT":551,"lens_status":"Phakic","post_refractive":null,"keratometric_index":1.3375}},
"comment":"%s"}`, strings.Repeat("x", 700))

func pdfOf(size int) []byte { return document(1, strings.Repeat("x", size)) }

func posting(url, name string, file []byte, fields ...string) func() error {
	contentType, form := formOf(name, file, fields...)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	return func() error {
		return answered(client.Post(url+"/api/v1/biom/process", contentType, bytes.NewReader(form)))
	}
}

// answered reads a response. It returns an error unless the status is 200.
func answered(res *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d, %w", res.StatusCode, err)
	}
	return nil
}

// BenchmarkRetrieve measures a retrieval from `biom serve` over loopback, and the
// bare Argon2id of the specification, both with one caller for each core. Quote only
// ratios within one run.
func BenchmarkRetrieve(b *testing.B) {
	cores := runtime.GOMAXPROCS(0)
	b.Run("bare_Argon2id", func(b *testing.B) {
		jobtest.Measure(b, cores, func() error {
			argon2.IDKey([]byte("123456"), make([]byte, 16), 3, 32<<10, 1, 32)
			return nil
		})
	})
	for _, inFlight := range []int{cores, 16 * cores} {
		b.Run(fmt.Sprintf("retrieve/%d_in_flight", inFlight), func(b *testing.B) {
			jobtest.Measure(b, inFlight, retrieving(b, serving(b)))
		})
	}
	b.Run("create/JSON_with_share", func(b *testing.B) {
		jobtest.Measure(b, cores, posting(serving(b), "report.json", jsonReport, "biompin", "true"))
	})
}

// retrieving makes a share and returns a function that retrieves it.
func retrieving(b *testing.B, url string) func() error {
	b.Helper()
	code := newCaller(b, url).share(jsonReport)
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	return func() error { return answered(client.Get(url + retrievePath(code))) }
}

// BenchmarkJSONBesideRetrievals measures the JSON path alone, and while one
// retrieval for each core is always in progress.
func BenchmarkJSONBesideRetrievals(b *testing.B) {
	b.Run("idle", func(b *testing.B) { jobtest.Measure(b, 1, posting(serving(b), "report.json", jsonReport)) })
	b.Run("beside_retrievals", func(b *testing.B) {
		url := serving(b)
		retrieve := retrieving(b, url)
		stop := make(chan struct{})
		var callers sync.WaitGroup
		for range runtime.GOMAXPROCS(0) {
			callers.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						_ = retrieve()
					}
				}
			})
		}
		jobtest.Measure(b, 1, posting(url, "report.json", jsonReport))
		close(stop)
		callers.Wait()
	})
}

// BenchmarkStart measures the time from starting the built binary on an empty data
// directory to its first response, and its memory at rest after that.
func BenchmarkStart(b *testing.B) {
	binary := testenv.Biom(b)
	var resident float64
	for b.Loop() {
		out := newLines()
		cmd := exec.Command(binary, "serve", "--listen=127.0.0.1:0", "--admin-listen=", "--data", b.TempDir())
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		_, url, _ := strings.Cut(out.await(b, "http://"), "http://")
		url, _, _ = strings.Cut(url, ",")
		res, err := http.Get("http://" + url + "/api/v1/status")
		if err != nil {
			b.Fatal(err)
		}
		_ = res.Body.Close()
		b.StopTimer()
		time.Sleep(500 * time.Millisecond) // at rest
		resident += residentMB(b, cmd.Process.Pid)
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		b.StartTimer()
	}
	b.ReportMetric(resident/float64(b.N), "MB-resident")
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms-to-first-answer")
}

func residentMB(b *testing.B, pid int) float64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		var kb float64
		if n, _ := fmt.Sscanf(line, "VmRSS: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	b.Fatal("no VmRSS")
	return 0
}
