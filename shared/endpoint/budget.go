package endpoint

import "sync/atomic"

// Budget bounds the memory that all request bodies take at once. So many large bodies
// lead to some refusals, and not to a process that is killed because it uses too much
// memory. Memory counts from its allocation, however little of the body has
// arrived. A nil Budget has no bound.
type Budget struct {
	limit int64 // bytes
	held  atomic.Int64
}

// NewBudget returns a budget of limit bytes.
func NewBudget(limit int) *Budget { return &Budget{limit: int64(limit)} }

// Held returns how many bytes are held now.
func (b *Budget) Held() int64 { return b.held.Load() }

// Take takes n bytes and reports whether there was room for them.
func (b *Budget) Take(n int) bool {
	if b == nil || b.held.Add(int64(n)) <= b.limit {
		return true
	}
	b.Return(n)
	return false
}

// Return returns n bytes that were taken.
func (b *Budget) Return(n int) {
	if b != nil {
		b.held.Add(-int64(n))
	}
}
