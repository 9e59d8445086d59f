package callback_test

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"biom/shared/callback"
)

// verifier is a receiver as Standard Webhooks' own library for Python makes it. It reads posts and
// prints for each what the library says.
const verifier = `
import json, sys
sys.path.insert(0, sys.argv[1])
from standardwebhooks import Webhook
for post in json.load(sys.stdin):
    try:
        data = Webhook(post["secret"]).verify(post["body"], post["headers"])
        print("genuine", data["type"])
    except Exception as e:
        print(e)
`

// signed is a post for the verifier.
type signed struct {
	Secret  string            `json:"secret"`
	Body    string            `json:"body"`
	Headers map[string]string `json:"headers"`
}

// verify returns what the verifier says about each post.
func verify(t *testing.T, posts ...signed) []string {
	t.Helper()
	// The library is in the module whose Go part signs the posts; it has nothing in common with it.
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/standard-webhooks/standard-webhooks/libraries").Output()
	if err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(posts)
	if err != nil {
		t.Fatal(err)
	}
	python := exec.Command("/usr/bin/python3", "-c", verifier, strings.TrimSpace(string(module))+"/python")
	python.Env, python.Stdin = []string{"PYTHONDONTWRITEBYTECODE=1"}, strings.NewReader(string(input))
	out, err := python.CombinedOutput()
	if err != nil {
		t.Fatalf("python3 (deploy/setup test installs it): %v\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// Posts are verified by another implementation than the one that signs them.
func TestSignatures(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.cfg.Now = time.Now // the library compares the timestamp with its own clock
	r := newReceiver(t, nil).open(t)
	secret := b.allow("ada", "crm", r.at("127.0.0.1"))
	d, _ := b.run()
	e := b.event()
	e.Status, e.Time = callback.Failed, time.Now()
	b.queue(d, e)
	if n := b.waitNote(); n.outcome != "delivered" {
		t.Fatal(n)
	}
	genuine := signedOf(r.received()[0], secret)
	change := func(f func(*signed)) signed {
		s := signedOf(r.received()[0], secret)
		f(&s)
		return s
	}
	old := strings.Replace(genuine.Headers["webhook-timestamp"], genuine.Headers["webhook-timestamp"][:2], "16", 1)
	got := verify(t, genuine,
		change(func(s *signed) { s.Secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }),
		change(func(s *signed) { s.Body = strings.Replace(s.Body, "failed", "Failed", 1) }),
		change(func(s *signed) { s.Headers["webhook-id"] += "x" }),
		change(func(s *signed) { s.Headers["webhook-timestamp"] = old }),
		change(func(s *signed) { delete(s.Headers, "webhook-signature") }),
	)
	forged := "No matching signature found"
	if want := []string{"genuine job.failed", forged, forged, forged, "Message timestamp too old", "Missing required headers"}; !slices.Equal(got, want) {
		t.Errorf("the library says %q, want %q", got, want)
	}
}

func signedOf(p post, secret string) signed {
	headers := map[string]string{}
	for name := range p.header {
		headers[strings.ToLower(name)] = p.header.Get(name)
	}
	return signed{secret, p.body, headers}
}

// For a day after a rotation, the new secret and the one before it verify a post.
func TestRotatedSecrets(t *testing.T) {
	t.Parallel()
	b := setup(t)
	now := time.Now()
	b.cfg.Now = func() time.Time { return now }
	r := newReceiver(t, nil).open(t)
	first := b.allow("ada", "crm", r.at("127.0.0.1"))
	d, _ := b.run()
	rotate := func(at time.Time) (secret string) {
		e := b.endpoint("crm")
		next, secret, err := callback.Rotated(b.cfg.Sealer, e, at)
		if err == nil {
			err = b.cfg.Store.Replace(t.Context(), e, next)
		}
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	second := rotate(now.Add(-24*time.Hour + time.Second))
	var posts []signed
	deliver := func(secrets ...string) {
		b.queue(d, b.event())
		b.waitNote()
		all := r.received()
		for _, s := range secrets {
			posts = append(posts, signedOf(all[len(all)-1], s))
		}
	}
	deliver(first, second)
	third := rotate(now.Add(-24 * time.Hour))
	deliver(first, second, third)
	forged, genuine := "No matching signature found", "genuine job.succeeded"
	if got, want := verify(t, posts...), []string{genuine, genuine, forged, forged, genuine}; !slices.Equal(got, want) {
		t.Errorf("the library says %q, want %q", got, want)
	}
	if first == second || second == third || !regexp.MustCompile(`^whsec_[A-Za-z0-9+/]{43}=$`).MatchString(third) {
		t.Errorf("the secrets are not new, or not of 32 bytes")
	}
}

// A post has the job's ID, how it ended, its batch and links, and nothing else.
func TestBody(t *testing.T) {
	t.Parallel()
	b := setup(t)
	r := newReceiver(t, nil).open(t)
	b.allow("ada", "crm", r.at("127.0.0.1"))
	d, _ := b.run()
	at := time.Date(2026, 11, 22, 13, 0, 0, 1_999_999, time.FixedZone("east", 3600))
	links := `"links":{"self":"/api/v1/biom/jobs/6f1c","events":"/api/v1/biom/jobs/6f1c/events","result":"/api/v1/biom/jobs/6f1c/result"}}}`
	for want, e := range map[string]callback.Event{
		`{"type":"job.succeeded","timestamp":"2026-11-22T12:00:00.001Z","data":{"id":"6f1c","status":"succeeded","batch":"monday",` + links: {Status: callback.Succeeded, Batch: "monday"},
		`{"type":"job.failed","timestamp":"2026-11-22T12:00:00.001Z","data":{"id":"6f1c","status":"failed",` + links:                        {Status: callback.Failed},
	} {
		e.ID, e.User, e.Endpoint, e.JobID, e.Time = uuid.NewString(), "ada", "crm", "6f1c", at.UTC()
		b.queue(d, e)
		b.waitNote()
		all := r.received()
		got := all[len(all)-1]
		if got.body != want {
			t.Errorf("posted %s, want %s", got.body, want)
		}
		if h := got.header; h.Get("Content-Type") != "application/json" || h.Get("User-Agent") != "biom" || h.Get("Accept-Encoding") != "" ||
			h.Get("webhook-timestamp") != "1772366400" {
			t.Errorf("headers %v", h)
		}
	}
}
