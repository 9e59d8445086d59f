package job_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/job"
	"biom/shared/testenv"
)

// After a failed publish the queue counts as failed until a probe is stored. No probe
// stays in the queue.
func TestQueueIsReadyAgainAfterProbe(t *testing.T) {
	t.Parallel()
	b := setup(t)
	if err := b.client.Ready(); err != nil {
		t.Fatal(err)
	}
	b.client.PublishFailed(errors.New("no answer"))
	if err := b.client.Ready(); err == nil || !strings.Contains(err.Error(), "no answer") {
		t.Errorf("error %v", err)
	}
	testenv.Await(t, "a probe", func() bool { return b.client.Ready() == nil })
	s, err := b.conn.JS.Stream(t.Context(), job.StreamJobs)
	if err != nil {
		t.Fatal(err)
	}
	if state := s.CachedInfo().State; state.Msgs != 0 || state.LastSeq == 0 {
		t.Errorf("%+v", state)
	}
}

// A full queue stores jobs again when workers have taken some.
func TestFullQueueIsReady(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.client.PublishFailed(errors.New("no answer"))
	b.client.PublishFailed(&jetstream.APIError{Code: 503, ErrorCode: 10077})
	if err := b.client.Ready(); err != nil {
		t.Error(err)
	}
}
