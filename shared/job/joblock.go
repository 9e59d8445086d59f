package job

import (
	"context"
	"sync"
	"time"
)

// exclusiveWait is how long a job that must run alone waits for the running jobs
// to end. Then it runs beside the remaining ones, because otherwise all slots of the
// worker would keep waiting.
const exclusiveWait = 3 * time.Second

// jobLock lets the jobs of a worker run side by side (shared), or one alone
// (exclusive). Unlike [sync.RWMutex] its waits end with a context, and an
// exclusive lock waits for the shared ones only for exclusiveWait.
type jobLock struct {
	mu        sync.Mutex
	shared    int           // jobs that run side by side
	exclusive bool          // a job runs alone, or waits for the shared ones to end
	changed   chan struct{} // closed and replaced when a lock is released
}

func newJobLock() *jobLock { return &jobLock{changed: make(chan struct{})} }

// announceLocked wakes all that wait for a change.
func (l *jobLock) announceLocked() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// tryShared takes a shared lock. It returns false, without waiting, if a job
// holds the exclusive lock or waits for it.
func (l *jobLock) tryShared() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.exclusive {
		return false
	}
	l.shared++
	return true
}

func (l *jobLock) unlockShared() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shared--
	l.announceLocked()
}

// lockExclusive takes the exclusive lock as soon as no other job has it. From then
// on it refuses new shared locks, and waits for the existing ones for at most
// exclusiveWait.
func (l *jobLock) lockExclusive(ctx context.Context) (unlock func(), err error) {
	if err := l.await(ctx, func() bool { return !l.exclusive }, func() { l.exclusive = true }); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, exclusiveWait)
	defer cancel()
	_ = l.await(ctx, func() bool { return l.shared == 0 }, func() {})
	return l.unlockExclusive, nil
}

func (l *jobLock) unlockExclusive() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.exclusive = false
	l.announceLocked()
}

// awaitShared waits until no job holds the exclusive lock or waits for it.
func (l *jobLock) awaitShared(ctx context.Context) error {
	return l.await(ctx, func() bool { return !l.exclusive }, func() {})
}

// await waits until condition is true and then calls action, both with mu held.
// It returns ctx's error if ctx ends first.
func (l *jobLock) await(ctx context.Context, condition func() bool, action func()) error {
	for {
		l.mu.Lock()
		if condition() {
			action()
			l.mu.Unlock()
			return nil
		}
		changed := l.changed
		l.mu.Unlock()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		}
	}
}
