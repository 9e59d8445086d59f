package api_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/shared/analytics"
	"biom/shared/apikey"
	"biom/shared/share"
)

// TestShareHoldsTheResponse: the stored document is the response without its share.
func TestShareHoldsTheResponse(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]*form{"JSON": upload("a.json", document(), "biompin", "true"), "AI": upload("a.pdf", []byte(pdf), "biompin", "true")} {
		b := setupSharing(t)
		resp, body := b.post(f)
		if resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %s", name, resp.StatusCode, body)
		}
		want := strings.Replace(string(body), biompinKnown, `"biompin":null}`, 1)
		b.shares.set(func(f *fakeShares) {
			if got := string(f.docs[pin].Document); got != want || want == string(body) {
				t.Errorf("%s: stored\n%s\nanswered\n%s", name, got, body)
			}
		})
	}
}

// TestNoShareUnlessAskedFor: without biompin=true nothing is stored, and the member
// biompin of an uploaded document is ignored.
func TestNoShareUnlessAskedFor(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	saved := strings.Replace(jsonResponse, `"biompin":null}`, biompinKnown, 1)
	for _, f := range []*form{upload("a.json", document()), upload("a.pdf", []byte(pdf), "biompin", "false"), upload("a.json", []byte(saved))} {
		if _, body := b.post(f); !strings.Contains(string(body), `"biompin":null}`) {
			t.Errorf("%s", body)
		}
	}
	b.shares.set(func(f *fakeShares) {
		if len(f.docs) > 0 {
			t.Error("something was shared")
		}
	})
}

// TestProcessSucceedsWithoutShare: if no share can be made, biompin is null.
func TestProcessSucceedsWithoutShare(t *testing.T) {
	t.Parallel()
	for _, err := range []error{share.ErrBusy, errStore, context.DeadlineExceeded, context.Canceled} {
		b := setupSharing(t)
		b.shares.set(func(f *fakeShares) { f.err = err })
		resp, body := b.post(upload("a.json", document(), "biompin", "true"))
		checkResponse(t, resp, body, http.StatusOK, jsonResponse)
		resp, body = b.post(upload("a.pdf", []byte(pdf), "biompin", "true"))
		checkResponse(t, resp, body, http.StatusOK, aiResponse)
		if !b.log.contains("a share could not be made") {
			t.Errorf("%v is not logged", err)
		}
		_, body = b.post(upload("a.pdf", []byte(pdf), "biompin", "true", "stream", "true"))
		if got := stages(t, body); !slices.Equal(got, []string{"accepted", "queued", "sharing", "result"}) {
			t.Error(got)
		}
		if n := b.used("biomai"); n != 2 {
			t.Errorf("%v credits used", n)
		}
	}
}

func TestContractStreamWithShare(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	resp, body := b.post(upload("a.json", document(), "stream", "true", "biompin", "true"))
	at := `,"timestamp":"2026-03-01T12:00:00.000Z"}` + "\n\n"
	want := "event: progress\nid: 1\ndata: " + `{"request_id":"<id>","stage":"accepted","progress":0.05,"message":"The document was accepted"` + at +
		"event: progress\nid: 2\ndata: " + `{"request_id":"<id>","stage":"validating","progress":0.85,"message":"The values are checked"` + at +
		"event: progress\nid: 3\ndata: " + `{"request_id":"<id>","stage":"sharing","progress":0.95,"message":"A share code is being made"` + at +
		"event: result\nid: 4\ndata: " + strings.Replace(jsonResponse, `"biompin":null}`, biompinKnown, 1) + "\n\n"
	if got := strings.ReplaceAll(string(body), resp.Header.Get("X-Request-ID"), "<id>"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestHeartbeatsDuringSharing: the wait for a share is bounded, and the stream gets
// heartbeats during it.
func TestHeartbeatsDuringSharing(t *testing.T) {
	inNetBubble(t, func(b *bundle) {
		resp := b.start(b.t.Context(), upload("a.json", document(), "stream", "true", "biompin", "true"))
		defer resp.Body.Close()
		body := b.body(resp)
		if !strings.Contains(string(body), `"biompin":null}`) || strings.Count(string(body), ":\n\n") < 3 {
			b.t.Errorf("%s", body)
		}
	}, hook(hooked{create: func(ctx context.Context, _ []byte) (share.Created, error) {
		if at, ok := ctx.Deadline(); !ok || time.Until(at) > 20*time.Second {
			t.Error("the wait is not bounded")
		}
		time.Sleep(18 * time.Second)
		return share.Created{}, share.ErrBusy
	}}), func(c *api.Config) { c.Heartbeat = 5 * time.Second })
}

// TestClientLeavesDuringSharing: the wait ends.
func TestClientLeavesDuringSharing(t *testing.T) {
	t.Parallel()
	for _, stream := range []string{"true", "false"} {
		waiting, ended := make(chan struct{}), make(chan struct{})
		b := setupSharing(t, hook(hooked{create: func(ctx context.Context, _ []byte) (share.Created, error) {
			close(waiting)
			<-ctx.Done()
			close(ended)
			return share.Created{}, ctx.Err()
		}}))
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			receive(t, waiting, "share")
			cancel()
		}()
		r := upload("a.json", document(), "stream", stream, "biompin", "true").request(ctx, t, b.url)
		if resp, err := b.client.Do(r); err == nil {
			resp.Body.Close()
		}
		receive(t, ended, "end of the wait")
		if err := b.server.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if !b.log.contains("the client left") || b.log.contains("could not be made") {
			t.Errorf("stream %s:\n%s", stream, b.log)
		}
	}
}

// TestPanicDuringSharing: the stream ends with an error event, and the goroutine of its
// heartbeats ends too (see TestMain).
func TestPanicDuringSharing(t *testing.T) {
	t.Parallel()
	b := setupSharing(t, hook(hooked{create: func(context.Context, []byte) (share.Created, error) { panic(canary) }}))
	resp, body := b.post(upload("a.json", document(), "stream", "true", "biompin", "true"))
	checkEnd(t, resp, body, http.StatusInternalServerError, "INTERNAL_ERROR", "")
}

// eventChannel receives the events that are emitted.
type eventChannel chan analytics.Event

func (e eventChannel) Emit(x analytics.Event) { e <- x }

// TestShareEvents: events hold the request ID and nothing of the share code or user.
func TestShareEvents(t *testing.T) {
	t.Parallel()
	emitted := make(eventChannel, 100)
	b := setupSharing(t, func(c *api.Config) { c.Events = emitted })
	b.keys["k"] = apikey.Record{User: canary, Limits: apikey.DefaultLimits()}
	next := func(kind analytics.Kind) analytics.Event {
		t.Helper()
		for len(emitted) > 0 {
			e := <-emitted
			if text, _ := json.Marshal(e); strings.Contains(strings.ToUpper(string(text)), canary) || !e.Time.Equal(noon()) {
				t.Errorf("%s", text)
			}
			if e.Kind == kind {
				return e
			}
		}
		t.Errorf("no %s", kind)
		return analytics.Event{}
	}
	resp, _ := b.post(upload("a.json", document(), "biompin", "true"))
	if e := next(analytics.KindShareCreated); e.RequestID != resp.Header.Get("X-Request-ID") || e.Auth != "public" {
		t.Errorf("%+v", e)
	}
	resp, _ = b.retrieve(pin, "Authorization", "Bearer k")
	if e := next(analytics.KindShareRetrieved); e.RequestID != resp.Header.Get("X-Request-ID") || e.Auth != "authenticated" {
		t.Errorf("%+v", e)
	}
	b.shares.set(func(f *fakeShares) { f.err = share.ErrDestroyed })
	resp, _ = b.retrieve(pin)
	if e := next(analytics.KindShareDestroyed); e.RequestID != resp.Header.Get("X-Request-ID") {
		t.Errorf("%+v", e)
	}
	b.shares.set(func(f *fakeShares) { f.err = share.ErrNotFound })
	if b.retrieve(pin); len(emitted) > 0 {
		t.Errorf("%d events of an unknown code", len(emitted))
	}
}

func TestExpiredSharesAreCounted(t *testing.T) {
	t.Parallel()
	emitted := make(eventChannel, 100)
	b := setupSharing(t, func(c *api.Config) { c.Events = emitted }, hook(hooked{create: func(context.Context, []byte) (share.Created, error) {
		return share.Created{Code: parse(t, pin), Expires: noon(), Purged: 7}, nil
	}}))
	b.post(upload("a.json", document(), "biompin", "true"))
	for len(emitted) > 0 {
		if e := <-emitted; e.Kind == analytics.KindShareExpired && e.Count == 7 {
			return
		}
	}
	t.Error("no event of expired shares")
}
