// Package memory keeps the memory of a process close to what it uses. Uploads and
// decoded pictures are large and short-lived, and Go by default lets the heap grow to
// twice what is used before it collects, and keeps most of that for minutes.
package memory

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"time"
)

// BoundGarbage makes Go collect a large heap earlier, for the rest of the process. After
// each collection it allows garbage of a fifth of what is used, but at least 64 MiB,
// and at most what Go allows by default. So a small heap is collected as by default. A
// large heap holds files and pictures without pointers, so a collection of it is
// hardly dearer. BoundGarbage does nothing if the operator has chosen another
// percentage (GOGC).
func BoundGarbage() {
	const standard = 100
	if chosen := debug.SetGCPercent(standard); chosen != standard {
		debug.SetGCPercent(chosen)
		return
	}
	afterNextCollection()
}

// cycle is an object that nothing refers to, so that each collection ends one.
type cycle struct{ _ [16]byte }

func afterNextCollection() {
	runtime.SetFinalizer(new(cycle), func(*cycle) {
		debug.SetGCPercent(percent(used()))
		afterNextCollection()
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

// idle is how long no large object may have been dropped before GiveBack acts. A
// process under load would need the memory again at once, and the embedded NATS server
// keeps the messages that it has stored for 10 s.
const idle = 15 * time.Second

var (
	mu    sync.Mutex
	timer *time.Timer // calls debug.FreeOSMemory
)

// GiveBack returns unused memory to the operating system once it was not called for
// 15 s. It is called after the last use of a large object, and does not block.
func GiveBack() {
	mu.Lock()
	defer mu.Unlock()
	if timer == nil {
		timer = time.AfterFunc(idle, debug.FreeOSMemory)
		return
	}
	timer.Reset(idle)
}
