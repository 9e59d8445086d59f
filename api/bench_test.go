package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"runtime"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gin-gonic/gin"

	"biom/api"
	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/quota"
)

// BenchmarkJSON compares the JSON engine with a minimal gin server, over loopback, in
// the same run. cpu-µs/op is the processor time of client and server together.
//
//	minimal   FormFile, json.Unmarshal, the same response marshalled
//	biom      this server: gate, strict decoder, quota in memory, headers, request ID
func BenchmarkJSON(b *testing.B) {
	body, contentType := benchForm(b)
	post := func(b *testing.B, client *http.Client, url string) {
		resp, err := client.Post(url+processPath, contentType, bytes.NewReader(body))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
			b.Fatal(resp.StatusCode, err)
		}
		resp.Body.Close()
	}
	b.Run("minimal", func(b *testing.B) { benchmark(b, &http.Server{Handler: minimal()}, post) })
	b.Run("biom", func(b *testing.B) { benchmark(b, benchServer(b).HTTP(), post) })
}

// BenchmarkStatus compares GET /api/v1/status in the same way.
func BenchmarkStatus(b *testing.B) {
	get := func(b *testing.B, client *http.Client, url string) {
		resp, err := client.Get(url + "/api/v1/status")
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != http.StatusOK {
			b.Fatal(resp.StatusCode, err)
		}
		resp.Body.Close()
	}
	b.Run("minimal", func(b *testing.B) { benchmark(b, &http.Server{Handler: minimal()}, get) })
	b.Run("biom", func(b *testing.B) { benchmark(b, benchServer(b).HTTP(), get) })
}

func benchForm(b *testing.B) ([]byte, string) {
	f := newForm().file("report.json", benchDocument(b))
	_ = f.w.Close()
	return f.b.Bytes(), f.w.FormDataContentType()
}

// benchDocument returns a full report of about 1.5 KB.
func benchDocument(b *testing.B) []byte {
	resp, err := biometry.Decode(document(), noon())
	if err != nil {
		b.Fatal(err)
	}
	full := resp.Data.RightEye
	number, whole, lens, post := 3.1, 545, "Phakic", "None"
	full.ACD, full.WTW, full.LT, full.CCT = &number, new(11.9), new(4.5), &whole
	full.LensStatus, full.PostRefractive, full.KeratometricIndex = &lens, &post, new(1.3375)
	resp.Data.RightEye, resp.Data.LeftEye = full, full
	text, err := json.MarshalIndent(struct {
		Data biometry.Report `json:"data"`
	}{resp.Data}, "", "  ")
	if err != nil {
		b.Fatal(err)
	}
	return text
}

func benchServer(b *testing.B) *api.Server {
	s, err := api.New(api.Config{
		Queue: newFakeQueue(), Quota: allowing{quota.NewMemory()}, Shares: newFakeShares(), Keys: fakeKeys{}, Providers: &fakeProviders{}, Export: noExport{}, AppVersion: "1", Model: "m", Limits: api.PublicLimits(),
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.Shutdown(b.Context()) })
	return s
}

// minimal returns the handler of the minimal gin server that these benchmarks compare with.
func minimal() http.Handler {
	g := gin.New()
	g.Use(gin.Recovery())
	g.GET("/api/v1/status", func(c *gin.Context) {
		c.JSON(http.StatusOK, gin.H{"status": "ok", "version": "1.0", "models": []string{"a", "b"}, "languages": []string{"en", "es"}})
	})
	g.POST(processPath, func(c *gin.Context) {
		c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, 1<<20)
		header, err := c.FormFile("file")
		if err != nil {
			c.JSON(http.StatusBadRequest, err.Error())
			return
		}
		file, _ := header.Open()
		defer file.Close()
		raw, err := io.ReadAll(file)
		if err != nil {
			c.JSON(http.StatusBadRequest, err.Error())
			return
		}
		var r struct {
			Data biometry.Report `json:"data"`
		}
		if err := json.Unmarshal(raw, &r); err != nil {
			c.JSON(http.StatusUnprocessableEntity, err.Error())
			return
		}
		c.JSON(http.StatusOK, biometry.Response{Data: r.Data, Metadata: biometry.Metadata{
			RequestID: "x", Extraction: biometry.Extraction{Method: biometry.MethodDirect},
		}})
	})
	return g
}

func benchmark(b *testing.B, server *http.Server, call func(*testing.B, *http.Client, string)) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	var served sync.WaitGroup
	served.Go(func() { _ = server.Serve(l) })
	transport := &http.Transport{MaxIdleConnsPerHost: 16}
	client := &http.Client{Transport: transport}
	url := "http://" + l.Addr().String()
	b.ReportAllocs()
	before := cpu(b)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			call(b, client, url)
		}
	})
	b.StopTimer()
	b.ReportMetric((cpu(b)-before)*1e6/float64(b.N), "cpu-µs/op")
	transport.CloseIdleConnections()
	_ = server.Close()
	served.Wait()
}

// cpu returns the processor time that this process has used, in seconds.
func cpu(b *testing.B) float64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(r.Utime) + seconds(r.Stime)
}

// allowing is a quota store that allows every charge and counts nothing.
type allowing struct{ quota.Store }

func (allowing) Charge(context.Context, string, ...quota.Line) (quota.Verdict, error) {
	return quota.Verdict{Allowed: true}, nil
}

// BenchmarkStreams measures the memory of an open stream. The clients are bare
// connections in this process, which cost little more than a descriptor each.
func BenchmarkStreams(b *testing.B) {
	const streams = 2000
	for b.Loop() {
		queue := newFakeQueue()
		queue.submitted, queue.closed = make(chan job.Job, streams), make(chan string, streams)
		queue.abandoned = make(chan job.Header, streams)
		queue.work = func(job.Job, ticketWriter) {}
		s, err := api.New(api.Config{
			Queue: queue, Quota: allowing{quota.NewMemory()}, Shares: newFakeShares(), Keys: fakeKeys{}, Providers: &fakeProviders{}, Export: noExport{}, AppVersion: "1", Model: "m", Limits: api.PublicLimits(), Grace: time.Millisecond,
		})
		if err != nil {
			b.Fatal(err)
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		h := s.HTTP()
		go func() { _ = h.Serve(l) }()
		before := inUse()
		conns := make([]net.Conn, streams)
		for i := range conns {
			conns[i] = openStream(b, l.Addr().String())
			<-queue.submitted
		}
		b.ReportMetric(float64(inUse()-before)/streams, "B/stream")
		for _, c := range conns {
			c.Close()
		}
		if err := s.Shutdown(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// openStream uploads a document and returns the connection once its stream has begun.
func openStream(b *testing.B, addr string) net.Conn {
	b.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		b.Fatal(err)
	}
	var raw bytes.Buffer
	_ = upload("a.pdf", []byte(pdf), "stream", "true").request(b.Context(), b, "http://x").Write(&raw)
	if _, err := conn.Write(raw.Bytes()); err != nil {
		b.Fatal(err)
	}
	head := make([]byte, 1024)
	if _, err := conn.Read(head); err != nil {
		b.Fatal(err)
	}
	return conn
}

// inUse returns the bytes of memory in heap and stacks.
func inUse() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}
