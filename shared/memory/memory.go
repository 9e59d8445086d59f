// Package memory keeps the memory of a process close to what it uses. Uploads and
// decoded pictures are large and short-lived, and Go by default lets the heap grow to
// twice what is used before it collects, and keeps most of that for minutes.
package memory

import (
	"context"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// Keep keeps the memory of this process close to what it uses, until ctx ends.
//
// It makes Go collect a large heap earlier: after each collection it allows garbage of a
// fifth of what is used, but at least 64 MiB, and at most what Go allows by default. So a
// small heap is collected as by default. A large heap holds files and pictures
// without pointers, so a collection of it is hardly dearer. An operator who has chosen
// another percentage (GOGC) keeps it.
//
// It also gives unused memory back to the operating system after [Dropped].
func Keep(ctx context.Context) {
	const standard = 100
	if chosen := debug.SetGCPercent(standard); chosen != standard {
		debug.SetGCPercent(chosen)
	} else {
		afterNextCollection(ctx)
	}
	go giveBack(ctx)
}

// cycle is an object that nothing refers to, so that each collection ends one.
type cycle struct{ _ [16]byte }

func afterNextCollection(ctx context.Context) {
	runtime.SetFinalizer(new(cycle), func(*cycle) {
		if ctx.Err() == nil {
			debug.SetGCPercent(percent(used()))
			afterNextCollection(ctx)
		}
	})
}

// used returns how many bytes the latest collection found in use.
func used() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// percent returns the garbage that is allowed beside this many bytes in use, in percent
// of them.
func percent(used uint64) int {
	const most, least, garbage = 100, 20, 64 << 20
	return int(min(most, max(least, garbage*100/max(used, 1))))
}

// dropped counts the calls of Dropped.
var dropped atomic.Int64

// Dropped notes that a large object is no longer used. Its memory is given back after
// some seconds in which no other one was dropped.
func Dropped() { dropped.Add(1) }

// giveBack gives memory back when large objects were dropped, and none for two to three
// ticks: a process under load would need the memory again at once, and the embedded
// NATS server keeps the messages that it has stored for 10 s.
func giveBack(ctx context.Context) {
	const tick, quiet = 5 * time.Second, 3
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	var seen int64
	for wait := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if n := dropped.Load(); n != seen {
			seen, wait = n, quiet
		} else if wait > 0 {
			if wait--; wait == 0 {
				debug.FreeOSMemory()
			}
		}
	}
}
