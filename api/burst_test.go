package api_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"biom/api"
	"biom/shared/fair"
	"biom/shared/share"
)

// emptyStore is a store of shares that holds none.
type emptyStore struct{ share.Store }

func (emptyStore) Try(_ context.Context, _ string, _ time.Time, open func([]byte) bool) (share.Attempt, error) {
	open(nil)
	return share.Attempt{}, nil
}

func (emptyStore) Count(context.Context, time.Time) (int, string, error) { return 0, "", nil }

// derivation is how long a key derivation takes in retrieveFrom's server.
const derivation = 100 * time.Millisecond

// onSlowCores makes the server derive keys for real shares, two at once.
func onSlowCores(t *testing.T) func(*api.Config) {
	return func(c *api.Config) {
		shares, err := share.New(share.Config{
			Store: emptyStore{}, Gate: fair.NewGate(fair.Limits{Places: 2, WaitingEach: 32}),
			Derive: func(secret, salt []byte) []byte {
				time.Sleep(derivation)
				return fastDerive(secret, salt)
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		c.Shares = shares
	}
}

// retrieveFrom retrieves a share as a client with that address. It returns the response
// and how long it took.
func (o *offline) retrieveFrom(address, pin string) (*httptest.ResponseRecorder, time.Duration) {
	r := httptest.NewRequestWithContext(o.t.Context(), http.MethodGet, retrievePath+"?biom_pin="+pin, nil)
	r.RemoteAddr = address + ":1"
	start := time.Now()
	rec := record(o.server, r)
	return rec, time.Since(start)
}

// TestRetrieveBesideBurst: while one address sends 262 retrievals at once, that of another
// address waits for one derivation at most. Retrievals of the first address that find no place to
// wait get 503, whatever the share code is.
func TestRetrieveBesideBurst(t *testing.T) {
	inBubble(t, func(o *offline) {
		var burst sync.WaitGroup
		var mu sync.Mutex
		statuses := map[int]int{}
		for range 262 {
			burst.Go(func() {
				rec, _ := o.retrieveFrom("192.0.2.1", pin)
				mu.Lock()
				defer mu.Unlock()
				statuses[rec.Code]++
				if rec.Code == http.StatusServiceUnavailable && rec.Header().Get("Retry-After") == "" {
					o.t.Error("no Retry-After")
				}
			})
		}
		synctest.Wait()
		rec, took := o.retrieveFrom("192.0.2.2", pin)
		if rec.Code != http.StatusNotFound || took > 2*derivation {
			o.t.Errorf("the other address got %d after %v", rec.Code, took)
		}
		burst.Wait()
		if statuses[http.StatusNotFound] == 0 || statuses[http.StatusNotFound]+statuses[http.StatusServiceUnavailable] != 262 {
			o.t.Error(statuses)
		}
	}, onSlowCores(t))
}
