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
	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/shared/job"
)

// stages returns the names of a stream's events; for progress events, the stage. It
// fails the test if the progress goes down.
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

// TestStreamKeepsOrder: a job may be delivered to a second worker, which passes the
// stages again. The stream's stages stay in order, and progress never goes down.
func TestStreamKeepsOrder(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.work = func(_ job.Job, w ticketWriter) {
		for _, stage := range []string{"preparing", "extracting", "preparing", "extracting", "validating", "extracting", "queued", "unknown", "validating"} {
			w.progress <- new(event(stage, job.StageProgress(stage)))
		}
		w.result <- new(extractedResult())
	}
	_, body := b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	want := []string{"accepted", "queued", "preparing", "extracting", "extracting", "validating", "extracting", "validating", "result"}
	if got := stages(t, body); !slices.Equal(got, want) {
		t.Error(got)
	}
}

// TestStreamIsLive: events arrive when they happen, and heartbeats while nothing
// happens, for longer than any other time limit of the request.
func TestStreamIsLive(t *testing.T) {
	inNetBubble(t, func(b *bundle) {
		held := b.queue.hold()
		resp := b.start(b.t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"))
		defer resp.Body.Close()
		lines := bufio.NewScanner(resp.Body)
		await := func(part string) {
			for lines.Scan() {
				if strings.Contains(lines.Text(), part) {
					return
				}
			}
			b.t.Fatalf("the stream ended before %q: %v", part, lines.Err())
		}
		await(`"stage":"accepted"`)
		await(`"stage":"queued"`)
		worker := receive(b.t, held, "job")
		for range 5 {
			await(":")
			await("")
		}
		worker.progress <- new(event(job.StageExtracting, 0.3))
		await(`"stage":"extracting"`)
		worker.result <- new(extractedResult())
		await("event: result")
	}, func(c *api.Config) { c.ExtractTimeout = 5 * time.Minute })
}

// Withheld values are named, with the reasons, wherever the report is: in the answer, in the progress and in the share.
func TestWithheldFieldsAreNamed(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	b.queue.work = func(_ job.Job, w ticketWriter) {
		r := extractedResult()
		r.Withhold(biometry.Withheld{Field: "left_eye.AL", Reason: biometry.ReadingsDiffer}, biometry.Withheld{Field: "left_eye.ACD"})
		w.result <- new(r)
	}
	const list = `"withheld":[{"field":"left_eye.AL","reason":"readings_differ"},{"field":"left_eye.ACD"}]`
	resp, answer := b.post(upload("a.pdf", []byte(pdf), "biompin", "true"))
	if got := resp.Header.Get("X-Biom-Withheld"); got != "left_eye.AL, left_eye.ACD" || !strings.Contains(string(answer), list) {
		t.Errorf("%s in the header of\n%s", got, answer)
	}
	_, body := b.post(upload("a.pdf", []byte(pdf), "stream", "true"))
	if text := string(body); !strings.Contains(text, `"stage":"validating"`) || !strings.Contains(text, `"fields":["left_eye.AL","left_eye.ACD"]`) || !strings.Contains(text, list) {
		t.Errorf("%s", body)
	}
	if _, shared := b.retrieve("canary-abandon-123456"); !strings.Contains(string(shared), list) {
		t.Errorf("%s", shared)
	}
	if _, again := b.post(upload("a.json", answer)); !strings.Contains(string(again), list) {
		t.Errorf("%s", again)
	}
}

func TestExtraDataOfOtherDevices(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.work = func(_ job.Job, w ticketWriter) {
		r := extractedResult()
		r.Report.Biometer.DeviceName = "Argos"
		r.Extra = extraWithNotes()
		w.result <- new(r)
	}
	if _, body := b.post(upload("a.pdf", []byte(pdf))); !strings.Contains(string(body), `"extra_data":null`) {
		t.Errorf("%s", body)
	}
}

// TestStreamToStalledClientIsAborted: a client that does not read for WriteTimeout
// loses its stream, and its job is abandoned.
func TestStreamToStalledClientIsAborted(t *testing.T) {
	inNetBubble(t, func(b *bundle) {
		held := b.queue.hold()
		conn := dial(b.t, b)
		if err := upload("a.pdf", []byte(pdf), "stream", "true").request(b.t.Context(), b.t, b.url).Write(conn); err != nil {
			b.t.Fatal(err)
		}
		for lines := bufio.NewScanner(conn); lines.Scan() && !strings.Contains(lines.Text(), `"stage":"queued"`); {
		}
		worker := receive(b.t, held, "job")
		stop := make(chan struct{})
		defer close(stop)
		go func() {
			e := event(job.StageExtracting, 0.3)
			e.Message = strings.Repeat("x", 64<<10)
			for range 300 { // more than are kept, and more than fit into the connection
				select {
				case worker.progress <- &e:
				case <-stop:
					return
				}
			}
		}()
		began := time.Now()
		receive(b.t, b.queue.abandoned, "abandoned job")
		if took := time.Since(began); took > 10*time.Second {
			b.t.Errorf("abandoned after %v", took)
		}
	})
}

// dial opens a connection to the server that is closed when the test ends.
func dial(t *testing.T, b *bundle) net.Conn {
	t.Helper()
	conn, err := b.dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

// TestFileIsReleasedAfterSubmit: while the api waits for a job, it does not hold the
// file in memory.
func TestFileIsReleasedAfterSubmit(t *testing.T) {
	t.Parallel()
	b := setup(t)
	collected, held := make(chan struct{}), make(chan ticketWriter, 1)
	b.queue.work = func(_ job.Job, w ticketWriter) {
		j := <-b.queue.submitted // else the channel would hold the file
		runtime.AddCleanup(&j.File[0], func(c chan struct{}) { close(c) }, collected)
		held <- w
	}
	resp := b.start(t.Context(), upload("a.pdf", []byte(pdf), "stream", "true"))
	w := receive(t, held, "job")
	for deadline := time.Now().Add(waitLimit); ; runtime.GC() {
		select {
		case <-collected:
		default:
			if time.Now().Before(deadline) {
				continue
			}
			t.Error("the file is still held")
		}
		break
	}
	w.result <- new(extractedResult())
	b.body(resp)
}

// A caller who asks for it is told where the values stand; the share does not keep it, and others get the answer as it was.
func TestEvidence(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	b.queue.work = func(_ job.Job, w ticketWriter) {
		r := extractedResult()
		r.Evidence = evidence.Evidence{
			Pages:    []evidence.Page{{Number: 1, Width: 595, Height: 842}},
			Values:   map[string]evidence.Source{"right_eye.AL": {Page: 1, Box: evidence.Box{0.1, 0.2, 0.3, 0.4}, Text: "23,51", Readings: evidence.Readings{TextLayer: 1}}},
			Withheld: map[string]evidence.Source{"left_eye.LT": {Page: 1, Box: evidence.Box{0.1234567, 0.2, 0.3, 0.4}, Text: "4,5", Readings: evidence.Readings{OCR: 2}}},
		}
		w.result <- new(r)
	}
	const want = `"evidence":{"pages":[{"number":1,"width":595,"height":842}],"values":{"right_eye.AL":{"page":1,"box":[0.1,0.2,0.3,0.4],"text":"23,51","readings":{"text_layer":1}}},` +
		`"withheld":{"left_eye.LT":{"page":1,"box":[0.12346,0.2,0.3,0.4],"text":"4,5","readings":{"ocr":2}}}}`
	_, plain := b.post(upload("a.pdf", []byte(pdf)))
	if strings.Contains(string(plain), "evidence") {
		t.Errorf("not asked for: %s", plain)
	}
	_, answer := b.post(upload("a.pdf", []byte(pdf), "evidence", "true", "biompin", "true"))
	if !strings.Contains(string(answer), want) {
		t.Errorf("%s", answer)
	}
	if _, streamed := b.post(upload("a.pdf", []byte(pdf), "evidence", "yes", "stream", "true")); !strings.Contains(string(streamed), want) {
		t.Errorf("%s", streamed)
	}
	if _, shared := b.retrieve("canary-abandon-123456"); strings.Contains(string(shared), "evidence") {
		t.Errorf("shared: %s", shared)
	}
	if _, again := b.post(upload("a.json", answer, "evidence", "true")); strings.Contains(string(again), "evidence") {
		t.Errorf("uploaded again: %s", again)
	}
	if resp, body := b.post(upload("a.pdf", []byte(pdf), "evidence", "maybe")); resp.StatusCode != 422 {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
}
