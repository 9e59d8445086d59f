package memory

import "testing"

// A small heap is collected as by default, a large one earlier.
func TestGarbageIsBounded(t *testing.T) {
	t.Parallel()
	for used, want := range map[uint64]int{0: 100, 10 << 20: 100, 64 << 20: 100, 128 << 20: 50, 320 << 20: 20, 4 << 30: 20} {
		if got := percent(used); got != want {
			t.Errorf("%d MiB in use: %d %%, want %d", used>>20, got, want)
		}
	}
}
