package job_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/job"
)

func TestJobLock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := job.NewJobLock()
		for range 2 {
			if !l.TryShared() {
				t.Fatal("a new lock cannot be shared")
			}
		}
		start, locked := time.Now(), make(chan func())
		go func() {
			unlock, err := l.LockExclusive(t.Context())
			if err != nil {
				t.Error(err)
			}
			locked <- unlock
		}()
		synctest.Wait()
		if l.TryShared() {
			t.Error("a job took a shared lock while another waited for the exclusive one")
		}
		l.UnlockShared()
		l.UnlockShared()
		unlock := <-locked
		if waited := time.Since(start); waited != 0 {
			t.Errorf("the exclusive lock came %v after the last shared one was released", waited)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := l.LockExclusive(ctx); err == nil || l.AwaitShared(ctx) == nil {
			t.Error("two jobs have the exclusive lock")
		}
		unlock()
		if err := l.AwaitShared(t.Context()); err != nil || !l.TryShared() {
			t.Error("the lock cannot be shared after the exclusive lock was released")
		}
		// A long job with a shared lock does not keep the others waiting for ever.
		start = time.Now()
		if _, err := l.LockExclusive(t.Context()); err != nil || time.Since(start) != 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(start))
		}
	})
}
