package upload

import "sync/atomic"

// Budget bounds the memory that all files take at once, so that many large
// uploads end in a few refusals and not in a process that is killed with every
// job it knows of. Room counts from when it is made, however little of it has
// come. A nil Budget is without bounds.
type Budget struct {
	most int64
	held atomic.Int64
}

// NewBudget returns a budget of most bytes.
func NewBudget(most int) *Budget { return &Budget{most: int64(most)} }

// Held is how many bytes are held now.
func (b *Budget) Held() int64 { return b.held.Load() }

func (b *Budget) take(n int) bool {
	if b == nil || b.held.Add(int64(n)) <= b.most {
		return true
	}
	b.give(n)
	return false
}

func (b *Budget) give(n int) {
	if b != nil {
		b.held.Add(-int64(n))
	}
}
