package endpoint

import "sync/atomic"

// Budget bounds the memory that all bodies take at once, so that many large
// ones end in a few refusals and not in a process that is killed with
// everything it knows of. Room counts from when it is made, however little of
// it has come. A nil Budget is without bounds.
type Budget struct {
	most int64
	held atomic.Int64
}

// NewBudget returns a budget of most bytes.
func NewBudget(most int) *Budget { return &Budget{most: int64(most)} }

// Held is how many bytes are held now.
func (b *Budget) Held() int64 { return b.held.Load() }

// Take takes n bytes and reports whether there was room for them.
func (b *Budget) Take(n int) bool {
	if b == nil || b.held.Add(int64(n)) <= b.most {
		return true
	}
	b.Give(n)
	return false
}

// Give gives back n bytes that were taken.
func (b *Budget) Give(n int) {
	if b != nil {
		b.held.Add(-int64(n))
	}
}
