package job_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/job"
	"biom/shared/testenv"
)

// note writes the entry of a request into the batch monday of ada.
func (b *bundle) note(id, status string) {
	b.t.Helper()
	e := job.BatchEntry{ID: id, Status: status, Forget: time.Now().Add(time.Hour)}
	if err := b.client.NoteInBatch(b.t.Context(), "ada", "monday", b.client.RequestName(id), e); err != nil {
		b.t.Error(err)
	}
}

// batches returns the stream of the lists of batches.
func (b *bundle) batches() jetstream.Stream {
	b.t.Helper()
	stream, err := b.conn.JS.Stream(b.t.Context(), job.StreamBatches)
	if err != nil {
		b.t.Fatal(err)
	}
	return stream
}

// TestBatchWithAnUnreadableEntry: the others are listed and followed.
func TestBatchWithAnUnreadableEntry(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.note("first", "queued")
	first, err := b.batches().GetMsg(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	unreadable := func() {
		// It has the subject of the batch and of no request; its content is another entry's.
		subject := first.Subject[:len(first.Subject)-8] + uuid.NewString()[:8]
		if _, err := b.conn.JS.Publish(t.Context(), subject, first.Data); err != nil {
			t.Fatal(err)
		}
	}
	unreadable()
	b.note("second", "queued")
	unreadable()
	entries, err := b.client.ReadBatch(t.Context(), "ada", "monday")
	if err != nil || len(entries) != 2 {
		t.Errorf("%v %v", entries, err)
	}
	var followed []string
	err = b.client.FollowBatch(t.Context(), "ada", "monday", 0, func(e job.BatchEntry) bool {
		followed = append(followed, e.ID)
		return len(followed) < 2
	})
	if err != nil || fmt.Sprint(followed) != "[first second]" {
		t.Errorf("%v %v", followed, err)
	}
}

// TestBatchThatIsWrittenMeanwhile: each request is listed once.
func TestBatchThatIsWrittenMeanwhile(t *testing.T) {
	t.Parallel()
	b := setup(t)
	const requests = 2000
	for i := range requests {
		b.note(fmt.Sprint(i), "queued")
	}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		for i := 0; ctx.Err() == nil; i++ {
			b.note(fmt.Sprint(i%requests), "running")
		}
	}()
	defer func() { stop(); <-stopped }()
	for range 5 {
		entries, err := b.client.ReadBatch(t.Context(), "ada", "monday")
		seen := map[string]bool{}
		for _, e := range entries {
			seen[e.ID] = true
		}
		if err != nil || len(seen) != len(entries) {
			t.Fatalf("%d entries of %d requests (%v)", len(entries), len(seen), err)
		}
	}
}

// TestBatchLeavesNoConsumer: the server keeps none of a reader that has left.
func TestBatchLeavesNoConsumer(t *testing.T) {
	t.Parallel()
	b := setup(t)
	read := func(batch string) {
		if _, err := b.client.ReadBatch(t.Context(), "ada", batch); err != nil {
			t.Fatal(err)
		}
	}
	b.note("first", "queued")
	read("monday")
	read("tuesday") // is empty
	ctx, leave := context.WithCancel(t.Context())
	if err := b.client.FollowBatch(ctx, "ada", "monday", 0, func(job.BatchEntry) bool { leave(); return true }); err == nil {
		t.Error("the reader has not left")
	}
	testenv.Await(t, "the end of all consumers", func() bool {
		info, err := b.batches().Info(t.Context())
		return err == nil && info.State.Consumers == 0
	})
}

// TestFullBatches: when the lists take up nearly all their room, no new request enters one; those that are in
// them stay, and their ends find room.
func TestFullBatches(t *testing.T) {
	t.Parallel()
	b := setup(t)
	cfg := b.batches().CachedInfo().Config
	cfg.MaxBytes = 64 << 10
	if _, err := b.conn.JS.UpdateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	entered := 0
	for {
		if n, err := b.client.CountBatch(t.Context(), "ada", "monday"); errors.Is(err, job.ErrNoRoom) {
			break
		} else if err != nil || n != entered {
			t.Fatalf("%d of %d requests (%v)", n, entered, err)
		}
		b.note(fmt.Sprint(entered), "queued")
		entered++
	}
	for i := range entered {
		b.note(fmt.Sprint(i), "running")
	}
	for i := range entered {
		b.note(fmt.Sprint(i), "failed")
	}
	if err := b.client.NoteInBatch(t.Context(), "ada", "tuesday", "x", job.BatchEntry{Filename: strings.Repeat("x", 8<<10)}); err == nil {
		t.Error("the full stream took another entry")
	}
	entries, err := b.client.ReadBatch(t.Context(), "ada", "monday")
	if err != nil || len(entries) != entered {
		t.Errorf("%d of %d requests (%v)", len(entries), entered, err)
	}
}
