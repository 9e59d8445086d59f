package api_test

import (
	"bufio"
	"encoding/json"
	"net"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/api/web/openapitest"
	"biom/shared/job"
)

// stages are the names of a stream's events, progress by its stage.
func stages(t *testing.T, body []byte) (names []string) {
	t.Helper()
	high := 0.0
	for _, e := range openapitest.Events(body) {
		var p job.Event
		if err := json.Unmarshal(e.Data, &p); err != nil {
			t.Fatal(err)
		}
		if e.Name != "progress" {
			names = append(names, e.Name)
			continue
		}
		if p.Progress < high {
			t.Errorf("progress went down to %v", p.Progress)
		}
		high = p.Progress
		names = append(names, p.Stage)
	}
	return names
}

func TestStreamOfJSON(t *testing.T) {
	t.Parallel()
	b := setup(t)
	_, body := b.post(upload("a.json", document(), "stream", "true"))
	if got := stages(t, body); !slices.Equal(got, []string{"accepted", "validating", "result"}) {
		t.Error(got)
	}
}

// TestStreamKeepsOrder: whatever a second worker sends, stages come in order
// and progress never goes down.
func TestStreamKeepsOrder(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.work = func(_ job.Job, w tickets) {
		for _, stage := range []string{"preparing", "extracting", "preparing", "extracting", "validating", "extracting", "queued", "unknown", "validating"} {
			w.progress <- event(stage, job.StageProgress(stage))
		}
		w.result <- extracted()
	}
	_, body := b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	want := []string{"accepted", "queued", "preparing", "extracting", "extracting", "validating", "extracting", "validating", "result"}
	if got := stages(t, body); !slices.Equal(got, want) {
		t.Error(got)
	}
}

// TestStreamIsLive: events arrive when they happen, and silence is broken by
// comments.
func TestStreamIsLive(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Heartbeat, c.ReadTimeout = 20*time.Millisecond, 50*time.Millisecond })
	held := b.queue.hold()
	resp := b.begin(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"))
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	await := func(part string) {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), part) {
				return
			}
		}
		t.Fatalf("the stream ended before %q: %v", part, lines.Err())
	}
	await(`"stage":"accepted"`)
	await(`"stage":"queued"`)
	w := receive(t, held, "job")
	for range 5 { // comments, for longer than the upload might have been silent
		await(":")
		await("")
	}
	w.progress <- event(job.StageExtracting, 0.3)
	await(`"stage":"extracting"`)
	w.result <- extracted()
	await("event: result")
}

func TestWithheld(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.work = func(_ job.Job, w tickets) {
		r := extracted()
		r.Withheld = []string{"data.left_eye.AL", "data.left_eye.ACD"}
		w.result <- r
	}
	resp, _ := b.post(upload("a.pdf", []byte(pdf)))
	if got := resp.Header.Get("X-Biom-Withheld"); got != "data.left_eye.AL, data.left_eye.ACD" {
		t.Error(got)
	}
	_, body := b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	if !strings.Contains(string(body), `"stage":"validating"`) || !strings.Contains(string(body), `"fields":["data.left_eye.AL","data.left_eye.ACD"]`) {
		t.Errorf("%s", body)
	}
}

func TestExtraDataOfOtherDevices(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.work = func(_ job.Job, w tickets) {
		r := extracted()
		r.Report.Biometer.DeviceName = "Argos"
		r.Extra = noted()
		w.result <- r
	}
	if _, body := b.post(upload("a.pdf", []byte(pdf))); !strings.Contains(string(body), `"extra_data":null`) {
		t.Errorf("%s", body)
	}
}

// TestReaderThatDoesNotRead is let go by the write deadline.
func TestReaderThatDoesNotRead(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.WriteTimeout = 50 * time.Millisecond })
	held := b.queue.hold()
	conn := dial(t, b)
	if err := conn.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	if err := upload("a.pdf", []byte(pdf), "stream", "true").request(t.Context(), t, b.url).Write(conn); err != nil {
		t.Fatal(err)
	}
	w := receive(t, held, "job")
	stop := make(chan struct{})
	defer close(stop)
	go func() {
		e := event(job.StageExtracting, 0.3)
		e.Message = strings.Repeat("x", 64<<10)
		for {
			select {
			case w.progress <- e:
			case <-stop:
				return
			}
		}
	}()
	receive(t, b.queue.abandoned, "abandoned job")
}

func dial(t *testing.T, b *bundle) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestFileIsLetGo: while a job is waited for, its file is the queue's only.
func TestFileIsLetGo(t *testing.T) {
	t.Parallel()
	b := setup(t)
	gone, held := make(chan struct{}), make(chan tickets, 1)
	b.queue.work = func(_ job.Job, w tickets) {
		j := <-b.queue.submitted // or the test itself would hold it
		runtime.AddCleanup(&j.File[0], func(c chan struct{}) { close(c) }, gone)
		held <- w
	}
	resp := b.begin(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"))
	w := receive(t, held, "job")
	for deadline := time.Now().Add(20 * time.Second); ; runtime.GC() {
		select {
		case <-gone:
		default:
			if time.Now().Before(deadline) {
				continue
			}
			t.Error("the file is still held")
		}
		break
	}
	w.result <- extracted()
	b.body(resp)
}
