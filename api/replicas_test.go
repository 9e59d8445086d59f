package api_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/api"
	"biom/shared/analytics"
	"biom/shared/database"
	"biom/shared/quota"
	"biom/shared/redisclient"
	"biom/shared/share"
	"biom/shared/share/sharetest"
	"biom/shared/testenv"
)

// replicas returns two servers on one Postgres and one Redis, each with its own
// connections. tries counts how often the payload of a share is opened.
func replicas(t *testing.T, change ...func(*api.Config)) (a, b *bundle, tries *atomic.Int64) {
	t.Helper()
	tries = new(atomic.Int64)
	payloads := new(sync.Map)
	postgres, redis := testenv.Postgres(t), testenv.Redis(t)
	one := func() *bundle {
		log := slog.New(slog.DiscardHandler)
		db, err := database.OpenPostgres(postgres+testenv.PostgresTimeouts, log)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		client, err := redisclient.Open(redis+testenv.RedisTimeouts, log)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { client.Close() })
		shares, err := share.New(share.Config{
			Store: countingStore{share.NewPostgres(db), payloads, tries}, Derive: fastDerive,
			StoreTimeout: sharetest.Timeout, PurgeTimeout: sharetest.Timeout,
		})
		if err != nil {
			t.Fatal(err)
		}
		return setup(t, append(change, func(c *api.Config) {
			c.Shares, c.Quota = shares, quota.NewRedis(client)
			c.Feedback = analytics.NewFeedback(unlimitedReferences{analytics.NewRedis(client)}, acceptingSender{}, time.Now)
		})...)
	}
	return one(), one(), tries
}

// fastDerive replaces Argon2id, because these tests are about counting.
func fastDerive(secret, salt []byte) []byte {
	key := sha256.Sum256(append(bytes.Clone(secret), salt...))
	return key[:]
}

// countingStore counts how often the payloads of real shares are opened. Decoys do not
// count.
type countingStore struct {
	share.Store
	real  *sync.Map // payload of a real share → true
	tries *atomic.Int64
}

func (c countingStore) Insert(ctx context.Context, r share.Record) (string, bool, error) {
	c.real.Store(string(r.Payload), true)
	return c.Store.Insert(ctx, r)
}

func (c countingStore) Try(ctx context.Context, id string, now time.Time, open func([]byte) bool) (share.Attempt, error) {
	return c.Store.Try(ctx, id, now, func(payload []byte) bool {
		if _, ok := c.real.Load(string(payload)); ok {
			c.tries.Add(1)
		}
		return open(payload)
	})
}

// unlimitedReferences ignores the time limits of its callers.
type unlimitedReferences struct{ analytics.References }

func (p unlimitedReferences) Add(ctx context.Context, id string) error {
	return p.References.Add(context.WithoutCancel(ctx), id)
}

func (p unlimitedReferences) Claim(ctx context.Context, id string, r analytics.Rating) (bool, error) {
	return p.References.Claim(context.WithoutCancel(ctx), id, r)
}

func (p unlimitedReferences) Confirm(ctx context.Context, id string, r analytics.Rating) error {
	return p.References.Confirm(context.WithoutCancel(ctx), id, r)
}

// acceptingSender is an event stream that accepts every event.
type acceptingSender struct{}

func (acceptingSender) Send(context.Context, analytics.Event, string) error { return nil }

// makeShare makes a share and returns its code, and how many reports it has sent for that.
func (b *bundle) makeShare() (code string, reports int) {
	b.t.Helper()
	for {
		reports++
		resp, body := b.post(upload("a.json", document(), "biompin", "true"))
		var r struct{ Biompin struct{ Pin string } }
		if err := json.Unmarshal(body, &r); err != nil || resp.StatusCode != http.StatusOK {
			b.t.Fatalf("%d %s", resp.StatusCode, body)
		}
		if r.Biompin.Pin != "" { // on a busy machine its key may take longer than a response waits for it
			return r.Biompin.Pin, reports
		}
	}
}

// TestReplicasShareState: shares, ratings and quotas of one replica count at the other.
func TestReplicasShareState(t *testing.T) {
	t.Parallel()
	const limit = 15
	a, b, _ := replicas(t, func(c *api.Config) { c.Limits.BiomJSON = 2 * limit })

	code, used := a.makeShare()
	if resp, body := b.retrieve(code); resp.StatusCode != http.StatusOK || !strings.Contains(string(body), `"AL":23.4`) {
		t.Errorf("%d %s", resp.StatusCode, body)
	}

	resp, _ := a.post(upload("a.pdf", []byte(pdf)))
	id := resp.Header.Get("X-Request-ID")
	for _, step := range []struct {
		replica *bundle
		rating  string
		status  int
	}{{b, "accurate", 200}, {a, "accurate", 200}, {a, "inaccurate", 409}} {
		r, _ := http.NewRequestWithContext(t.Context(), http.MethodPost, step.replica.url+"/api/v1/biom/feedback",
			strings.NewReader(fmt.Sprintf(`{"request_id":%q,"rating":%q}`, id, step.rating)))
		r.Header.Set("Content-Type", "application/json")
		resp, err := step.replica.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if body := step.replica.body(resp); resp.StatusCode != step.status {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	}

	for i := used; i < limit+2; i++ {
		want := http.StatusOK
		if i >= limit {
			want = http.StatusTooManyRequests
		}
		if resp, body := []*bundle{a, b}[i%2].post(upload("a.json", document())); resp.StatusCode != want {
			t.Errorf("%d: %d %s", i, resp.StatusCode, body)
		}
	}
	_, usageA := a.get(usagePath)
	usedUp := fmt.Sprintf(`"biomjson":{"used":%d,"limit":%d,`, limit, limit)
	if _, usageB := b.get(usagePath); !strings.Contains(string(usageA), usedUp) || !strings.Contains(string(usageB), usedUp) {
		t.Errorf("%s\n%s", usageA, usageB)
	}
}

// TestParallelGuessesOnTwoReplicas: of 200 parallel wrong guesses only
// share.MaxFailures are tried, and then the share is destroyed.
func TestParallelGuessesOnTwoReplicas(t *testing.T) {
	t.Parallel()
	a, b, tries := replicas(t)
	code, _ := a.makeShare()
	wrong := func(i int) string {
		number := fmt.Sprintf("%06d", i)
		if strings.HasSuffix(code, number) {
			number = "999999"
		}
		return code[:len(code)-6] + number
	}
	var guesses sync.WaitGroup
	for i := range 200 {
		guesses.Go(func() {
			resp, body := []*bundle{a, b}[i%2].retrieve(wrong(i))
			if resp.StatusCode != http.StatusNotFound && resp.StatusCode != http.StatusServiceUnavailable { // the queue may be full
				t.Errorf("%d %s", resp.StatusCode, body)
			}
		})
	}
	guesses.Wait()
	if n := tries.Load(); n != share.MaxFailures {
		t.Errorf("%d guesses were tried", n)
	}
	for _, replica := range []*bundle{a, b} {
		resp, body := replica.retrieve(code)
		checkRefusal(t, resp, body, http.StatusNotFound, "NOT_FOUND")
	}
}
