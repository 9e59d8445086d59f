package job_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/job"
)

func TestRoom(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := job.NewRoom()
		for range 2 {
			if !r.Enter() {
				t.Fatal("the room is closed at first")
			}
		}
		begin, got := time.Now(), make(chan func())
		go func() {
			reopen, err := r.Alone(t.Context())
			if err != nil {
				t.Error(err)
			}
			got <- reopen
		}()
		synctest.Wait()
		if r.Enter() {
			t.Error("one may enter while another waits to be alone")
		}
		r.Leave()
		r.Leave()
		reopen := <-got
		if waited := time.Since(begin); waited != 0 {
			t.Errorf("it waited %v after the last one left", waited)
		}
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := r.Alone(short); err == nil || r.Open(short) == nil {
			t.Error("two are alone")
		}
		reopen()
		if err := r.Open(t.Context()); err != nil || !r.Enter() {
			t.Error("the room stays closed")
		}
		// A long job inside does not hold up the others for ever.
		begin = time.Now()
		if _, err := r.Alone(t.Context()); err != nil || time.Since(begin) != 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
	})
}
