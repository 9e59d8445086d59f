package sharetest

import (
	"context"
	"sync"
	"time"

	"biom/shared/share"
)

// Tries counts how often numbers were tried on records. A payload is that of a
// record, and not of a decoy, if it was passed to Insert. One Tries may count for
// several stores on one database.
type Tries struct {
	mu      sync.Mutex
	records map[string]string // payload → share ID
	tried   map[string]int    // share ID → tries
}

// NewTries returns a Tries that has counted nothing yet.
func NewTries() *Tries {
	return &Tries{records: map[string]string{}, tried: map[string]int{}}
}

// Of returns how many numbers were tried on the records with a share ID.
func (t *Tries) Of(id string) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tried[id]
}

// Wrap returns a store that passes everything on to s and counts the tries.
func (t *Tries) Wrap(s share.Store) share.Store { return countingStore{s, t} }

type countingStore struct {
	share.Store
	tries *Tries
}

func (c countingStore) Insert(ctx context.Context, r share.Record) (dbID string, taken bool, err error) {
	c.tries.mu.Lock()
	c.tries.records[string(r.Payload)] = r.ID
	c.tries.mu.Unlock()
	return c.Store.Insert(ctx, r)
}

func (c countingStore) Try(ctx context.Context, id string, now time.Time, open func([]byte) bool) (share.Attempt, error) {
	return c.Store.Try(ctx, id, now, func(payload []byte) bool {
		c.tries.mu.Lock()
		if id, known := c.tries.records[string(payload)]; known {
			c.tries.tried[id]++
		}
		c.tries.mu.Unlock()
		return open(payload)
	})
}
