package sharetest

import (
	"context"
	"sync"
	"time"

	"biom/shared/share"
)

// Tries counts how often numbers were tried on records, as opposed to decoys:
// on payloads that went through Insert. One Tries may watch several stores of
// one database, as several processes would have them.
type Tries struct {
	mu      sync.Mutex
	records map[string]string // payload → share ID
	tried   map[string]int    // share ID → tries
}

// NewTries makes a Tries that has seen nothing.
func NewTries() *Tries {
	return &Tries{records: map[string]string{}, tried: map[string]int{}}
}

// Of returns how many numbers were tried on the records of a share ID.
func (t *Tries) Of(id string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tried[id]
}

// Wrap returns the store, watched.
func (t *Tries) Wrap(s share.Store) share.Store { return watched{s, t} }

type watched struct {
	share.Store
	tries *Tries
}

func (w watched) Insert(ctx context.Context, r share.Record) (dbID string, taken bool, err error) {
	w.tries.mu.Lock()
	w.tries.records[string(r.Payload)] = r.ID
	w.tries.mu.Unlock()
	return w.Store.Insert(ctx, r)
}

func (w watched) Try(ctx context.Context, id string, now time.Time, open func([]byte) bool) (share.Attempt, error) {
	return w.Store.Try(ctx, id, now, func(payload []byte) bool {
		w.tries.mu.Lock()
		if id, known := w.tries.records[string(payload)]; known {
			w.tries.tried[id]++
		}
		w.tries.mu.Unlock()
		return open(payload)
	})
}
