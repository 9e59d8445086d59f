package api_test

import (
	"context"
	"sync"
	"time"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/share"
)

// fakeShares stores shares in a map. If err is set, every call returns it.
type fakeShares struct {
	mu   sync.Mutex
	docs map[string]share.Found // share code → stored response
	err  error
	dbID string
	next share.Code // the code of the next share
}

var _ api.Shares = (*fakeShares)(nil)

func newFakeShares() *fakeShares { return &fakeShares{docs: map[string]share.Found{}} }

// set changes the fake while the server runs.
func (f *fakeShares) set(change func(*fakeShares)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

func (f *fakeShares) Create(_ context.Context, _ string, document []byte) (share.Created, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return share.Created{}, f.err
	}
	expires := noon().Add(share.DefaultTTL)
	f.docs[f.next.Pin()] = share.Found{Document: document, Expires: expires, DBID: f.dbID}
	return share.Created{Code: f.next, Expires: expires, DBID: f.dbID}, nil
}

func (f *fakeShares) Retrieve(_ context.Context, _ string, c share.Code) (share.Found, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return share.Found{}, f.err
	}
	found, ok := f.docs[c.Pin()]
	if !ok {
		return share.Found{}, share.ErrNotFound
	}
	return found, nil
}

func (f *fakeShares) Count(context.Context) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.docs), f.err
}

func (f *fakeShares) DBID() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dbID
}

// fakeKeys maps keys to their records. A lookup of the key "unavailable" fails as if the store
// did not answer.
type fakeKeys map[string]apikey.Record

var _ api.Keys = fakeKeys(nil)

func (f fakeKeys) Lookup(_ context.Context, key string) (apikey.Record, error) {
	if key == "unavailable" {
		return apikey.Record{}, apikey.ErrUnavailable
	}
	r, ok := f[key]
	if !ok {
		return apikey.Record{}, apikey.ErrInvalid
	}
	return r, nil
}

// fakeProviders returns state and err, after delay if that is set.
type fakeProviders struct {
	mu    sync.Mutex
	state job.ProviderState
	err   error
	delay time.Duration
	asked []string // the keys of all calls
}

var _ api.Providers = (*fakeProviders)(nil)

func (f *fakeProviders) CheckProvider(ctx context.Context, key string) (job.ProviderState, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, key)
	if f.delay > 0 {
		select {
		case <-ctx.Done():
			return job.ProviderState{}, ctx.Err()
		case <-time.After(f.delay):
		}
	}
	return f.state, f.err
}
