package exporter_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"syscall"
	"testing"
	"time"

	"biom/exporter"
	"biom/shared/endpoint"
)

// BenchmarkExport exports reports with every field in all formats, from a request in
// a file to the last byte of the archive. For comparison, Python's XlsxWriter writes
// the same cells.
//
// peak-MB is the highest memory of the Go runtime, or the highest resident memory of
// XlsxWriter. cpu-ms counts all threads; on a busy machine, compare this number.
func BenchmarkExport(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprintf("reports=%d/biom", n), func(b *testing.B) { benchmarkExport(b, n) })
		b.Run(fmt.Sprintf("reports=%d/biom-GOMEMLIMIT=80MiB", n), func(b *testing.B) {
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(80 << 20))
			benchmarkExport(b, n)
		})
		b.Run(fmt.Sprintf("reports=%d/XlsxWriter", n), func(b *testing.B) { benchmarkXlsxWriter(b, n) })
	}
}

func benchmarkExport(b *testing.B, n int) {
	request := newRequests(b, n)
	debug.FreeOSMemory()
	var first time.Duration
	var size int
	stop, before := watchMemory(), cpuTime(b)
	for b.Loop() {
		out := &sink{header: http.Header{}, began: time.Now()}
		request.export(b, out)
		first += out.first
		size = out.n
	}
	b.ReportMetric(stop()/1e6, "peak-MB")
	b.ReportMetric(float64((cpuTime(b)-before).Milliseconds())/float64(b.N), "cpu-ms")
	b.ReportMetric(float64(first.Milliseconds())/float64(b.N), "first-byte-ms")
	b.ReportMetric(float64(size)/1e6, "archive-MB")
}

func benchmarkXlsxWriter(b *testing.B, n int) {
	out := &sink{header: http.Header{}, store: true}
	newRequests(b, n).export(b, out)
	path := filepath.Join(b.TempDir(), "archive.zip")
	if err := os.WriteFile(path, out.body.Bytes(), 0o600); err != nil {
		b.Fatal(err)
	}
	var seconds, cpu, peak float64
	for b.Loop() {
		text, err := exec.Command("/usr/bin/python3", "testdata/peer.py", path).Output()
		if err != nil {
			b.Fatalf("%v; python3 with xlsxwriter is needed: apt-get install -y python3-xlsxwriter", err)
		}
		var s, c, p float64
		if _, err := fmt.Sscan(string(text), &s, &c, &p); err != nil {
			b.Fatal(err)
		}
		seconds, cpu, peak = seconds+s, cpu+c, max(peak, p)
	}
	// The times leave out the interpreter's start and the reading of the cells.
	b.ReportMetric(seconds/float64(b.N)*1e9, "ns/op")
	b.ReportMetric(cpu/float64(b.N)*1e3, "cpu-ms")
	b.ReportMetric(peak, "peak-MB")
}

// cpuTime returns the processor time of this process, with its garbage collector.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// requests makes requests from a file, so that their text is not in the memory that
// is measured.
type requests struct {
	exporter *exporter.Exporter
	path     string
	length   int64
}

func newRequests(b *testing.B, n int) *requests {
	b.Helper()
	e, err := exporter.New(exporter.Config{MaxBody: 100 << 20, MaxResponses: n})
	if err != nil {
		b.Fatal(err)
	}
	text := body(b, n)
	r := &requests{e, filepath.Join(b.TempDir(), "request.json"), int64(len(text))}
	if err := os.WriteFile(r.path, text, 0o600); err != nil {
		b.Fatal(err)
	}
	return r
}

// export exports the request to out.
func (q *requests) export(b *testing.B, out *sink) {
	b.Helper()
	text, err := os.Open(q.path)
	if err != nil {
		b.Fatal(err)
	}
	defer text.Close()
	endpoint.SetHeaders(out.header, "bench")
	r := httptest.NewRequest(http.MethodPost, endpoint.ExportPath, text)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Content-Length", fmt.Sprint(q.length))
	r.ContentLength = q.length
	if err := q.exporter.Export(out, r); err != nil {
		b.Fatal(err)
	}
}

// sink is a response that is taken at once.
type sink struct {
	header http.Header
	began  time.Time
	first  time.Duration // from began to the first byte
	n      int           // bytes so far
	store  bool          // stores the body
	body   bytes.Buffer
}

func (s *sink) Header() http.Header { return s.header }

func (s *sink) WriteHeader(int) {}

func (s *sink) Write(p []byte) (int, error) {
	if s.n == 0 {
		s.first = time.Since(s.began)
	}
	s.n += len(p)
	if s.store {
		s.body.Write(p)
	}
	return len(p), nil
}

// watchMemory measures the runtime's memory every few milliseconds. stop returns the
// highest value, in bytes.
func watchMemory() (stop func() float64) {
	done, watched := make(chan struct{}), sync.WaitGroup{}
	var peak uint64
	watched.Go(func() {
		used := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
		for {
			metrics.Read(used)
			peak = max(peak, used[0].Value.Uint64()-used[1].Value.Uint64())
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	})
	return func() float64 { close(done); watched.Wait(); return float64(peak) }
}
