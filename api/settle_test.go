package api_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/shared/job"
	"biom/shared/quota"
)

// TestJobIsAbandonedWhenClientLeaves: and the charge is refunded if no provider call
// was started.
func TestJobIsAbandonedWhenClientLeaves(t *testing.T) {
	t.Parallel()
	for _, started := range []bool{false, true} {
		for _, stream := range []string{"false", "true"} {
			b := setup(t)
			b.quota.refunds = make(chan string, 10)
			held := b.queue.hold()
			b.queue.fate = func(job.Header) (job.Fate, error) { return job.Fate{Started: started}, nil }
			ctx, leave := context.WithCancel(t.Context())
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				f := upload("a.pdf", []byte(pdf), "stream", stream)
				f.chunked, f.tail = !started, 100<<10 // net/http notices a client that leaves only after the end of the body
				resp, err := b.client.Do(f.request(ctx, t, b.url))
				if err == nil {
					resp.Body.Close()
				}
			}()
			receive(t, held, "job")
			leave()
			<-ended
			h := receive(t, b.queue.abandoned, "abandoned job")
			if receive(t, b.queue.closed, "end of the ticket") != h.ID {
				t.Error("the ticket of another job was closed")
			}
			want := 1.0
			if !started {
				receive(t, b.quota.refunds, "refund")
				want = 0
			}
			if n := b.used(quota.BiomAI); n != want {
				t.Errorf("started %v: %v credits", started, n)
			}
		}
	}
}

// TestHalfClosedConnectionIsAborted: a client that has closed only its own half of
// the connection must not get an empty 200 when its job is abandoned.
func TestHalfClosedConnectionIsAborted(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"false", "true"} {
		b := setup(t)
		held := b.queue.hold()
		conn := dial(t, b)
		if err := upload("a.pdf", []byte(pdf), "stream", stream).request(t.Context(), t, b.url).Write(conn); err != nil {
			t.Fatal(err)
		}
		receive(t, held, "job")
		if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
			t.Fatal(err)
		}
		receive(t, b.queue.abandoned, "abandoned job")
		if resp, err := http.ReadResponse(bufio.NewReader(conn), nil); err == nil {
			if _, err := io.ReadAll(resp.Body); err == nil {
				t.Errorf("stream %s: a whole response of status %d", stream, resp.StatusCode)
			}
		}
		if err := b.server.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		b.uncharged()
		if b.log.contains("panicked") {
			t.Errorf("stream %s: logged as a panic:\n%s", stream, b.log)
		}
	}
}

// TestExtractionWithoutQuotaStore: the store has charged but its reply is lost, so the
// request is refused and the charge refunded.
func TestExtractionWithoutQuotaStore(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.quota.chargeLosesReply, b.quota.refunds = true, make(chan string, 1)
	resp, body := b.post(upload("a.pdf", []byte(pdf)))
	checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
	if resp.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	if id := receive(t, b.quota.refunds, "refund"); id != resp.Header.Get("X-Request-ID") {
		t.Error(id)
	}
	b.uncharged()
	if len(b.queue.submitted) > 0 {
		t.Error("a job was queued")
	}
}

// TestRefundIsRetried: the settler retries in the background, and Shutdown waits for it.
func TestRefundIsRetried(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.queue.submitErr = job.ErrNotQueued
	b.quota.failingRefunds = 4
	resp, body := b.post(upload("a.pdf", []byte(pdf)))
	checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
	if err := b.server.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.uncharged()
}

// TestFateIsRetried: while Abandon fails, the settler retries it.
func TestFateIsRetried(t *testing.T) {
	t.Parallel()
	for _, started := range []bool{false, true} {
		b := setup(t, func(c *api.Config) { c.ExtractTimeout = time.Millisecond })
		b.queue.hold()
		asked := 0
		b.queue.fate = func(job.Header) (job.Fate, error) {
			if asked++; asked < 4 {
				return job.Fate{}, errors.New("no leader")
			}
			return job.Fate{Started: started}, nil
		}
		resp, body := b.post(upload("a.pdf", []byte(pdf)))
		checkEnd(t, resp, body, http.StatusGatewayTimeout, "EXTRACTION_TIMEOUT", "")
		if err := b.server.Shutdown(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := b.used(quota.BiomAI); n != 0 != started {
			t.Errorf("started %v: %v credits", started, n)
		}
	}
}

// TestUnsettledChargesAreLogged: Shutdown ends with its context, and the log names
// the charges that were not settled.
func TestUnsettledChargesAreLogged(t *testing.T) {
	t.Parallel()
	queue := newFakeQueue()
	queue.submitErr = job.ErrUncertain
	queue.fate = func(job.Header) (job.Fate, error) { return job.Fate{}, errors.New("no leader") }
	log := &logBuffer{}
	s, err := api.New(api.Config{Queue: queue, Quota: quota.NewMemory(), Shares: newFakeShares(), Keys: fakeKeys{}, Providers: &fakeProviders{}, Export: noExport{}, AppVersion: "1", Model: "m", Limits: api.PublicLimits(), Log: textLog(log)})
	if err != nil {
		t.Fatal(err)
	}
	rec := record(s, upload("a.pdf", []byte(pdf)).request(t.Context(), t, ""))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.Shutdown(ctx); err == nil || !strings.Contains(err.Error(), "1 charges") {
		t.Errorf("shutdown: %v", err)
	}
	if !log.contains(rec.Header().Get("X-Request-ID")) || !log.contains("could not be settled") {
		t.Errorf("the log does not say which:\n%s", log)
	}
}

// TestQueueThatIsAwayForLong: after 30 minutes the queue does not know any more whether a job was started, so the
// charge stands. Only a kept request waits until the queue answers: its end is stored there.
func TestQueueThatIsAwayForLong(t *testing.T) {
	inBubble(t, func(o *offline) {
		away := true
		o.queue.fate = func(job.Header) (job.Fate, error) {
			if away {
				return job.Fate{}, errors.New("no leader")
			}
			return job.Fate{}, nil
		}
		kept, other := make(chan bool, 2), make(chan bool, 2)
		o.server.SettleLater("kept", true, func(started bool) { kept <- started })
		o.server.SettleLater("other", false, func(started bool) { other <- started })
		time.Sleep(31 * time.Minute)
		if len(other) != 1 || !<-other {
			t.Error("the charge of a request does not stand")
		}
		if len(kept) > 0 {
			t.Error("a kept request was ended while the queue was away")
		}
		o.queue.set(func() { away = false })
		time.Sleep(time.Minute)
		if len(kept) != 1 || !<-kept {
			t.Error("a kept request was not ended with its charge")
		}
	})
}
