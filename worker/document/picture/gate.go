package picture

import (
	"context"
	"runtime"

	"golang.org/x/sync/semaphore"

	"biom/shared/fair"
	"biom/shared/memory"
)

const (
	// maxInFlight is how many bytes the pictures of a process take at once. The largest
	// picture takes [filekind.MaxMemory] and 66 MB for what is made of it.
	maxInFlight = 384 << 20
	// maxSmall is the number of bytes above which a picture counts as large. One large
	// picture is in flight at a time, so that small ones find room beside it.
	maxSmall = 96 << 20
)

// A budget bounds the memory of pictures.
type budget struct {
	bytes *semaphore.Weighted
	large *fair.Gate // its one place belongs to a large picture that is in flight or waits for memory
}

func newBudget() *budget {
	return &budget{semaphore.NewWeighted(maxInFlight), fair.NewGate(fair.Limits{Places: 1})}
}

// inFlight is the budget of all pictures of this process, of whatever provider.
var inFlight = newBudget()

// Gate bounds how many pictures are decoded at once and how many bytes they take
// together, in this process. Other work that needs as much processor time, such as OCR,
// may use the same Gate. Callers (see [fair.Caller]) get equal shares of the places; while
// several come, none gets all of them. It is safe for concurrent use.
type Gate struct {
	places *fair.Gate
	memory *budget
}

// NewGate returns a Gate with the given number of places.
func NewGate(places int) *Gate {
	return &Gate{places: fair.NewGate(fair.Limits{Places: places, RunningEach: max(1, places-1)}), memory: inFlight}
}

// Enter waits for memory of this many bytes and for a place, and takes them until release
// is called. The error is that of ctx. Work that waits for memory holds no place, and a
// large picture that waits for another large one holds no memory either.
func (g *Gate) Enter(ctx context.Context, bytes int64) (release func(), err error) {
	giveBack, err := g.memory.take(ctx, min(bytes, maxInFlight))
	if err != nil {
		return nil, err
	}
	leave, err := g.places.Enter(ctx, fair.Caller(ctx))
	if err != nil {
		giveBack()
		return nil, err
	}
	return func() {
		leave()
		giveBack()
	}, nil
}

// take waits for memory and takes it until giveBack is called. The memory of a large
// picture is collected before another one may take it.
func (b *budget) take(ctx context.Context, bytes int64) (giveBack func(), err error) {
	if bytes <= maxSmall {
		return func() { b.release(bytes) }, b.bytes.Acquire(ctx, bytes)
	}
	leave, err := b.large.Enter(ctx, fair.Caller(ctx))
	if err != nil {
		return nil, err
	}
	if err := b.bytes.Acquire(ctx, bytes); err != nil {
		leave()
		return nil, err
	}
	return func() {
		runtime.GC()
		b.release(bytes)
		leave()
	}, nil
}

func (b *budget) release(bytes int64) {
	if bytes > 0 {
		memory.Dropped()
	}
	b.bytes.Release(bytes)
}
