package job_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/job"
	"biom/shared/job/jobtest"
)

// fakeMessage is the message of a job that was delivered for the first time.
type fakeMessage struct {
	jetstream.Msg // nil: a method that the test does not expect panics

	data     []byte
	requeued chan time.Duration
}

func (m *fakeMessage) Data() []byte { return m.data }

func (m *fakeMessage) Headers() nats.Header { return nil }

func (m *fakeMessage) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{NumDelivered: 1, Timestamp: time.Now()}, nil
}

func (m *fakeMessage) NakWithDelay(delay time.Duration) error {
	m.requeued <- delay
	return nil
}

// A renewal of the lease is running when the handler returns. The delivery must
// not end before the renewal has ended.
func TestDeliveryEndsAfterItsLease(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		keys := jobtest.Keys(t)
		j := newJob()
		j.API = "api"
		data, err := job.Seal(&j, keys)
		if err != nil {
			t.Fatal(err)
		}
		msg := &fakeMessage{data: data, requeued: make(chan time.Duration, 1)}
		renewing, release, renewed := make(chan struct{}), make(chan struct{}), make(chan struct{})
		extend := func(ctx context.Context, _ jetstream.Msg) error {
			close(renewing)
			<-ctx.Done()
			<-release
			close(renewed)
			return ctx.Err()
		}
		handle := func(context.Context, *job.Delivery) (job.Result, error) {
			<-renewing
			return job.Result{}, errors.New("no result")
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			job.WorkOn(job.WorkerConfig{Keys: keys, Handle: handle, Log: logger(t)}, msg, extend)
		}()
		if delay := <-msg.requeued; delay != time.Second {
			t.Errorf("requeued after %v", delay)
		}
		synctest.Wait()
		select {
		case <-ended:
			t.Error("the delivery ended while its lease was being renewed")
		default:
		}
		close(release)
		<-ended
		select {
		case <-renewed:
		default:
			t.Error("the delivery ended before its lease")
		}
	})
}
