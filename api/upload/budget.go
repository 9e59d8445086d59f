package upload

import (
	"errors"
	"sync"
)

// The errors of a budget that has no room.
var (
	errBudget = errors.New("upload: too many bytes are held")
	errShare  = errors.New("upload: the caller holds too many bytes")
)

// Budget bounds the memory that all uploads take at once, and divides it between
// callers: a caller may hold at most as many bytes as are free after it. So one busy
// caller gets at most half of the budget, two get a third each, and there is always
// room for another. Memory counts from its allocation, however little of the upload
// has arrived. A nil Budget has no bound. It is safe for concurrent use.
type Budget struct {
	limit int // bytes

	mu      sync.Mutex
	held    int            // bytes
	holders map[string]int // caller → bytes that it holds
}

// NewBudget returns a budget of limit bytes.
func NewBudget(limit int) *Budget { return &Budget{limit: limit, holders: map[string]int{}} }

// Held returns how many bytes are held now.
func (b *Budget) Held() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return int64(b.held)
}

// Limit returns how many bytes may be held.
func (b *Budget) Limit() int { return b.limit }

// take takes n bytes for a caller. It returns errBudget if fewer are free, and errShare
// if the caller would hold more than is free then.
func (b *Budget) take(caller string, n int) error {
	if b == nil {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	free := b.limit - b.held - n
	switch {
	case free < 0:
		return errBudget
	case b.holders[caller]+n > free:
		return errShare
	}
	b.held += n
	b.holders[caller] += n
	return nil
}

// give returns n bytes that a caller has taken.
func (b *Budget) give(caller string, n int) {
	if b == nil || n == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.held -= n
	if b.holders[caller] -= n; b.holders[caller] == 0 {
		delete(b.holders, caller)
	}
}

// Hold takes n bytes for a caller, which [Budget.Release] gives back. Its error is a problem.
func (b *Budget) Hold(caller string, n int) error {
	if err := b.take(caller, n); err != nil {
		return classify(err)
	}
	return nil
}

// Release gives back n bytes that a caller holds.
func (b *Budget) Release(caller string, n int) { b.give(caller, n) }
