package callback_test

import (
	"cmp"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/shared/callback"
)

// receiverCase is what a receiver does, and what must come of it.
type receiverCase struct {
	answer http.HandlerFunc // nil: 204
	host   string           // of its address; "": 127.0.0.1
	closed bool             // it refuses connections
	change func(b *bundle, r *receiver)
	before func(b *bundle, r *receiver, after time.Duration) // called before each further attempt

	posts  int           // that the receiver got
	after  time.Duration // when the event was delivered or given up
	reason string        // in the list of failures; "": it was delivered
}

// What happens with every kind of receiver, over a day of an injected clock.
func TestCallbacks(t *testing.T) {
	t.Parallel()
	for name, c := range receiverCases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, r := setup(t), newReceiver(t, c.answer)
			if c.change != nil {
				c.change(b, r)
			}
			if !c.closed {
				r.open(t)
			}
			b.allow("ada", "crm", r.at(cmp.Or(c.host, "127.0.0.1")))
			d, _ := b.run()
			e := b.event()
			b.queue(d, e)
			outcome, after := b.last(func(after time.Duration) {
				if c.before != nil {
					c.before(b, r, after)
				}
			})
			made := b.wantFailure(c.reason, e)
			posts := r.received()
			if c.posts != unchecked && len(posts) != c.posts || after != c.after || (outcome == "delivered") != (c.reason == "") {
				t.Errorf("%d posts, %s after %v; want %d posts, after %v", len(posts), outcome, after, c.posts, c.after)
			}
			for i, p := range posts {
				if id := p.header.Get("webhook-id"); id != e.ID {
					t.Errorf("post %d has the webhook-id %s, want %s", i, id, e.ID)
				}
			}
			b.wantQueue(0)
			t.Logf("| %s | %s after %v | %d posts arrived%s | %s |", name, outcome, after, len(posts), made, c.reason)
		})
	}
}

// wantFailure checks that the list of failures has the event, or nothing if there is no reason.
func (b *bundle) wantFailure(reason string, e callback.Event) (made string) {
	b.Helper()
	list, err := callback.RecentFailures(b.Context(), b.cfg.Store, b.clock.Now())
	if err != nil {
		b.Fatal(err)
	}
	if reason == "" {
		if len(list) != 0 {
			b.Errorf("kept %+v", list)
		}
		return ""
	}
	if len(list) != 1 {
		b.Fatalf("kept %+v", list)
	}
	want := callback.Failure{
		ID: e.ID, User: "ada", Endpoint: "crm", Status: e.Status, Ended: e.Time.UTC().Truncate(time.Millisecond),
		Failed: b.clock.Now().UTC().Truncate(time.Millisecond), Attempts: attempts, Reason: reason,
	}
	if b.clock.Now().Equal(e.Time) {
		want.Attempts = 1
	}
	if list[0] != want {
		b.Errorf("kept %+v, want %+v", list[0], want)
	}
	return fmt.Sprintf(" of %d attempts", list[0].Attempts)
}

const (
	unchecked = -1 // a post may be broken off before it has arrived
	day       = 24 * time.Hour
	attempts  = 20 // within a day

	notPublic   = "the name leads to an address that is not public, and not in BIOM_CALLBACK_ALLOW"
	certificate = "the certificate is not valid for this name, or from an unknown authority"
	slow        = "did not answer within 10 seconds"
	large       = "answered with more than 64 KiB"
	broken      = "the connection broke, or the answer is not HTTP"
)

func receiverCases() map[string]receiverCase {
	hasty := func(b *bundle, _ *receiver) { b.test.AnswerTimeout = 100 * time.Millisecond }
	cases := map[string]receiverCase{
		"answers with 204":            {posts: 1},
		"answers with 200 and 64 KiB": {answer: body(64 << 10), posts: 1},
		"answers with 502 twice":      {answer: wrongTwice(), posts: 3, after: 20 * time.Second},
		"is down for an hour":         {closed: true, before: openAfterAnHour, posts: 1, after: 5465 * time.Second},
		"is down for ever":            {closed: true, after: day, reason: "no connection"},

		"answers with 500 for ever": {answer: status(500), posts: attempts, after: day, reason: "answered with status 500"},
		"answers with 404 for ever": {answer: status(404), posts: attempts, after: day, reason: "answered with status 404"},
		"answers with 410":          {answer: status(410), posts: 1, reason: "answered with status 410: the endpoint wants no more of this"},
		"redirects":                 {answer: redirect, posts: attempts, after: day, reason: "answered with a redirect, which is not followed"},

		"never answers":              {answer: silent, change: hasty, posts: unchecked, after: day, reason: slow},
		"begins an answer and stops": {answer: halting, change: hasty, posts: unchecked, after: day, reason: slow},
		"never ends its answer":      {answer: dripping, change: hasty, posts: unchecked, after: day, reason: slow},

		"answers with 64 KiB and a byte": {answer: body(64<<10 + 1), posts: attempts, after: day, reason: large},
		"answers without an end":         {answer: body(1 << 40), posts: attempts, after: day, reason: large},
		"has 100 KB of headers":          {answer: headers, posts: attempts, after: day, reason: broken},
		"breaks the connection":          {answer: breaking, posts: attempts, after: day, reason: broken},

		"has a certificate of an unknown authority": {
			change: func(b *bundle, _ *receiver) { b.test.Roots = x509.NewCertPool() }, after: day, reason: certificate,
		},
		"has a certificate for another name": {
			host: "hooks.test", change: func(b *bundle, _ *receiver) { b.names.set("hooks.test", "127.0.0.1") }, after: day, reason: certificate,
		},
		"has a certificate that has expired": {
			change: func(b *bundle, r *receiver) { r.TLS, b.test.Roots = expired(b) }, after: day, reason: certificate,
		},

		"has a name that is not known": {host: "nowhere.test", after: day, reason: "the name is not known"},
		"has a name that leads to a private address and one that is allowed": {
			host: "example.com", change: func(b *bundle, _ *receiver) { b.names.set("example.com", "10.0.0.1", "127.0.0.1") }, posts: 1,
		},
		"has a name that moves to a private address": {
			answer: status(500), host: "example.com",
			change: func(b *bundle, r *receiver) {
				b.names.set("example.com", "127.0.0.1")
				refuseConnections(b, "127.0.0.2:"+r.port)
			},
			before: func(b *bundle, _ *receiver, _ time.Duration) { b.names.set("example.com", "127.0.0.2") },
			posts:  1, after: day, reason: notPublic,
		},
	}
	for _, address := range []string{"127.0.0.1", "10.1.2.3", "169.254.169.254", "::ffff:127.0.0.1"} {
		cases["has a name that leads to "+address] = receiverCase{
			host: "hooks.test", change: func(b *bundle, _ *receiver) { b.names.set("hooks.test", address); b.cfg.Allow = nil }, after: day, reason: notPublic,
		}
	}
	for _, host := range []string{"127.0.0.1", "::ffff:127.0.0.1", "localhost"} {
		cases["is at "+host] = receiverCase{host: host, change: func(b *bundle, _ *receiver) { b.cfg.Allow = nil }, after: day, reason: notPublic}
	}
	return cases
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// body answers with a body of a size.
func body(size int64) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = io.Copy(w, io.LimitReader(zeros{}, size)) }
}

// zeros is an endless text.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// openAfterAnHour opens the receiver before the first attempt that is more than an hour after the first one.
func openAfterAnHour(b *bundle, r *receiver, after time.Duration) {
	if after > time.Hour && len(r.URL) == 0 {
		r.open(b)
	}
}

// refuseConnections fails the test if somebody connects to an address.
func refuseConnections(b *bundle, address string) {
	b.Helper()
	l, err := net.Listen("tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	var listening sync.WaitGroup
	listening.Go(func() {
		for c, err := l.Accept(); err == nil; c, err = l.Accept() {
			_ = c.Close()
			b.Errorf("%s was dialled", address)
		}
	})
	b.Cleanup(func() { _ = l.Close(); listening.Wait() })
}

func wrongTwice() http.HandlerFunc {
	var n atomic.Int32
	return func(w http.ResponseWriter, _ *http.Request) {
		if n.Add(1) <= 2 {
			w.WriteHeader(http.StatusBadGateway)
		}
	}
}

func redirect(w http.ResponseWriter, req *http.Request) {
	http.Redirect(w, req, "https://"+req.Host+"/elsewhere", http.StatusTemporaryRedirect)
}

// silent answers when its client has left.
func silent(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() }

func halting(w http.ResponseWriter, req *http.Request) {
	_, _ = io.WriteString(w, "one moment")
	_ = http.NewResponseController(w).Flush()
	<-req.Context().Done()
}

func dripping(w http.ResponseWriter, req *http.Request) {
	for req.Context().Err() == nil {
		_, _ = io.WriteString(w, ".")
		_ = http.NewResponseController(w).Flush()
		time.Sleep(5 * time.Millisecond)
	}
}

func headers(w http.ResponseWriter, _ *http.Request) {
	for i := range 100 {
		w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 1000))
	}
}

func breaking(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
